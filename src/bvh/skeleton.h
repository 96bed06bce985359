/* The joints of a BVH file: hierarchy, offsets, channels; and how the joints of
 * two files correspond. */
#ifndef DBT_BVH_SKELETON_H
#define DBT_BVH_SKELETON_H

#include "base/budgets.h"
#include "base/error.h"
#include "base/vecquat.h"

#include <stdint.h>

enum { DBT_MAX_CHANNELS = 6 }; /* of a joint */

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

/* 0 x, 1 y, 2 z */
static inline int dbt_channel_axis(dbt_channel channel)
{
    return (int)channel % 3;
}

typedef struct dbt_joint {
    char *name;        /* owned by the skeleton; bytes as in the file */
    int parent;        /* index, less than the joint's own; -1: ROOT */
    dbt_vec3 offset;   /* units, parent space */
    int first_channel; /* of a frame's values */
    uint8_t n_channels;
    uint8_t channels[DBT_MAX_CHANNELS]; /* dbt_channel, in the file's order */

    /* Derived from channels, for the inner loops. */
    uint8_t n_rot;          /* 0 to 3 */
    uint8_t rot_axis[3];    /* in channel order */
    uint8_t rot_channel[3]; /* place of each among the joint's channels */
    int8_t pos_channel[3];  /* place of x, y, z among the joint's channels, -1: none */
    bool has_pos;           /* any position channel */

    int last_end_site; /* of its End Sites, which form a ring; -1: it has none */
} dbt_joint;

typedef struct dbt_end_site {
    char *name; /* owned; NULL for the plain "End Site" */
    int parent;
    int next; /* the next End Site of that joint; the last one's is the first */
    dbt_vec3 offset;
} dbt_end_site;

/* joints[n_joints] in the file's order, parents before children. */
typedef struct dbt_skeleton {
    dbt_joint *joints;       /* stb_ds list */
    dbt_end_site *end_sites; /* stb_ds list, in the file's order */
    int n_joints, n_end_sites;
    int n_channels; /* values in a frame */
} dbt_skeleton;

/* Frees what the skeleton holds and zeroes it; fine on a zeroed one. */
void dbt_skeleton_release(dbt_skeleton *skeleton);

/* Sets the derived fields of the joint from its channels. */
void dbt_joint_derive(dbt_joint *joint);

/* Equal joints, parents and channels in equal order: a frame's values of one
 * mean the same in the other. Offsets may differ. */
bool dbt_skeleton_same_layout(const dbt_skeleton *a, const dbt_skeleton *b);

/* For each joint of `to`, the index of the joint of `from` of that name under
 * the corresponding parent (siblings in any order; equal names go by order):
 * map[to->n_joints]. Fails with DBT_E_SKELETON where either has a joint that
 * the other lacks, naming the first, or with DBT_E_MEMORY. */
DBT_CHECK bool dbt_skeleton_map(const dbt_skeleton *to, const dbt_skeleton *from, int *map,
                                dbt_error *err);

/* The joints in the order of their names, to find many of them. */
typedef struct dbt_name_index {
    const dbt_skeleton *skeleton; /* borrowed */
    int *order;                   /* [n_joints] */
} dbt_name_index;

DBT_CHECK bool dbt_name_index_init(dbt_name_index *index, const dbt_skeleton *skeleton,
                                   dbt_error *err);
void dbt_name_index_release(dbt_name_index *index);

/* As dbt_skeleton_find. */
int dbt_name_index_find(const dbt_name_index *index, const char *name, dbt_error *err);

/* The joint of that exact name; -1 with err where there is none (the nearest
 * name is suggested) or where two have it. */
int dbt_skeleton_find(const dbt_skeleton *skeleton, const char *name, dbt_error *err);

/* Joints looked for by many names and patterns. What patterns cost is counted: for each
 * joint 16, and the pattern's length times that of the name, or once where it has no '*'. */
typedef struct dbt_matcher {
    dbt_name_index index;
    int *found;     /* [n_joints], by the last pattern */
    double n_bytes; /* of all names */
    double steps;   /* so far */
} dbt_matcher;

DBT_CHECK bool dbt_matcher_init(dbt_matcher *matcher, const dbt_skeleton *skeleton, dbt_error *err);
void dbt_matcher_release(dbt_matcher *matcher);

/* The joints whose names a shell pattern (* ? [...]) matches: how many, and which into
 * matcher->found. 0 with DBT_E_PARAM where there is none, or where a pattern without
 * wildcards matches two; with DBT_E_LIMIT beyond DBT_MAX_MATCH_STEPS. */
int dbt_matcher_find(dbt_matcher *matcher, const char *glob, dbt_error *err);

/* Sets matched[n_joints] to true where a pattern matches, which must be somewhere. */
bool dbt_matcher_mark(dbt_matcher *matcher, const char *glob, bool *matched, dbt_error *err);

/* The same for one pattern. */
DBT_CHECK bool dbt_skeleton_match(const dbt_skeleton *skeleton, const char *glob, bool *matched,
                                  dbt_error *err);

/* Length of the chain that starts at ROOT and goes down while a joint has one
 * child joint, the joint that branches included; the chain is written to
 * chain[n_joints]. */
int dbt_skeleton_chain(const dbt_skeleton *skeleton, int *chain);

#endif
