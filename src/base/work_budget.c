#include "base/work_budget.h"

#include "base/budgets.h"

void dbt_work_budget_init(dbt_work_budget *budget)
{
    *budget = (dbt_work_budget){ .granted = DBT_FREE_STEPS };
    pthread_mutex_init(&budget->lock, NULL);
}

void dbt_work_budget_add(dbt_work_budget *budget, double steps)
{
    if (!budget)
        return;
    pthread_mutex_lock(&budget->lock);
    budget->granted += steps;
    pthread_mutex_unlock(&budget->lock);
}

bool dbt_work_budget_spend(dbt_work_budget *budget, double steps, const char *what, dbt_error *err)
{
    if (!budget)
        return true;
    pthread_mutex_lock(&budget->lock);
    const double granted = budget->granted;
    const bool ok = budget->taken + steps <= granted;
    if (ok)
        budget->taken += steps;
    pthread_mutex_unlock(&budget->lock);
    return ok ||
           dbt_fail(err, DBT_E_LIMIT,
                    "%s: more than %.2g steps of work on whole clips, the limit for the bytes read "
                    "and written",
                    what, granted);
}
