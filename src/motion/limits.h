/* Joint limits: learned from clips, or read from JSON; written as JSON. */
#ifndef DBT_MOTION_LIMITS_H
#define DBT_MOTION_LIMITS_H

#include "base/buffer.h"
#include "motion/align.h"

/* Where a joint's rotation may go: to ref * exp(u), each component of u between min and max
 * (radians). */
typedef struct dbt_joint_limits {
    bool limited; /* false: the other fields are not set */
    dbt_quat ref;
    dbt_vec3 min, max;
} dbt_joint_limits;

/* The u of a local rotation, by the short way. */
static inline dbt_vec3 dbt_limits_vector(const dbt_joint_limits *limits, dbt_quat rot)
{
    return dbt_quat_log(dbt_quat_abs(dbt_quat_mul(dbt_quat_conj(limits->ref), rot)));
}

/* The limits with a margin (radians) on both sides of each component. */
static inline dbt_joint_limits dbt_limits_widen(dbt_joint_limits limits, double margin)
{
    const dbt_vec3 all = { margin, margin, margin };
    limits.min = dbt_vec3_sub(limits.min, all);
    limits.max = dbt_vec3_add(limits.max, all);
    return limits;
}

/* The limits, extended where necessary to include a vector u. */
static inline dbt_joint_limits dbt_limits_include(dbt_joint_limits limits, dbt_vec3 u)
{
    limits.min =
        (dbt_vec3){ fmin(limits.min.x, u.x), fmin(limits.min.y, u.y), fmin(limits.min.z, u.z) };
    limits.max =
        (dbt_vec3){ fmax(limits.max.x, u.x), fmax(limits.max.y, u.y), fmax(limits.max.z, u.z) };
    return limits;
}

static inline dbt_vec3 dbt_limits_clamp(const dbt_joint_limits *limits, dbt_vec3 u)
{
    return (dbt_vec3){ fmin(fmax(u.x, limits->min.x), limits->max.x),
                       fmin(fmax(u.y, limits->min.y), limits->max.y),
                       fmin(fmax(u.z, limits->min.z), limits->max.z) };
}

/* Learns limits without a margin: the range of every joint's local rotation over all frames of all
 * clips as captured, into limits[n_joints]. The motion root and the joints above it stay unlimited.
 * tracks has one track for each clip. */
void dbt_limits_learn(const dbt_track *tracks, int n_tracks, const dbt_chain *chain,
                      dbt_joint_limits *limits);

/* A joint's limits as read from a file. */
typedef struct dbt_named_limits {
    char *name; /* owned */
    dbt_joint_limits limits;
    const char *begin; /* of its value in the text */
} dbt_named_limits;

typedef struct dbt_limits_file {
    const char *text, *file;   /* borrowed from the caller of dbt_limits_read */
    dbt_named_limits *entries; /* [n_entries] */
    size_t n_entries;
} dbt_limits_file;

/* Reads {"JOINT": {"ref": [w,x,y,z], "min": [x,y,z], "max": [x,y,z]}} (degrees) from size bytes of
 * text. Release with dbt_limits_release. Fails with DBT_E_SYNTAX or DBT_E_PARAM at line, column and
 * path. Two threads must not call it at the same time. */
DBT_CHECK bool dbt_limits_read(dbt_limits_file *limits, const char *text, size_t size,
                               const char *file, dbt_error *err);

void dbt_limits_release(dbt_limits_file *limits);

/* Sets joints[n_joints] to the file's limits of a skeleton's joints. Joints that the file does not
 * name are unlimited, and so are the motion root and those above it. joints NULL: only checks.
 * Fails with DBT_E_PARAM where no joint, or more than one, has a name of the file. */
DBT_CHECK bool dbt_limits_bind(const dbt_limits_file *limits, const dbt_skeleton *skeleton,
                               const dbt_chain *chain, dbt_joint_limits *joints, dbt_error *err);

/* Adds the limits to out as JSON that dbt_limits_read reads. */
void dbt_limits_format(const dbt_skeleton *skeleton, const dbt_joint_limits *limits,
                       dbt_buffer *out);

#endif
