/* Ordered parallel loop: results are used in order, few indexes are ahead, and a failure ends it
 * cleanly. */
#include "expect.h"

#include "host/ordered_loop.h"

#include <stdatomic.h>

enum { N = 500, AHEAD = 7 };

typedef struct record {
    atomic_size_t n_begun, n_emitted, max_ahead;
    size_t n_done;
    size_t emitted[N];
    size_t slow, stops_at; /* indexes; N: none */
    bool fails, stops_when_done;
} record;

static void raise_to(atomic_size_t *maximum, size_t value)
{
    size_t seen = atomic_load(maximum);
    while (value > seen && !atomic_compare_exchange_weak(maximum, &seen, value))
        continue;
}

/* Returns false if the loop must end at `index`; then also sets *err if r->fails. */
static bool end_at(const record *r, size_t index, dbt_error *err)
{
    return index < r->stops_at || (r->fails && dbt_fail(err, DBT_E_PARAM, "index %zu", index));
}

static bool work(void *context, size_t index, dbt_error *err)
{
    record *r = context;
    raise_to(&r->max_ahead, index - atomic_load(&r->n_emitted));
    atomic_fetch_add(&r->n_begun, 1);
    /* waits until other threads are at the maximum distance ahead */
    while (index == r->slow && atomic_load(&r->n_begun) < index + AHEAD)
        continue;
    return r->stops_when_done || end_at(r, index, err);
}

static bool done(void *context, size_t index, dbt_error *err)
{
    record *r = context;
    r->n_done++;
    return !r->stops_when_done || end_at(r, index, err);
}

static void emit(void *context, size_t index)
{
    record *r = context;
    r->emitted[atomic_fetch_add(&r->n_emitted, 1)] = index;
}

static bool run(record *r, int n_threads, dbt_error *err)
{
    const dbt_ordered calls = {
        .work = work, .done = done, .emit = emit, .context = r, .ahead = AHEAD
    };
    return dbt_run_ordered(n_threads, N, &calls, err);
}

TEST(results_are_used_once_in_order_and_few_are_ahead)
{
    for (int n_threads = 1; n_threads <= 16; n_threads *= 2) {
        record r = { .slow = n_threads < AHEAD ? N : 100, .stops_at = N };
        dbt_error err;
        memset(&err, 0x5a, sizeof err);
        const dbt_error before = err;
        assert_true(run(&r, n_threads, &err));
        assert_memory_equal(&err, &before, sizeof err);
        assert_int_equal(r.n_done, N);
        assert_int_equal(r.n_emitted, N);
        for (size_t i = 0; i < N; i++)
            assert_int_equal(r.emitted[i], i);
        assert_true(r.max_ahead < AHEAD);
        assert_true(r.slow == N || r.max_ahead == AHEAD - 1);
    }
}

/* All indexes from 50 fail. The error is that of the first. */
TEST(after_a_failure_indexes_that_have_begun_are_used)
{
    for (int n_threads = 1; n_threads <= 16; n_threads *= 2)
        for (int when_done = 0; when_done <= 1; when_done++) {
            record r = {
                .slow = N, .stops_at = 50, .fails = true, .stops_when_done = when_done == 1
            };
            dbt_error err;
            assert_false(run(&r, n_threads, &err));
            assert_int_equal(err.code, DBT_E_PARAM);
            assert_string_equal(err.msg, "index 50");
            assert_int_equal(r.n_emitted, r.n_done);
            assert_true(r.n_emitted >= (size_t)(50 + when_done));
            assert_true(r.n_emitted < N);
            for (size_t i = 0; i < r.n_emitted; i++)
                assert_int_equal(r.emitted[i], i);
        }
}

TEST(a_stop_without_an_error_sets_none)
{
    record r = { .slow = N, .stops_at = 50 };
    dbt_error err;
    assert_false(run(&r, 4, &err));
    assert_int_equal(err.code, DBT_OK);
    assert_int_equal(r.n_emitted, 50);
    assert_false(run(&(record){ .slow = N, .stops_at = 0 }, 4, NULL));
    assert_true(dbt_run_ordered(4, 0, &(dbt_ordered){ .work = work }, &err));
}
