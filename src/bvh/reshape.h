/* Makes the skeletons of clips fit: renames joints, and drops those that other clips lack. */
#ifndef DBT_BVH_RESHAPE_H
#define DBT_BVH_RESHAPE_H

#include "bvh/clip.h"

typedef struct dbt_rename {
    char *from, *to;       /* owned; each may have one '*' */
    size_t before, behind; /* numbers of bytes before and after the '*' of from */
} dbt_rename;

/* The contents of a file of --rename. Zeroed: nothing is renamed. */
typedef struct dbt_renames {
    dbt_rename *names;    /* stb_ds list without '*', sorted by from */
    dbt_rename *patterns; /* stb_ds list of those with '*'; the last that matches counts */
} dbt_renames;

/* Reads JSON: {"FROM": "TO", ...}. A '*' in FROM stands for any text, which a '*' in TO repeats.
 * Fails with DBT_E_SYNTAX, DBT_E_PARAM or DBT_E_LIMIT at line and column; *renames is then zeroed.
 * Only one thread may read JSON at a time. */
DBT_CHECK bool dbt_renames_read(dbt_renames *renames, const char *text, size_t size,
                                const char *file, dbt_error *err);

void dbt_renames_release(dbt_renames *renames); /* a zeroed one is fine */

/* How clips are changed. Borrows all. */
typedef struct dbt_reshape {
    const dbt_renames *renames; /* NULL: none */
    const char *const *drops;   /* [n_drops] shell patterns of the new names: joints that match go,
                                   with all joints below them */
    int n_drops;
    double scale; /* OFFSETs and positions are multiplied by it; 0 as 1 */
} dbt_reshape;

/* Changes a clip that was just read. A joint that loses all its children gets an End Site in place
 * of the first. matched[n_drops] receives whether each pattern matched a joint. Release the clip
 * even on failure. Fails with DBT_E_PARAM if two joints would have one name, if BVH cannot hold a
 * name, if ROOT would be dropped, or if no joint with a channel would be left; DBT_E_NUMBER if a
 * length would be too large. */
DBT_CHECK bool dbt_clip_reshape(dbt_clip *clip, const dbt_reshape *reshape, bool *matched,
                                dbt_error *err);

/* Sets drop[n_joints], zeroed, for a skeleton as it was read: whether dbt_clip_reshape would drop
 * the joint. Sets none where that would fail. */
void dbt_reshape_mark(const dbt_reshape *reshape, const dbt_skeleton *skeleton, bool *drop);

#endif
