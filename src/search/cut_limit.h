/* The n cheapest cuts that several searches have found so far. A cut that comes after the last of
 * these is not among the n cheapest of all. */
#ifndef DBT_SEARCH_CUT_LIMIT_H
#define DBT_SEARCH_CUT_LIMIT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* The order of cuts of different pairs of clips: by cost, then by clip a, then by clip b. */
typedef struct dbt_cut_rank {
    double cost; /* units, rounded to nine digits */
    size_t a, b; /* clip that is left, clip that is entered */
} dbt_cut_rank;

/* Negative, 0 or positive: x comes before y, ties with it, or comes after it. */
int dbt_cut_rank_compare(const dbt_cut_rank *x, const dbt_cut_rank *y);

/* A limit that several threads lower. Read it with dbt_cut_limit_last. */
typedef struct dbt_cut_limit {
    size_t n;           /* 1 or more */
    dbt_cut_rank *heap; /* [n_ranks], a max-heap: at most n ranks */
    size_t n_ranks, room;
    dbt_cut_rank bound; /* from dbt_cut_limit_set_bound; its cost is infinite: none */
    pthread_mutex_t lock;
} dbt_cut_limit;

/* Sets up a limit without ranks for the n cheapest cuts. Release with dbt_cut_limit_release. */
void dbt_cut_limit_init(dbt_cut_limit *limit, size_t n);
void dbt_cut_limit_release(dbt_cut_limit *limit);

/* Adds the rank of a cut that was found; drops the last of more than n ranks. From any thread. */
void dbt_cut_limit_add(dbt_cut_limit *limit, dbt_cut_rank rank);

/* Removes all ranks and the earlier bound. If there were n ranks, the last one becomes the bound;
 * else there is none. From any thread. */
void dbt_cut_limit_set_bound(dbt_cut_limit *limit);

/* Returns the last rank that may still be among the n cheapest: the last of n ranks, or the bound
 * if that is earlier. With fewer than n ranks and no bound its cost is infinite. From any
 * thread. */
dbt_cut_rank dbt_cut_limit_last(dbt_cut_limit *limit);

#endif
