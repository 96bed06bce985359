/* Joint limits: learned from clips, or read from JSON; written as JSON. Knows tracks and names
 * of joints; knows no transition methods. */
#ifndef DBT_MOTION_LIMITS_H
#define DBT_MOTION_LIMITS_H

#include "base/buffer.h"
#include "base/name_table.h"
#include "motion/align.h"

/* Allowed local rotations of a joint: ref * exp(u), with min <= u <= max for each component
 * (radians). */
typedef struct dbt_joint_limits {
    bool limited; /* false: the other fields are not set */
    dbt_quat ref;
    dbt_vec3 min, max;
} dbt_joint_limits;

/* Returns the rotation vector u of a local rotation, from its shorter arc: |u| <= pi radians. */
static inline dbt_vec3 dbt_limits_vector(const dbt_joint_limits *limits, dbt_quat rot)
{
    return dbt_quat_log(dbt_quat_abs(dbt_quat_mul(dbt_quat_conj(limits->ref), rot)));
}

/* Returns the limits widened by a margin (radians) on both sides of each component. */
static inline dbt_joint_limits dbt_limits_widen(dbt_joint_limits limits, double margin)
{
    const dbt_vec3 all = { margin, margin, margin };
    limits.min = dbt_vec3_sub(limits.min, all);
    limits.max = dbt_vec3_add(limits.max, all);
    return limits;
}

/* Returns the limits, extended if necessary to include a rotation vector u. */
static inline dbt_joint_limits dbt_limits_include(dbt_joint_limits limits, dbt_vec3 u)
{
    limits.min =
        (dbt_vec3){ fmin(limits.min.x, u.x), fmin(limits.min.y, u.y), fmin(limits.min.z, u.z) };
    limits.max =
        (dbt_vec3){ fmax(limits.max.x, u.x), fmax(limits.max.y, u.y), fmax(limits.max.z, u.z) };
    return limits;
}

/* Returns a rotation vector u with each component clamped to the limits. */
static inline dbt_vec3 dbt_limits_clamp(const dbt_joint_limits *limits, dbt_vec3 u)
{
    return (dbt_vec3){ fmin(fmax(u.x, limits->min.x), limits->max.x),
                       fmin(fmax(u.y, limits->min.y), limits->max.y),
                       fmin(fmax(u.z, limits->min.z), limits->max.z) };
}

/* Learns limits without a margin: sets limits[n_joints] to the range of each joint's local rotation
 * over all clip frames (not resampled) of all clips outside glitches, around its mean rotation. The
 * motion root and the joints above it become unlimited. tracks[n_tracks]: one for each clip, of one
 * output skeleton; n_tracks > 0. Each clip has a frame outside glitches, as after dbt_track_init.
 */
void dbt_limits_learn(const dbt_track *tracks, int n_tracks, const dbt_chain *chain,
                      dbt_joint_limits *limits);

/* One joint's limits, as read from a file. */
typedef struct dbt_named_limits {
    dbt_joint_limits limits;
    const char *begin; /* start of its value in the text; borrowed */
} dbt_named_limits;

/* Joint limits of a JSON file. */
typedef struct dbt_limits_file {
    const char *text, *file; /* borrowed from the caller of dbt_limits_read */
    dbt_names entries;       /* dbt_named_limits of each name, in the order of the file */
} dbt_limits_file;

/* Reads {"JOINT": {"ref": [w,x,y,z], "min": [x,y,z], "max": [x,y,z]}} (degrees) from `size` bytes
 * of text into *limits (radians). Does not check the joints' names. file: name for messages.
 * Borrows text and file. Release with dbt_limits_release. Fails as dbt_json_read, or with
 * DBT_E_PARAM at line, column and path if the JSON has another form; *limits then has no entries.
 * Not thread-safe.
 */
DBT_CHECK bool dbt_limits_read(dbt_limits_file *limits, const char *text, size_t size,
                               const char *file, dbt_error *err);

/* Frees the entries and zeroes *limits. Accepts a zeroed one. */
void dbt_limits_release(dbt_limits_file *limits);

/* Sets joints[n_joints] to the file's limits. Unlimited are joints that the file does not name, the
 * motion root, and the joints above it. joints may be NULL: only checks. limits: may be zeroed.
 * Fails with DBT_E_PARAM, file, line, column and path if a name of the file matches no joint or
 * several; joints is then incomplete. */
DBT_CHECK bool dbt_limits_bind(const dbt_limits_file *limits, const dbt_skeleton *skeleton,
                               const dbt_chain *chain, dbt_joint_limits *joints, dbt_error *err);

/* Appends limits[n_joints] of the limited joints to out as a JSON object (degrees), a line for each
 * joint, with a final line end. dbt_limits_read accepts it. */
void dbt_limits_format(const dbt_skeleton *skeleton, const dbt_joint_limits *limits,
                       dbt_buffer *out);

#endif
