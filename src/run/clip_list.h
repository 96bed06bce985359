/* The clips of a command line, by index. Each is read with the job's options, and stays in memory
 * or is read again when needed. */
#ifndef DBT_RUN_CLIP_LIST_H
#define DBT_RUN_CLIP_LIST_H

#include "host/progress.h"
#include "run/clip_set.h"

/* Initialise with dbt_clip_list_init; release with dbt_clip_list_release. */
typedef struct dbt_clip_list {
    const dbt_job *job;       /* borrowed, like paths */
    const char *const *paths; /* [n] */
    size_t n;
    dbt_clip_set held; /* clips that stay in memory */
    dbt_verbosity verbosity;
    bool as_is;             /* no clip is fitted to another rig */
    bool *dropped;          /* [job->n_drops]: the pattern matched in a clip read so far */
    dbt_role_match roles;   /* best match of the file of roles among the clips read so far */
    bool *shown;            /* [n]: the source has returned the clip before */
    dbt_warnings warnings;  /* about the clips that the source has returned */
    dbt_progress *progress; /* shows the number of clips read; borrowed; NULL: none */
    double n_frames;        /* frames of all clips that the source has returned */
} dbt_clip_list;

/* Sets up a list of paths[n]. Borrows cache, job and paths; release the list before its cache. */
void dbt_clip_list_init(dbt_clip_list *list, dbt_clip_cache *cache, const dbt_job *job,
                        const char *const *paths, size_t n, dbt_verbosity verbosity);

/* Returns a clip by its index, which stays in memory until the list is released. Fails as
 * dbt_clip_set_get. */
const dbt_clip *dbt_clip_list_load(dbt_clip_list *list, size_t number, dbt_error *err);

/* Loads the first clip, and the clips that cannot be read again, such as pipes. */
DBT_CHECK bool dbt_clip_list_load_few(dbt_clip_list *list, dbt_error *err);

/* As dbt_clip_set_settle_up, for all clips; reads clips that are not in memory. job: the list's
 * job. */
DBT_CHECK bool dbt_clip_list_settle_up(dbt_clip_list *list, dbt_job *job, dbt_error *err);

/* Returns a clip source for a search; it borrows the list. Fetch every clip from one thread first,
 * which prints its glitches once; after that, from any thread. */
dbt_clip_source dbt_clip_list_source(dbt_clip_list *list);

/* Fails as dbt_fail_no_drop if a pattern of the job matched no joint of the clips read so far, or
 * as dbt_role_match_check. */
DBT_CHECK bool dbt_clip_list_check_joints(const dbt_clip_list *list, dbt_error *err);

/* Returns the clips to the cache and frees the list. */
void dbt_clip_list_release(dbt_clip_list *list);

#endif
