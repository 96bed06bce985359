/* A work budget for all sequences of one command (base/budgets.h). */
#ifndef DBT_BASE_WORK_BUDGET_H
#define DBT_BASE_WORK_BUDGET_H

#include "base/error.h"

#include <pthread.h>

/* A budget in steps; counted under the lock. Nothing to release. */
typedef struct dbt_work_budget {
    double granted, taken; /* steps */
    pthread_mutex_t lock;
} dbt_work_budget;

/* Sets a budget of DBT_FREE_STEPS. */
void dbt_work_budget_init(dbt_work_budget *budget);

/* Raises the budget by `steps`, for bytes read or written. budget: may be NULL (no effect). From
 * any thread. */
void dbt_work_budget_add(dbt_work_budget *budget, double steps);

/* Charges the budget with steps that are about to be done. what: names the work in the message.
 * budget: may be NULL (no limit). Fails with DBT_E_LIMIT if fewer steps remain, and charges
 * nothing. From any thread. */
DBT_CHECK bool dbt_work_budget_spend(dbt_work_budget *budget, double steps, const char *what,
                                     dbt_error *err);

#endif
