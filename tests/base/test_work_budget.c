/* The work that all sequences of a command share. */
#include "expect.h"

#include "base/work_budget.h"
#include "base/budgets.h"

TEST(no_more_is_taken_than_was_granted)
{
    dbt_work_budget budget;
    dbt_error err = { .code = DBT_OK };
    dbt_work_budget_init(&budget);
    assert_true(dbt_work_budget_spend(&budget, DBT_FREE_STEPS - 5.0, "half", &err));
    assert_false(dbt_work_budget_spend(&budget, 6.0, "the rest", &err));
    assert_int_equal(err.code, DBT_E_LIMIT);
    assert_non_null(strstr(err.msg, "the rest"));
    assert_true(dbt_work_budget_spend(&budget, 5.0, "the rest", &err));
    assert_false(dbt_work_budget_spend(&budget, 1.0, "more", &err));
    dbt_work_budget_add(&budget, 1.0);
    assert_true(dbt_work_budget_spend(&budget, 1.0, "more", &err));
    assert_true(dbt_work_budget_spend(NULL, INFINITY, "all", &err));
}
