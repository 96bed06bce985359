/* Parallel loops: each index is called once, in order. After a failure no call begins. */
#include "expect.h"

#include "base/threads.h"

#include <stdatomic.h>

enum { N = 1000 };

typedef struct calls {
    atomic_int counts[N];
    atomic_int n, fails_at; /* calls so far; the index whose call fails, -1: none */
    atomic_int in_order;    /* calls whose index was the number of calls before */
} calls;

static bool call(void *context, size_t index)
{
    calls *c = context;
    atomic_fetch_add(&c->counts[index], 1);
    const bool next = atomic_fetch_add(&c->n, 1) == (int)index;
    atomic_fetch_add(&c->in_order, next);
    return (int)index != c->fails_at;
}

TEST(each_number_is_called_once)
{
    static calls c;
    for (int n_threads = 1; n_threads <= 300; n_threads += 23) {
        c = (calls){ .fails_at = -1 };
        assert_true(dbt_run_each(n_threads, N, call, &c));
        for (size_t i = 0; i < N; i++)
            assert_int_equal(c.counts[i], 1);
    }
    c = (calls){ .fails_at = -1 };
    assert_true(dbt_run_each(4, 0, call, &c));
    assert_int_equal(c.n, 0);
}

TEST(none_begins_after_a_failure)
{
    static calls c;
    c = (calls){ .fails_at = 300 };
    assert_false(dbt_run_each(1, N, call, &c));
    assert_int_equal(c.n, 301);
    assert_int_equal(c.in_order, 301);
    c = (calls){ .fails_at = 300 };
    assert_false(dbt_run_each(4, N, call, &c));
    for (size_t i = 0; i <= 300; i++)
        assert_int_equal(c.counts[i], 1);
    c = (calls){ .fails_at = N - 1 };
    assert_false(dbt_run_each(4, N, call, &c));
}
