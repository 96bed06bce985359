/* Finds the cheapest cuts among many clips, exactly, by one of two engines. For few cuts among many
 * frames: branch and bound over a tree of all frames (search/clip_search.h). For many cuts among
 * few frames: the search of each pair of clips (search/cut_search.h). */
#ifndef DBT_SEARCH_LIBRARY_SEARCH_H
#define DBT_SEARCH_LIBRARY_SEARCH_H

#include "search/cut_search.h"

/* A cut that leaves clip a for clip b. */
typedef struct dbt_library_cut {
    size_t a, b;
    dbt_cut_cell cell;
    double frame_time; /* of the library, seconds */
} dbt_library_cut;

/* Cuts that were found; free list with dbt_free. */
typedef struct dbt_library_cuts {
    dbt_library_cut *list; /* [n] */
    size_t n, room;
    double min_cost;            /* units; of all cuts that were added; set to INFINITY at first */
    double n_cells, n_computed; /* cells of all pairs, and costs that were computed */
} dbt_library_cuts;

/* Which cuts to find: the n cheapest of each clip that is left (of_each), or of all clips together.
 * Costs equal to nine digits tie; then the order of clips decides (first a, then b), then the
 * smaller i, then the smaller j. Within each pair cuts are selected as for dbt_cut_query, and at
 * most per_pair of them. */
typedef struct dbt_cut_quota {
    size_t n;        /* 1 or more; SIZE_MAX: no limit */
    bool of_each;    /* n of each clip that is left; else n of all */
    size_t per_pair; /* 1 or more; SIZE_MAX: no limit */
} dbt_cut_quota;

/* A search of a library. Borrows its members. */
typedef struct dbt_library_query {
    const dbt_searched *clips; /* [n_clips], compared with each other; all 0: not prepared */
    size_t n_clips;
    /* Prepares a clip that is not prepared in `clips`, because it is only left. The search releases
     * it. From any thread. */
    bool (*prepare)(const void *context, size_t clip, dbt_searched *prepared, dbt_error *err);
    const dbt_cut_query *ranges; /* [n_clips]: frames at which each may be left and entered, and
                                    `apart`; other members are ignored */
    /* Whether to search pair a, b of different clips. */
    bool (*has_pair)(const void *context, size_t a, size_t b);
    const void *pairs; /* context of prepare and has_pair */
    double frame_time; /* of all clips */
    dbt_cut_quota quota;
    int n_threads;
    dbt_cut_progress *progress; /* as in dbt_cut_search, but frames that are left; NULL: none */
    void *context;
} dbt_library_query;

/* Adds cuts to `found`, which may have cuts of other pairs, until it contains the quota's cuts of
 * all these pairs. Drops some of the earlier cuts that exceed the quota; call dbt_library_choose to
 * drop the others. Chooses the engine that is expected to do less work. The answer does not depend
 * on the engine or the number of threads. Fails with DBT_E_LIMIT for more than 2^32 - 1 frames, or
 * as prepare does; `found` may then have some of the cuts. */
DBT_CHECK bool dbt_library_search(const dbt_library_query *query, dbt_library_cuts *found,
                                  dbt_error *err);

/* Searches as dbt_library_search does, by the tree: adds the quota's cuts to `found`. Fails with
 * DBT_E_LIMIT for more than 2^32 - 1 frames, or as prepare does; `found` may then have some of the
 * cuts. */
DBT_CHECK bool dbt_library_search_tree(const dbt_library_query *query, dbt_library_cuts *found,
                                       dbt_error *err);

/* Searches as dbt_library_search does, pair by pair: adds the quota's cuts to `found`. Fails as
 * prepare does; `found` may then have some of the cuts. */
DBT_CHECK bool dbt_library_search_pairs(const dbt_library_query *query, dbt_library_cuts *found,
                                        dbt_error *err);

/* Sorts the cuts, by clip that is left if the quota is of_each, then by cost, and drops cuts that
 * exceed the quota's n. Does not count per_pair. */
void dbt_library_choose(dbt_library_cuts *found, const dbt_cut_quota *quota);

#endif
