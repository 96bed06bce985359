/* Motion retargeting between rigs: a clip of another skeleton (joint names, bone lengths, zero
 * pose, units or up axis) becomes a clip on a given rig. Rigs have two legs, a head and hands.
 * dbtool-internals(7), OTHER RIGS, has the rules.
 *
 * The folder fit knows clips and rigs. It does not know cuts or transitions. */
#ifndef DBT_FIT_FIT_H
#define DBT_FIT_FIT_H

#include "bvh/clip.h"

/* Role of a joint in a body, as text. */
typedef struct dbt_joint_role {
    const char *side; /* "left ", "right " or "" */
    const char *name; /* "knee"; NULL: no role */
} dbt_joint_role;

enum { DBT_MAX_ROLES = 17 }; /* 8 per side, and the head */

/* Roles of a clip's joints. Zero-initialise. Release with dbt_fit_roles_release. */
typedef struct dbt_fit_roles {
    dbt_joint_role *joints; /* [n_joints]; owned. If the hierarchy is a body's, also "hips",
                               "spine", "chest" and "neck" */
    dbt_joint_role
        missing[DBT_MAX_ROLES]; /* roles without a joint; collars and toes are optional */
    int n_missing;
    bool by_file;         /* some roles are from a file of --roles */
    bool knees_by_motion; /* knees of legs with several joints per bone are found by their motion */
    bool by_tree;         /* roles are from the tree and the lengths of bones, not from names */
    bool by_names;        /* sides are from names; otherwise from the direction of the feet */
    bool exchanged;       /* names exchange left and right, as the feet show */
    dbt_error problem;    /* why the rig cannot be fitted or be fitted to; code DBT_OK: it can */
} dbt_fit_roles;

/* Overwrites *list with the roles of a clip's joints, and the problem (DBT_E_SKELETON, without a
 * file) if the rig cannot be fitted; the roles that it has are listed even then. Without frames it
 * is not checked for four legs and exchanged sides. Release with dbt_fit_roles_release. */
void dbt_fit_roles_find(dbt_fit_roles *list, const dbt_clip *clip);

/* Frees the roles and zeroes them. Accepts zeroed ones. */
void dbt_fit_roles_release(dbt_fit_roles *roles);

/* Whether two skeletons have the same joints under the same parents, and OFFSETs that differ by
 * no more than 1 %, except ROOT's. Clips of such rigs have one up axis. */
bool dbt_fit_same_offsets(const dbt_skeleton *a, const dbt_skeleton *b);

/* A rig to which clips are fitted, from a clip on it. */
typedef struct dbt_fit_rig dbt_fit_rig;

/* Returns the rig of a clip of one or more frames. A clip that is no body gives a rig that is
 * unknown (dbt_fit_rig_is_known), not a failure. Borrows the clip. Free with dbt_fit_rig_free.
 * Returns NULL with DBT_E_FRAMES if the clip has no frames. Several threads may use the rig. */
DBT_CHECK dbt_fit_rig *dbt_fit_rig_new(const dbt_clip *clip, dbt_error *err);

/* Frees a rig. rig: may be NULL. */
void dbt_fit_rig_free(dbt_fit_rig *rig);

/* Whether the rig is a body with two legs, a head and hands. */
bool dbt_fit_rig_is_known(const dbt_fit_rig *rig);

/* Whether two rigs are equal: a clip on either is not changed if it is fitted to the other. If
 * either rig is unknown: whether both have the same joints and exactly equal OFFSETs. */
bool dbt_fit_rigs_are_same(const dbt_fit_rig *a, const dbt_fit_rig *b);

/* Limit of names in a summary. */
enum { DBT_FIT_SHOWN = 3 };

/* Result of fitting a clip to a rig. */
typedef struct dbt_fit_summary {
    bool same;             /* the clip has this rig and is not changed; all other fields are 0 */
    int n_known, n_joints; /* number of the rig's joints: with a counterpart in the clip, or from
                              the hips to the head; in all */
    double size;           /* factor of lengths */
    const char *up[2];     /* up axes of clip and rig: "y" or "-y"; static. Equal if either is
                              unknown */
    bool exchanged;        /* the clip's names exchange left and right */
    bool up_is_unknown;    /* the up axis of clip or rig is unknown: the clip is not rotated */
    int n_unknown;         /* number of the clip's joints without a counterpart in the rig */
    const char *unknown[DBT_FIT_SHOWN]; /* names of the first ones; borrowed from the clip */
    const char *turned; /* a joint whose zero pose differs from its counterpart's, although the
                           rotations are copied; borrowed from the rig; NULL: none */
    double turned_deg;  /* angle between these zero poses, degrees */
} dbt_fit_summary;

/* Fits a clip to a rig; does not change the clip. *fitted: a new clip with the rig's skeleton, and
 * the clip's file, frame time and number of frames; without text of frames, warnings, pops and
 * glitches. Release with dbt_clip_release; it borrows only the texts `file` of clip and rig. Zeroed
 * on failure, and if the clip need not change: then summary->same is set. Overwrites *summary; it
 * is incomplete on failure.
 * Fails with the clip's file: DBT_E_SKELETON if the rig of either is unknown, unless both have the
 * same joints and OFFSETs, or if no joint from the rig's hips up has three position channels;
 * DBT_E_FRAMES if the clip has no frames; DBT_E_NUMBER if a result is not finite; DBT_E_LIMIT if
 * the result would be far larger than both texts. */
DBT_CHECK bool dbt_fit_clip(const dbt_clip *clip, const dbt_fit_rig *rig, dbt_clip *fitted,
                            dbt_fit_summary *summary, dbt_error *err);

/* Mirrors a clip in place: each joint moves as its partner on the other side did. The mirror's
 * normal is the axis (x, y or z) nearest to the line from thigh to thigh in the zero pose; x if a
 * thigh is missing. A known rig does not change: if its sides differ by more than their joints'
 * axes, the mirrored clip is fitted to it, and loses pops and glitches. An unknown rig is mirrored,
 * too. A clip without frames does not change; others lose the text of their frames and, unless half
 * turns restore the rig, of the hierarchy. Fails as dbt_fit_clip, with the clip's file; the clip is
 * then mirrored, on the mirrored rig. */
DBT_CHECK bool dbt_fit_mirror(dbt_clip *clip, dbt_error *err);

#endif
