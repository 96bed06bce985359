/* The work that all sequences of a command share. */
#include "expect.h"

#include "base/allowance.h"
#include "base/budgets.h"

TEST(no_more_is_taken_than_was_granted)
{
    dbt_allowance allowance;
    dbt_error err = { .code = DBT_OK };
    dbt_allowance_init(&allowance);
    assert_true(dbt_allowance_spend(&allowance, DBT_FREE_STEPS - 5.0, "half", &err));
    assert_false(dbt_allowance_spend(&allowance, 6.0, "the rest", &err));
    assert_int_equal(err.code, DBT_E_LIMIT);
    assert_non_null(strstr(err.msg, "the rest"));
    assert_true(dbt_allowance_spend(&allowance, 5.0, "the rest", &err));
    assert_false(dbt_allowance_spend(&allowance, 1.0, "more", &err));
    dbt_allowance_add(&allowance, 1.0);
    assert_true(dbt_allowance_spend(&allowance, 1.0, "more", &err));
    assert_true(dbt_allowance_spend(NULL, INFINITY, "all", &err));
}
