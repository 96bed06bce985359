/* Work that all sequences of one command share (base/budgets.h). */
#ifndef DBT_BASE_ALLOWANCE_H
#define DBT_BASE_ALLOWANCE_H

#include "base/error.h"

#include <pthread.h>

typedef struct dbt_allowance {
    double granted, taken; /* steps; under the lock */
    pthread_mutex_t lock;
} dbt_allowance;

void dbt_allowance_init(dbt_allowance *allowance);

/* Adds steps, for bytes that are read or written. NULL does nothing. From any thread. */
void dbt_allowance_add(dbt_allowance *allowance, double steps);

/* Takes steps before they are done. Fails with DBT_E_LIMIT if fewer are left; what: names the work
 * in the message. NULL allows everything. From any thread. */
DBT_CHECK bool dbt_allowance_spend(dbt_allowance *allowance, double steps, const char *what,
                                   dbt_error *err);

#endif
