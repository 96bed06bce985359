/* Joint limits: learned from clips, or read from JSON and written to it. */
#ifndef DBT_CORE_LIMITS_H
#define DBT_CORE_LIMITS_H

#include "core/align.h"
#include "core/buffer.h"
#include "core/method.h"

/* The range of every joint's local rotation over all frames of the tracks' clips
 * as captured, no margin, into limits[n_joints]; the anchor and the joints above
 * it are left unlimited. tracks: one for each clip. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_limits_learn(const dbt_track *tracks, int n_tracks, const dbt_chain *chain,
                                dbt_joint_limits *limits, dbt_error *err);

/* Limits as a file gives them, by joint name. */
typedef struct dbt_named_limits {
    char *name; /* owned */
    dbt_joint_limits limits;
    size_t node; /* of the entry, as dbt_json_locate takes it */
} dbt_named_limits;

typedef struct dbt_limits_file {
    const char *text, *file; /* borrowed from the caller of dbt_limits_read */
    size_t size;
    dbt_named_limits *entries; /* [n_entries] */
    size_t n_entries;
} dbt_limits_file;

/* Reads {"JOINT": {"ref": [w,x,y,z], "min": [x,y,z], "max": [x,y,z]}} (degrees)
 * from size bytes of text; release with dbt_limits_release. Fails with
 * DBT_E_SYNTAX or DBT_E_PARAM at line, column and path, or DBT_E_MEMORY. Not from
 * two threads at once. */
DBT_CHECK bool dbt_limits_read(dbt_limits_file *limits, const char *text, size_t size,
                               const char *file, dbt_error *err);

void dbt_limits_release(dbt_limits_file *limits);

/* The limits of a skeleton's joints into joints[n_joints]: those that the file
 * does not name are unlimited, and so are the anchor and those above it. Fails
 * with DBT_E_PARAM where the file names a joint that is not there, or two. */
DBT_CHECK bool dbt_limits_bind(const dbt_limits_file *limits, const dbt_skeleton *skeleton,
                               const dbt_chain *chain, dbt_joint_limits *joints, dbt_error *err);

/* The same as text, added to out. */
void dbt_limits_format(const dbt_skeleton *skeleton, const dbt_joint_limits *limits,
                       dbt_buffer *out);

#endif
