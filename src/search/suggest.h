/* Where clips are best cut: the cheapest cells of pairs of them, whatever their rates and
 * whichever joint moves them. */
#ifndef DBT_SEARCH_SUGGEST_H
#define DBT_SEARCH_SUGGEST_H

#include "base/timespec.h"
#include "search/cut_map.h"

/* What is wanted; zero is no default. Times in frames are frames of the clip that is left,
 * and all are rounded to them, halves up. */
typedef struct dbt_suggest_spec {
    const char *root; /* name of the anchor; NULL: found for each pair */
    int up;           /* 0 x, 1 y, 2 z */
    dbt_interpolation interpolation;
    double frame_time;      /* that all clips are seen at; 0: each that is left at its own */
    double velocity_weight; /* seconds, >= 0 */
    const double *weights;  /* [n_joints] of the first clip; NULL: all 1 */
    dbt_time play;          /* how long each clip plays at the least */
    dbt_time apart;         /* how near to a cheaper cell none is listed */
    dbt_time between;       /* how far apart both frames of a clip within itself are */
    const dbt_time_range *at, *from; /* of the clip left, of that entered; NULL: all */
    size_t top;                      /* cells of each pair */
    int n_threads;
    dbt_cut_progress *progress; /* as in dbt_cut_search; NULL: none */
    void *context;
} dbt_suggest_spec;

/* Leaving one of the clips for another, or for itself. */
typedef struct dbt_clip_pair {
    size_t a, b;         /* their numbers: given */
    dbt_cut_cell *found; /* [top], given: filled in, the cheapest first */
    size_t n_found;      /* fewer where no cell is left */
    double frame_time;   /* of clip a, filled in: seconds */
    dbt_cost_map *map;   /* given: drawn of the cells that cuts are found among; NULL: none */
} dbt_clip_pair;

/* Searches all pairs of the source's clips. The first clip is the one that headings are
 * measured from; it is held, each other one got twice or more often. Memory grows with the
 * frames of all clips, once for each rate and anchor at a time. Bones that differ are added to
 * warnings. Fails with DBT_E_TIME where a clip is too short for play, naming --play; as the
 * source, dbt_searched_init and dbt_track_check_bones do; with DBT_E_PARAM where no joint is
 * called root. Maps that were drawn are the caller's then, too. */
DBT_CHECK bool dbt_suggest(const dbt_suggest_spec *spec, const dbt_clip_source *source,
                           size_t n_clips, dbt_clip_pair *pairs, size_t n_pairs,
                           dbt_warnings *warnings, dbt_error *err);

/* Sets ranges, between, apart and top of a query between a clip of n_a frames and one of n_b,
 * both counted at the rate of the clip that is left. */
void dbt_suggest_ranges(const dbt_suggest_spec *spec, double frame_time, bool same_clip, size_t n_a,
                        size_t n_b, dbt_cut_query *query);

#endif
