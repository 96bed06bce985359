#include "base/allowance.h"

#include "base/budgets.h"

void dbt_allowance_init(dbt_allowance *allowance)
{
    *allowance = (dbt_allowance){ .granted = DBT_FREE_STEPS };
    pthread_mutex_init(&allowance->lock, NULL);
}

void dbt_allowance_add(dbt_allowance *allowance, double steps)
{
    if (!allowance)
        return;
    pthread_mutex_lock(&allowance->lock);
    allowance->granted += steps;
    pthread_mutex_unlock(&allowance->lock);
}

bool dbt_allowance_spend(dbt_allowance *allowance, double steps, const char *what, dbt_error *err)
{
    if (!allowance)
        return true;
    pthread_mutex_lock(&allowance->lock);
    const double granted = allowance->granted;
    const bool ok = allowance->taken + steps <= granted;
    if (ok)
        allowance->taken += steps;
    pthread_mutex_unlock(&allowance->lock);
    return ok ||
           dbt_fail(err, DBT_E_LIMIT,
                    "%s: more than %.2g steps of work on whole clips, the limit for the bytes read "
                    "and written",
                    what, granted);
}
