/* Changes a clip so that its skeleton equals another one: renames joints, drops joints, scales
 * lengths. */
#ifndef DBT_BVH_RESHAPE_H
#define DBT_BVH_RESHAPE_H

#include "base/name_table.h"
#include "bvh/clip.h"

/* The contents of a file of --rename. Zeroed: nothing is renamed. Release with dbt_renames_release.
 */
typedef struct dbt_renames {
    dbt_names names;    /* the new name of each name or pattern; owned */
    dbt_name *patterns; /* stb_ds list of the entries with '*'; the last match counts */
} dbt_renames;

/* Reads JSON from text[size]: {"FROM": "TO", ...}. A '*' in FROM matches any text; a '*' in TO
 * inserts it. file: the name in messages; borrowed during the call. Fails with DBT_E_SYNTAX (also
 * if a FROM occurs twice), DBT_E_PARAM or DBT_E_LIMIT, line and column; *renames is then zeroed.
 * Only one thread may read JSON at a time. */
DBT_CHECK bool dbt_renames_read(dbt_renames *renames, const char *text, size_t size,
                                const char *file, dbt_error *err);

/* Frees the entries, and zeroes *renames. renames: may be zeroed. */
void dbt_renames_release(dbt_renames *renames);

/* The changes of a clip. Borrows all. */
typedef struct dbt_reshape {
    const dbt_renames *renames; /* may be NULL: none */
    const char *const *drops;   /* [n_drops] shell patterns of new names; the joints that match, and
                                   all joints below them, are dropped */
    int n_drops;
    double scale; /* factor of OFFSETs and positions; 0 as 1 */
} dbt_reshape;

/* Changes a clip after reading: scales, then renames, then drops. If all children of a joint
 * without End Site are dropped, an End Site without a name, at the OFFSET of the first, replaces
 * them. matched[n_drops]: receives whether each pattern matched a joint; a pattern without a match
 * is no failure.
 *
 * Fails with DBT_E_PARAM if a renamed joint would have the name of another remaining joint, or a
 * name not valid in BVH. Fails with DBT_E_PARAM if ROOT would be dropped, or no joint with a
 * channel would remain. Fails with DBT_E_NUMBER if a length would be too large. Release the clip
 * even on failure; it may be changed, and matched[] incomplete. */
DBT_CHECK bool dbt_clip_reshape(dbt_clip *clip, const dbt_reshape *reshape, bool *matched,
                                dbt_error *err);

/* Marks the joints of a skeleton that dbt_clip_reshape would drop; none if a new name is not valid
 * in BVH, or dropping would fail. drop: [n_joints], zeroed; receives true for these joints.
 * skeleton: before any change; it stays unchanged. */
void dbt_reshape_mark(const dbt_reshape *reshape, const dbt_skeleton *skeleton, bool *drop);

#endif
