/* The clips of a command line, by number: each is read as the job says, and stays in memory or is
 * read again when it is needed. */
#ifndef DBT_RUN_CLIP_LIST_H
#define DBT_RUN_CLIP_LIST_H

#include "host/progress.h"
#include "run/clip_set.h"

typedef struct dbt_clip_list {
    const dbt_job *job;       /* borrowed, as paths is */
    const char *const *paths; /* [n] */
    size_t n;
    dbt_clip_set held; /* the clips that stay */
    dbt_verbosity verbosity;
    bool as_is;    /* no clip is fitted to another rig, whatever the job says */
    bool *dropped; /* [n_drops] of the job: whether a pattern matched in a clip read so far */
    dbt_role_match roles;  /* of the clips read so far, the one that the file of roles suits best */
    bool *shown;           /* [n]: the source has given the clip before */
    dbt_warnings warnings; /* about the clips that the source has given */
    dbt_progress *progress; /* shows how many clips were read; borrowed; NULL: none */
    double n_frames;        /* of the clips that the source has given, each counted once */
} dbt_clip_list;

/* Lists paths[n]; release the list before its cache. */
void dbt_clip_list_init(dbt_clip_list *list, dbt_clip_cache *cache, const dbt_job *job,
                        const char *const *paths, size_t n, dbt_verbosity verbosity);

/* Reads a clip, which stays in memory until the list is released. Fails as dbt_clip_set_get. */
const dbt_clip *dbt_clip_list_load(dbt_clip_list *list, size_t number, dbt_error *err);

/* Holds the first clip, and those that cannot be read again. */
DBT_CHECK bool dbt_clip_list_load_few(dbt_clip_list *list, dbt_error *err);

/* As dbt_clip_set_settle_up, for all clips; reads those that are not held. job: that of the list.
 */
DBT_CHECK bool dbt_clip_list_settle_up(dbt_clip_list *list, dbt_job *job, dbt_error *err);

/* A clip source for a search. Fetch every clip from one thread first, which prints its glitches
 * once; after that from any thread. Borrows the list. */
dbt_clip_source dbt_clip_list_source(dbt_clip_list *list);

/* Fails as dbt_fail_no_drop does if a pattern of the job matched no joint in any clip read, and as
 * dbt_role_match_check. */
DBT_CHECK bool dbt_clip_list_check_joints(const dbt_clip_list *list, dbt_error *err);

void dbt_clip_list_release(dbt_clip_list *list);

#endif
