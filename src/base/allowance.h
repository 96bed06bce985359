/* A work budget for all sequences of one command (base/budgets.h). */
#ifndef DBT_BASE_ALLOWANCE_H
#define DBT_BASE_ALLOWANCE_H

#include "base/error.h"

#include <pthread.h>

/* A budget in steps; counted under the lock. Nothing to release. */
typedef struct dbt_allowance {
    double granted, taken; /* steps */
    pthread_mutex_t lock;
} dbt_allowance;

/* Sets a budget of DBT_FREE_STEPS. */
void dbt_allowance_init(dbt_allowance *allowance);

/* Raises the budget by `steps`, for bytes read or written. allowance: may be NULL (no effect). From
 * any thread. */
void dbt_allowance_add(dbt_allowance *allowance, double steps);

/* Charges the budget with steps that are about to be done. what: names the work in the message.
 * allowance: may be NULL (no limit). Fails with DBT_E_LIMIT if fewer steps remain, and charges
 * nothing. From any thread. */
DBT_CHECK bool dbt_allowance_spend(dbt_allowance *allowance, double steps, const char *what,
                                   dbt_error *err);

#endif
