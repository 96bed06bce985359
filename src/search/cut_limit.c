#include "search/cut_limit.h"

#include "base/mem.h"
#include "base/sorted.h"

#include <math.h>
#include <stdint.h>

static const dbt_cut_rank after_all = { INFINITY, SIZE_MAX, SIZE_MAX };

int dbt_cut_rank_compare(const dbt_cut_rank *x, const dbt_cut_rank *y)
{
    const int cost = (x->cost > y->cost) - (x->cost < y->cost), a = dbt_compare_sizes(x->a, y->a);
    return cost ? cost : a ? a : dbt_compare_sizes(x->b, y->b);
}

void dbt_cut_limit_init(dbt_cut_limit *limit, size_t n)
{
    *limit = (dbt_cut_limit){ .n = n, .bound = after_all };
    pthread_mutex_init(&limit->lock, NULL);
}

void dbt_cut_limit_release(dbt_cut_limit *limit)
{
    pthread_mutex_destroy(&limit->lock);
    dbt_free(limit->heap);
    limit->heap = NULL;
    limit->n_ranks = limit->room = 0;
}

/* Pushes a rank onto the heap, which grows. The caller holds the lock. */
static void push(dbt_cut_limit *limit, const dbt_cut_rank *rank)
{
    size_t at = limit->n_ranks;
    dbt_make_room(&limit->heap, at, 1, &limit->room, sizeof *rank);
    limit->n_ranks++;
    for (; at > 0 && dbt_cut_rank_compare(&limit->heap[(at - 1) / 2], rank) < 0; at = (at - 1) / 2)
        limit->heap[at] = limit->heap[(at - 1) / 2];
    limit->heap[at] = *rank;
}

/* Replaces the last rank, the root of a max-heap that is not empty, by *rank and restores the
 * heap's order. The caller holds the lock. */
static void replace_last(dbt_cut_limit *limit, const dbt_cut_rank *rank)
{
    dbt_cut_rank *heap = limit->heap;
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < limit->n_ranks; at = child) {
        child +=
            child + 1 < limit->n_ranks && dbt_cut_rank_compare(&heap[child], &heap[child + 1]) < 0;
        if (dbt_cut_rank_compare(rank, &heap[child]) >= 0)
            break;
        heap[at] = heap[child];
    }
    heap[at] = *rank;
}

void dbt_cut_limit_add(dbt_cut_limit *limit, dbt_cut_rank rank)
{
    pthread_mutex_lock(&limit->lock);
    if (limit->n_ranks < limit->n)
        push(limit, &rank);
    else if (dbt_cut_rank_compare(&rank, &limit->heap[0]) < 0)
        replace_last(limit, &rank);
    pthread_mutex_unlock(&limit->lock);
}

/* Returns the last of n ranks; if there are fewer, a rank after all others. */
static dbt_cut_rank last_of_heap(const dbt_cut_limit *limit)
{
    return limit->n_ranks == limit->n ? limit->heap[0] : after_all;
}

void dbt_cut_limit_set_bound(dbt_cut_limit *limit)
{
    pthread_mutex_lock(&limit->lock);
    limit->bound = last_of_heap(limit);
    limit->n_ranks = 0;
    pthread_mutex_unlock(&limit->lock);
}

dbt_cut_rank dbt_cut_limit_last(dbt_cut_limit *limit)
{
    pthread_mutex_lock(&limit->lock);
    const dbt_cut_rank last = last_of_heap(limit);
    const dbt_cut_rank bound = limit->bound;
    pthread_mutex_unlock(&limit->lock);
    return dbt_cut_rank_compare(&last, &bound) < 0 ? last : bound;
}
