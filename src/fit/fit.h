/* Clips of other rigs: a clip of another skeleton, with other joint names, bone lengths, zero pose,
 * units or up axis, becomes one that could have been captured on a given rig. Rigs have two legs, a
 * head and hands. dbtool-internals(7), OTHER RIGS, has the rules. */
#ifndef DBT_FIT_FIT_H
#define DBT_FIT_FIT_H

#include "bvh/clip.h"

/* What a joint is taken for. */
typedef struct dbt_joint_role {
    const char *side; /* "left ", "right " or "" */
    const char *name; /* "knee"; NULL: nothing */
} dbt_joint_role;

enum { DBT_MAX_ROLES = 17 }; /* eight of each side, and the head */

/* Zero-initialise; release with dbt_fit_roles_release. */
typedef struct dbt_fit_roles {
    dbt_joint_role *joints; /* [n_joints] */
    dbt_joint_role missing[DBT_MAX_ROLES];
    int n_missing;
    bool by_file;         /* some are chosen: those of a file of --roles */
    bool knees_by_motion; /* those of legs with several joints to a bone */
    bool by_tree;         /* names do not show the roles: the tree and the lengths of bones do */
    bool by_names;        /* names show which side is the left one; else feet do */
    bool exchanged;       /* they call the sides by each other's names, as feet show */
    dbt_error problem; /* why no clip can be fitted to or from it; its code is DBT_OK if it can */
} dbt_fit_roles;

/* Finds what the joints of a clip are taken for. */
void dbt_fit_roles_find(dbt_fit_roles *roles, const dbt_clip *clip);
void dbt_fit_roles_release(dbt_fit_roles *roles);

/* Whether both have the same joints under the same parents, and OFFSETs that differ by at most 1 %,
 * ROOT's aside. The same axis points up in clips of such rigs. */
bool dbt_fit_same_offsets(const dbt_skeleton *a, const dbt_skeleton *b);

/* A rig that clips are fitted to, by a clip that was captured on it. */
typedef struct dbt_fit_rig dbt_fit_rig;

/* Borrows the clip, of which one frame is enough. Threads may share the rig. A clip in which no
 * two-legged rig is found is no failure here. NULL with DBT_E_FRAMES. */
DBT_CHECK dbt_fit_rig *dbt_fit_rig_new(const dbt_clip *clip, dbt_error *err);
void dbt_fit_rig_free(dbt_fit_rig *rig); /* NULL is fine */

/* Whether it is a two-legged rig with a head and hands. */
bool dbt_fit_rig_is_known(const dbt_fit_rig *rig);

/* Whether two rigs are one: a clip on either stays as it is if it is fitted to the other. */
bool dbt_fit_rigs_are_same(const dbt_fit_rig *a, const dbt_fit_rig *b);

enum { DBT_FIT_SHOWN = 3 };

/* What was found about a clip and a rig. */
typedef struct dbt_fit_summary {
    bool same;             /* the clip has this rig and stays as it is; nothing else is set */
    int n_known, n_joints; /* of the rig's joints: those that follow the clip's, and all */
    double size;           /* lengths are multiplied by it */
    const char *up[2];     /* the up axes of clip and rig: "y" or "-y" */
    bool exchanged;        /* the clip's names call left and right by each other's names */
    bool up_is_unknown;    /* that of the clip or of the rig: the clip is not turned */
    int n_unknown;         /* the clip's joints that none of the rig's follows */
    const char *unknown[DBT_FIT_SHOWN]; /* the first of these; borrowed from the clip */
    const char *turned; /* a joint of the rig whose zero pose is another than its counterpart's,
                           although both take their rotations for the same; borrowed; NULL: none */
    double turned_deg;
} dbt_fit_summary;

/* Fits a clip to a rig. *fitted: the new clip, with the rig's skeleton, the clip's file, frame time
 * and number of frames; release it with dbt_clip_release. It keeps nothing of both, except the
 * names of their files. Zeroed if the clip stays as it is, or on failure. Errors: DBT_E_SKELETON if
 * one of them is no two-legged rig, DBT_E_FRAMES, DBT_E_LIMIT if the result would be far larger
 * than both texts. */
DBT_CHECK bool dbt_fit_clip(const dbt_clip *clip, const dbt_fit_rig *rig, dbt_clip *fitted,
                            dbt_fit_summary *summary, dbt_error *err);

/* Shows a clip as in a mirror whose normal is the axis from thigh to thigh: joints trade places
 * with those of the other side. The rig stays: if its sides differ by more than their joints' axes,
 * the mirrored clip is fitted to it. Errors as of dbt_fit_clip. */
DBT_CHECK bool dbt_fit_mirror(dbt_clip *clip, dbt_error *err);

#endif
