/* Glitches: pops too large for any real motion. Many clips begin with a T-pose; some have a
 * frame of another recording, or lost a marker for a frame. Knows one clip at a time. */
#ifndef DBT_MOTION_GLITCH_H
#define DBT_MOTION_GLITCH_H

#include "base/buffer.h"
#include "bvh/clip.h"

/* Fills clip->pops with the pops above DBT_POP_LIMIT (motion/pops.h), and clip->glitches with those
 * above DBT_POP_GLITCH and the runs of frames between them. Both must be empty; the clip owns them.
 * Without glitches clip->glitches.runs stays NULL: one run. limit: the caller needs only pops above
 * it; at most DBT_POP_GLITCH, or INFINITY: none, and both stay empty. If no pop is above `limit`,
 * clip->pops may stay empty, which is faster. */
void dbt_glitches_find(dbt_clip *clip, double limit);

/* Appends a message about the glitches of a clip to out, "dbtool: FILE: ..." without a line end:
 * the first glitch with its pop, the number of further glitches, and the frames outside all runs
 * (counted from 0). If no frame is outside, the message ends in "this jump" or "these jumps".
 * The clip must have at least one glitch. */
void dbt_glitches_line(const dbt_clip *clip, dbt_buffer *out);

#endif
