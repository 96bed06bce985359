/* Glitches: pops that no motion makes. Many clips begin with a T-pose; some have a frame of another
 * take, or lost a marker for a frame. */
#ifndef DBT_MOTION_GLITCH_H
#define DBT_MOTION_GLITCH_H

#include "base/buffer.h"
#include "bvh/clip.h"

/* Writes the clip's glitches, its pops above DBT_POP_GLITCH (motion/pops.h), and the runs of frames
 * between them, into clip->glitches, and all its pops above DBT_POP_LIMIT into clip->pops; both are
 * empty before. Where no pop is above `limit`, pops may stay empty, which costs less; with INFINITY
 * both do. */
void dbt_glitches_find(dbt_clip *clip, double limit);

/* Writes a message for a clip that has glitches: its file, the first glitch, and the frames that
 * are in no run. */
void dbt_glitches_line(const dbt_clip *clip, dbt_buffer *out);

#endif
