/* The skeleton of a BVH file: hierarchy, OFFSETs and channels of its joints. Finds joints by name
 * or pattern, and the corresponding joints of two skeletons. */
#ifndef DBT_BVH_SKELETON_H
#define DBT_BVH_SKELETON_H

#include "base/budgets.h"
#include "base/error.h"
#include "base/vecquat.h"

#include <stdint.h>

/* Maximum of channels of a joint. */
enum { DBT_MAX_CHANNELS = 6 };

/* A channel: positions x, y, z, then rotations x, y, z. */
typedef enum dbt_channel {
    DBT_XPOSITION,
    DBT_YPOSITION,
    DBT_ZPOSITION,
    DBT_XROTATION,
    DBT_YROTATION,
    DBT_ZROTATION
} dbt_channel;

/* The names of channels in BVH. */
extern const char *const dbt_channel_names[DBT_MAX_CHANNELS];

/* Whether a channel is a rotation, not a position. */
static inline bool dbt_channel_is_rotation(dbt_channel channel)
{
    return channel >= DBT_XROTATION;
}

/* The axis of a channel: 0 x, 1 y, 2 z. */
static inline int dbt_channel_axis(dbt_channel channel)
{
    return (int)channel % 3;
}

/* A role set for a joint by a file of --roles (bvh/role_file.h), or by the motion (fit/knees.h). */
typedef struct dbt_role_choice {
    bool is_set;    /* false: names and hierarchy decide */
    bool by_motion; /* set by the motion, not by a file */
    int role, side; /* as in bvh/joint_names.h */
} dbt_role_choice;

/* A joint. */
typedef struct dbt_joint {
    char *name;        /* owned by the skeleton; bytes as in the file */
    int parent;        /* index, less than the joint's index; -1: ROOT */
    dbt_vec3 offset;   /* units, parent space */
    int first_channel; /* index of its first channel in a frame's values */
    uint8_t n_channels;
    uint8_t channels[DBT_MAX_CHANNELS]; /* dbt_channel, in the file's order */

    /* derived from channels (dbt_joint_derive), for the inner loops */
    uint8_t n_rot;          /* 0 to 3 */
    uint8_t rot_axis[3];    /* in channel order */
    uint8_t rot_channel[3]; /* index of each rotation in channels */
    int8_t pos_channel[3];  /* index of x, y, z in channels; -1: none */
    bool has_pos;           /* any position channel */

    dbt_role_choice chosen_role;
    int last_end_site; /* index of the last End Site in the joint's ring (circular list); -1: none
                        */
} dbt_joint;

/* An End Site. */
typedef struct dbt_end_site {
    char *name;      /* owned; may be NULL: "End Site" without a name */
    int parent;      /* joint */
    int next;        /* index of the joint's next End Site; the first after the last */
    dbt_vec3 offset; /* units, parent space */
} dbt_end_site;

/* A skeleton. Release with dbt_skeleton_release. */
typedef struct dbt_skeleton {
    const char *file;        /* its file in messages; borrowed; may be NULL: none */
    dbt_joint *joints;       /* stb_ds list, in the file's order: parents before children */
    dbt_end_site *end_sites; /* stb_ds list, in the file's order */
    int n_joints, n_end_sites;
    int n_channels; /* values per frame */
} dbt_skeleton;

/* Frees a skeleton, and zeroes it. skeleton: may be zeroed. */
void dbt_skeleton_release(dbt_skeleton *skeleton);

/* Overwrites *copy with a deep copy of a skeleton; borrows its file. Release *copy with
 * dbt_skeleton_release. */
void dbt_skeleton_copy(dbt_skeleton *copy, const dbt_skeleton *skeleton);

/* Computes the derived fields of a joint (n_rot to has_pos) from n_channels and channels. */
void dbt_joint_derive(dbt_joint *joint);

/* Appends an End Site, by its index in end_sites, to the ring of its joint, site.parent. Sets
 * `next` of End Sites and last_end_site of the joint. */
void dbt_skeleton_link_end_site(dbt_skeleton *skeleton, int end_site);

/* Iterates over the End Sites of a joint: returns the one after `end_site`, or the first after -1;
 * -1 after the last. */
int dbt_skeleton_next_end_site(const dbt_skeleton *skeleton, int joint, int end_site);

/* Returns the joint of a channel. channel: index in a frame's values. */
int dbt_skeleton_joint_of(const dbt_skeleton *skeleton, int channel);

/* Whether a and b have equal names, parents and channels of joints, in equal order: values of a
 * frame mean the same in both. OFFSETs and End Sites may differ. */
bool dbt_skeleton_same_layout(const dbt_skeleton *a, const dbt_skeleton *b);

/* Whether a and b have the same layout and equal OFFSETs of joints: values of a frame are the same
 * pose in both. */
bool dbt_skeleton_same_poses(const dbt_skeleton *a, const dbt_skeleton *b);

/* Finds the joint of `from` that corresponds to each joint of `to`: with its name, under the
 * corresponding parent. map[to->n_joints]: receives its index in `from`. Siblings may have any
 * order; siblings with equal names correspond in order. Fails with DBT_E_SKELETON unless each joint
 * of both has a counterpart, and names the first joints that only one skeleton has. map is then
 * incomplete. */
DBT_CHECK bool dbt_skeleton_map(const dbt_skeleton *to, const dbt_skeleton *from, int *map,
                                dbt_error *err);

/* An index of joints by name. Release with dbt_name_index_release. */
typedef struct dbt_name_index {
    const dbt_skeleton *skeleton; /* borrowed */
    const dbt_joint **sorted;     /* [n_joints], by name, then by index in the skeleton */
} dbt_name_index;

/* dbt_name_index_init sorts the joints of a skeleton, which is borrowed and must not change while
 * the index is used. dbt_name_index_release frees the index. */
void dbt_name_index_init(dbt_name_index *index, const dbt_skeleton *skeleton);
void dbt_name_index_release(dbt_name_index *index);

/* Returns the index of the joint with a name. Fails with DBT_E_PARAM, and returns -1, if no joint
 * has the name (the message suggests the nearest names), or if two have it. */
int dbt_name_index_find(const dbt_name_index *index, const char *name, dbt_error *err);

/* Whether at least one joint has a name. */
bool dbt_name_index_has(const dbt_name_index *index, const char *name);

/* As dbt_name_index_find, for a single search. */
int dbt_skeleton_find(const dbt_skeleton *skeleton, const char *name, dbt_error *err);

/* Iterates over the joints whose names equal a text, or match it as a shell pattern (* ? [...]):
 * returns the first after `joint`, which is -1 for the first of all; -1 after the last. */
int dbt_skeleton_next_match(const dbt_skeleton *skeleton, const char *glob, int joint);

/* Fails with DBT_E_PARAM if dbt_skeleton_next_match finds no joint, or two for a pattern without
 * wildcards. */
DBT_CHECK bool dbt_skeleton_check_match(const dbt_skeleton *skeleton, const char *glob,
                                        dbt_error *err);

/* Sets matched[n_joints] to true for each joint that matches; leaves others unchanged. Fails as
 * dbt_skeleton_check_match. */
DBT_CHECK bool dbt_skeleton_match(const dbt_skeleton *skeleton, const char *glob, bool *matched,
                                  dbt_error *err);

/* Returns the first joint from ROOT down with other than one child joint, usually the hips. Its
 * ancestors are joints 0 to result - 1. */
int dbt_skeleton_branch(const dbt_skeleton *skeleton);

#endif
