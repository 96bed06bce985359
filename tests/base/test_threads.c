/* Parallel loops: each index is called once, in order. */
#include "expect.h"

#include "base/threads.h"

#include <stdatomic.h>
#include <stdbool.h>

enum { N = 1000 };

typedef struct calls {
    atomic_int counts[N];
    atomic_int n;        /* calls so far */
    atomic_int in_order; /* calls whose index was the number of calls before */
} calls;

static void call(void *context, size_t index)
{
    calls *c = context;
    atomic_fetch_add(&c->counts[index], 1);
    const bool next = atomic_fetch_add(&c->n, 1) == (int)index;
    atomic_fetch_add(&c->in_order, next);
}

TEST(each_number_is_called_once)
{
    static calls c;
    for (int n_threads = 1; n_threads <= 300; n_threads += 149) {
        c = (calls){ 0 };
        dbt_run_each(n_threads, N, call, &c);
        for (size_t i = 0; i < N; i++)
            assert_int_equal(c.counts[i], 1);
        assert_true(n_threads > 1 || c.in_order == N);
    }
    c = (calls){ 0 };
    dbt_run_each(4, 0, call, &c);
    assert_int_equal(c.n, 0);
}
