/* The joints of a BVH file: hierarchy, offsets and channels. Also finds the joints of two files
 * that correspond, and joints by name or pattern. */
#ifndef DBT_BVH_SKELETON_H
#define DBT_BVH_SKELETON_H

#include "base/error.h"
#include "base/budgets.h"
#include "base/error.h"
#include "base/vecquat.h"

#include <stdint.h>

enum { DBT_MAX_CHANNELS = 6 }; /* per joint */

/* Positions first, then rotations; x, y, z within each. */
typedef enum dbt_channel {
    DBT_XPOSITION,
    DBT_YPOSITION,
    DBT_ZPOSITION,
    DBT_XROTATION,
    DBT_YROTATION,
    DBT_ZROTATION
} dbt_channel;

extern const char *const dbt_channel_names[DBT_MAX_CHANNELS];

static inline bool dbt_channel_is_rotation(dbt_channel channel)
{
    return channel >= DBT_XROTATION;
}

/* The axis of a channel: 0 x, 1 y, 2 z. */
static inline int dbt_channel_axis(dbt_channel channel)
{
    return (int)channel % 3;
}

/* What a joint is in a body, as a file of --roles says (bvh/role_file.h), or the motion
 * (fit/knees.h). */
typedef struct dbt_role_choice {
    bool is_set;    /* false: names and tree decide */
    bool by_motion; /* no file says so */
    int role, side; /* as in bvh/joint_names.h */
} dbt_role_choice;

typedef struct dbt_joint {
    char *name;        /* owned by the skeleton; bytes as in the file */
    int parent;        /* index, less than the joint's own; -1: ROOT */
    dbt_vec3 offset;   /* units, parent space */
    int first_channel; /* index into a frame's values */
    uint8_t n_channels;
    uint8_t channels[DBT_MAX_CHANNELS]; /* dbt_channel, in the file's order */

    /* Derived from channels, for the inner loops. */
    uint8_t n_rot;          /* 0 to 3 */
    uint8_t rot_axis[3];    /* in channel order */
    uint8_t rot_channel[3]; /* index of each in channels */
    int8_t pos_channel[3];  /* index of x, y, z in channels; -1: none */
    bool has_pos;           /* any position channel */

    dbt_role_choice chosen_role;
    int last_end_site; /* index of the last of its End Sites, which form a ring; -1: it has none */
} dbt_joint;

typedef struct dbt_end_site {
    char *name; /* owned; NULL for the plain "End Site" */
    int parent;
    int next; /* index of the joint's next End Site; after the last comes the first */
    dbt_vec3 offset;
} dbt_end_site;

/* joints[n_joints] in the file's order, parents before children. */
typedef struct dbt_skeleton {
    const char *file;        /* that it was read from, for messages; borrowed; NULL: none */
    dbt_joint *joints;       /* stb_ds list */
    dbt_end_site *end_sites; /* stb_ds list, in the file's order */
    int n_joints, n_end_sites;
    int n_channels; /* values per frame */
} dbt_skeleton;

/* Frees what the skeleton holds and zeroes it. A zeroed skeleton is fine. */
void dbt_skeleton_release(dbt_skeleton *skeleton);

/* Makes *copy equal to a skeleton; release it. */
void dbt_skeleton_copy(dbt_skeleton *copy, const dbt_skeleton *skeleton);

/* Sets the derived fields of the joint from its channels. */
void dbt_joint_derive(dbt_joint *joint);

/* Puts an End Site behind the others of its joint, into their ring. */
void dbt_skeleton_link_end_site(dbt_skeleton *skeleton, int end_site);

/* The End Site of a joint after this one, or its first after -1; -1 after the last. */
int dbt_skeleton_next_end_site(const dbt_skeleton *skeleton, int joint, int end_site);

/* The joint that a channel of a frame's values belongs to. */
int dbt_skeleton_joint_of(const dbt_skeleton *skeleton, int channel);

/* Whether both have equal joints and parents, and channels in equal order, so that a frame's values
 * mean the same in both. Offsets may differ. */
bool dbt_skeleton_same_layout(const dbt_skeleton *a, const dbt_skeleton *b);

/* Whether a frame's values make the same poses in both: equal offsets, too. */
bool dbt_skeleton_same_poses(const dbt_skeleton *a, const dbt_skeleton *b);

/* Maps the joints of `to` to those of `from`, into map[to->n_joints]: the joint with that name
 * under the corresponding parent. Siblings may come in any order; siblings with equal names are
 * matched in order. Fails with DBT_E_SKELETON, naming the first joints that only one skeleton has.
 */
DBT_CHECK bool dbt_skeleton_map(const dbt_skeleton *to, const dbt_skeleton *from, int *map,
                                dbt_error *err);

/* The joints sorted by name, for finding many of them. */
typedef struct dbt_name_index {
    const dbt_skeleton *skeleton; /* borrowed */
    const dbt_joint **sorted;     /* [n_joints]: by name, then as in the skeleton */
} dbt_name_index;

void dbt_name_index_init(dbt_name_index *index, const dbt_skeleton *skeleton);
void dbt_name_index_release(dbt_name_index *index);

/* The joint with exactly that name. -1 with DBT_E_PARAM where no joint has it (suggests the nearest
 * names) or two have it. */
int dbt_name_index_find(const dbt_name_index *index, const char *name, dbt_error *err);

/* Whether a joint has exactly that name, or several have it. */
bool dbt_name_index_has(const dbt_name_index *index, const char *name);

/* As dbt_name_index_find, for a single name. */
int dbt_skeleton_find(const dbt_skeleton *skeleton, const char *name, dbt_error *err);

/* Finds joints by many names and patterns. */
typedef struct dbt_matcher {
    dbt_name_index index;
    int *found; /* [n_joints]: the matches of the last pattern */
} dbt_matcher;

void dbt_matcher_init(dbt_matcher *matcher, const dbt_skeleton *skeleton);
void dbt_matcher_release(dbt_matcher *matcher);

/* Finds the joints whose names a shell pattern (* ? [...]) matches: returns how many, with their
 * indexes in matcher->found. */
int dbt_matcher_list(dbt_matcher *matcher, const char *glob);

/* As dbt_matcher_list, where a joint is needed. 0 with DBT_E_PARAM where no joint matches, or two
 * match a pattern without wildcards. */
int dbt_matcher_find(dbt_matcher *matcher, const char *glob, dbt_error *err);

/* Sets matched[n_joints] to true for each joint that matches. Fails as dbt_matcher_find does. */
bool dbt_matcher_mark(dbt_matcher *matcher, const char *glob, bool *matched, dbt_error *err);

/* As dbt_matcher_mark, for a single pattern. */
DBT_CHECK bool dbt_skeleton_match(const dbt_skeleton *skeleton, const char *glob, bool *matched,
                                  dbt_error *err);

/* The first joint from ROOT down whose number of child joints is not one, usually the hips. Its
 * ancestors are the joints 0 to result - 1. */
int dbt_skeleton_branch(const dbt_skeleton *skeleton);

#endif
