/* Glitches: steps between two frames that are far longer than the clip's usual ones. Many clips
 * begin with a T-pose; some have a frame of another take, or lost a marker for a frame. */
#ifndef DBT_MOTION_GLITCH_H
#define DBT_MOTION_GLITCH_H

#include "base/buffer.h"
#include "bvh/clip.h"

/* Writes the clip's glitches, and the runs of frames between them, into clip->glitches, which is
 * empty before. A joint's step is a glitch if, in world space,
 *  - it is at least a quarter of the reach (in the first frame);
 *  - it is at least four times the joint's usual longest step, which is the longest after leaving
 *    out the longest floor(N / 1000) of its N steps, and at least four steps;
 *  - at most one of the four steps before and the four after is longer than a quarter of it, since
 *    real motion takes several frames to gather speed;
 *  - a channel makes a step with the last property in the same frame, of over 15 degrees or an
 *    eighth of the reach.
 * Clips of up to 16 frames have none. */
void dbt_glitches_find(dbt_clip *clip);

/* Writes a message for a clip that has glitches: its file, the first glitch, and the frames that
 * are in no run. */
void dbt_glitches_line(const dbt_clip *clip, dbt_buffer *out);

#endif
