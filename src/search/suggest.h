/* Finds the cheapest cuts of pairs of clips, all compared at one rate and from one motion root. */
#ifndef DBT_SEARCH_SUGGEST_H
#define DBT_SEARCH_SUGGEST_H

#include "base/timespec.h"
#include "search/cut_map.h"
#include "search/library_search.h"

/* What to search for; the fields' zero values are no defaults. Times in frames are frames at the
 * common rate. All times are rounded to frames, halves up. */
typedef struct dbt_suggest_spec {
    const char *root; /* name of the motion root; NULL: the deepest joint of the chain that moves in
                         any clip */
    int up;           /* 0 x, 1 y, 2 z */
    dbt_interpolation interpolation;
    double frame_time;      /* of all clips, seconds; 0: that of the first */
    bool *mixed_rates;      /* becomes true if a clip's rate is not that of the first, else stays;
                               NULL: not needed */
    double velocity_weight; /* seconds, >= 0 */
    const double *weights;  /* [n_joints] of the first clip; NULL: all 1 */
    dbt_time play;          /* minimum time that each clip plays before and after a cut */
    dbt_time apart;         /* cells within this, in both clips, of a listed, cheaper one are not
                               listed */
    dbt_time between;       /* minimum distance of both frames of a cut within one clip */
    const dbt_time_range *at,
        *from;     /* of the clip that is left, and of the clip that is entered; NULL: all times */
    size_t top;    /* maximum number of cells of each pair; for dbt_suggest_library unused */
    size_t memory; /* approximate limit, bytes, of the entered frames of a library or graph; a lower
                      one only means more work */
    int n_threads;
    dbt_cut_progress *progress; /* counts cells of a pair (dbt_cut_search), or entered clips of a
                                   library or graph, with a fraction; NULL: none */
    dbt_cut_progress *prepared; /* counts prepared clips, as in dbt_chosen_clips; of a library or
                                   graph anew for each block in memory; NULL: none */
    void *context;
} dbt_suggest_spec;

/* A pair: clip a is left for clip b, or a clip for itself. */
typedef struct dbt_clip_pair {
    size_t a, b;         /* set by the caller: numbers of the clips */
    dbt_cut_cell *found; /* set by the caller, [top]: filled in, cheapest first */
    size_t n_found;      /* filled in: fewer than top if no cells are left */
    dbt_cost_map *map;   /* set by the caller, costs NULL: drawn from the query's cells; NULL: no
                            map */
} dbt_clip_pair;

/* Searches a pair of the source's n_clips clips: fills in *pair. All clips are measured, for the
 * motion root and the warnings of differing bones (dbt_track_check_bones), which it adds. Headings
 * are measured from the first clip, which stays in memory; other clips are fetched once, those of
 * the pair twice. The caller frees the map's costs, also on failure; they may be NULL then. Fails
 * with DBT_E_TIME, naming --play, if a clip of the pair is too short for it; with DBT_E_PARAM if no
 * joint of the chain is called `root`; with DBT_E_LIMIT if there are too many pairs of frames
 * (dbt_check_searched); or as the source, dbt_searched_init and dbt_track_check_bones do. */
DBT_CHECK bool dbt_suggest_pair(const dbt_suggest_spec *spec, const dbt_clip_source *source,
                                size_t n_clips, dbt_clip_pair *pair, dbt_warnings *warnings,
                                dbt_error *err);

/* Sets *found to the cuts of a quota, sorted (dbt_library_choose), searched in the ordered pairs of
 * different clips; ignores the spec's top and between. The frames of the entered clips are in
 * memory in blocks of about spec->memory bytes. Adds differing bones to warnings. The caller frees
 * found->list, also on failure; it may then have some of the cuts. Fails as dbt_suggest_pair does:
 * with DBT_E_TIME if any clip is too short for --play, with DBT_E_LIMIT if there are too many pairs
 * of frames, or as the source does. */
DBT_CHECK bool dbt_suggest_library(const dbt_suggest_spec *spec, const dbt_cut_quota *quota,
                                   const dbt_clip_source *source, size_t n_clips,
                                   dbt_library_cuts *found, dbt_warnings *warnings, dbt_error *err);

/* Sets *found to the spec's top cuts of each ordered pair of clips and within each clip. Memory
 * grows with the listed cuts. below: units; cuts that cost more, to nine digits, are only counted
 * in n_listed; NULL: no limit. max_listed: maximum of the list's length and of n_listed. A longer
 * list is sorted by cost and cut to the cheapest cuts; else it is in no order of cost. Warns and
 * fails as dbt_suggest_library does. The caller frees found->list, also on failure; it may then
 * have some of the cuts. */
DBT_CHECK bool dbt_suggest_graph(const dbt_suggest_spec *spec, const double *below,
                                 size_t max_listed, const dbt_clip_source *source, size_t n_clips,
                                 dbt_library_cuts *found, dbt_warnings *warnings, dbt_error *err);

/* Sets the ranges, between, apart and top of a query between clips of n_a and n_b frames, both
 * counted at the common rate; other members stay. frame_time: of that rate, seconds; the spec's is
 * ignored. `between` applies only if both are one clip. A range may be empty, with its begin after
 * its end. The first frame is never left, because it has no velocity. */
void dbt_suggest_ranges(const dbt_suggest_spec *spec, double frame_time, size_t n_a, size_t n_b,
                        dbt_cut_query *query);

#endif
