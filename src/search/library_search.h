/* Finds the cheapest cuts among many clips, exactly, by one of two engines. For few cuts among many
 * frames: branch and bound over a tree of all frames (search/clip_search.h). For many cuts among
 * few frames: the search of each pair of clips (search/cut_search.h). */
#ifndef DBT_SEARCH_LIBRARY_SEARCH_H
#define DBT_SEARCH_LIBRARY_SEARCH_H

#include "search/cut_search.h"

/* A cut that leaves clip a for clip b (indices in the query's clips). */
typedef struct dbt_library_cut {
    size_t a, b;
    dbt_cut_cell cell;
} dbt_library_cut;

/* Cuts that were found; free list with dbt_free. */
typedef struct dbt_library_cuts {
    dbt_library_cut *list;      /* [n] */
    size_t n, room;             /* room: capacity of the list */
    size_t n_listed;            /* number of cuts that were added, and of those above `below` */
    double min_cost;            /* units; of all cuts that were added, even if dropped since; the
                                   caller sets it to INFINITY at first */
    double n_cells, n_computed; /* number of cells of all searched pairs, and of costs that were
                                   computed */
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
     * it. On failure there is nothing to release. From any thread. */
    bool (*prepare)(const void *context, size_t clip, dbt_searched *prepared, dbt_error *err);
    const dbt_cut_query *ranges; /* [n_clips]: frames [i_begin, i_end) at which each may be left,
                                    [j_begin, j_end) at which it may be entered if it is prepared,
                                    `apart`, and `between` for cuts within the clip, frames; other
                                    members are ignored */
    /* Whether to search the pair in which a is left for b. For a = b it must be false if the
     * quota's n has a limit. From any thread. */
    bool (*has_pair)(const void *context, size_t a, size_t b);
    const void *pairs; /* context of prepare and has_pair */
    dbt_cut_quota quota;
    const double *below; /* units: cuts that cost more, to nine digits, are only counted, in
                            n_listed; NULL: no limit */
    int n_threads;
    dbt_cut_progress *progress; /* counts frames that are left instead of cells; NULL: none */
    void *context;
} dbt_library_query;

/* Adds cuts to `found`, which may have cuts of other pairs, until it contains the quota's cuts of
 * all these pairs, in no order. Drops some of the earlier cuts that exceed the quota; call
 * dbt_library_choose to sort them and to drop the others. Then the answer does not depend on the
 * engine or the number of threads. Chooses the engine that is expected to do less work. Also
 * updates the min_cost, n_cells and n_computed of `found`. The caller frees its list, also on
 * failure. Fails with DBT_E_LIMIT for more than 2^32 - 1 frames that may be entered, if it chose
 * the tree, or as prepare does; `found` may then have some of the cuts. */
DBT_CHECK bool dbt_library_search(const dbt_library_query *query, dbt_library_cuts *found,
                                  dbt_error *err);

/* Searches as dbt_library_search does, by the tree: adds the quota's cuts to `found`. Fails with
 * DBT_E_LIMIT for more than 2^32 - 1 frames that may be entered, or as prepare does; `found` may
 * then have some of the cuts. */
DBT_CHECK bool dbt_library_search_tree(const dbt_library_query *query, dbt_library_cuts *found,
                                       dbt_error *err);

/* Searches as dbt_library_search does, pair by pair: adds the quota's cuts to `found`. Fails as
 * prepare does; `found` may then have some of the cuts. */
DBT_CHECK bool dbt_library_search_pairs(const dbt_library_query *query, dbt_library_cuts *found,
                                        dbt_error *err);

/* Sorts the cuts in the quota's order: by cost, then by the order of ties. If the quota is of_each,
 * sorts by the clip that is left first. Then drops cuts that exceed the quota's n, of each clip or
 * of all. Ignores per_pair; min_cost and the counts stay. found->list may be NULL if n is 0. */
void dbt_library_choose(dbt_library_cuts *found, const dbt_cut_quota *quota);

#endif
