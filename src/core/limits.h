/* Joint limits: learned from clips, or read from JSON and written to it. */
#ifndef DBT_CORE_LIMITS_H
#define DBT_CORE_LIMITS_H

#include "core/align.h"
#include "core/buffer.h"
#include "core/method.h"

/* The range of every joint's local rotation over all frames of the tracks' clips
 * as captured, no margin, into limits[n_joints]; the anchor and the joints above
 * it are left unlimited. tracks: one for each clip. */
void dbt_limits_learn(const dbt_track *tracks, int n_tracks, const dbt_chain *chain,
                      dbt_joint_limits *limits);

/* Reads {"JOINT": {"ref": [w,x,y,z], "min": [x,y,z], "max": [x,y,z]}} (degrees)
 * from size bytes of text into limits[n_joints]; joints that it does not name
 * are unlimited, and so are the anchor and those above it. Fails with
 * DBT_E_SYNTAX or DBT_E_PARAM at line, column and path. */
DBT_CHECK bool dbt_limits_read(const char *text, size_t size, const char *file,
                               const dbt_skeleton *skeleton, const dbt_chain *chain,
                               dbt_joint_limits *limits, dbt_error *err);

/* The same as text, added to out. */
void dbt_limits_format(const dbt_skeleton *skeleton, const dbt_joint_limits *limits,
                       dbt_buffer *out);

#endif
