/* Clips made in memory, for tests of training. ROOT holds one pose. Below it, a trunk walks in
 * curves and tilts. Its leg is below a joint that never rotates. */
#ifndef DBT_TESTS_WALKER_H
#define DBT_TESTS_WALKER_H

#include "read_bvh.h"

#include "base/buffer.h"
#include "base/mem.h"
#include "motion/track.h"

enum { WALKER_FRAMES = 40, WALKER_ROTATING = 4 };

static inline void walker_add_trunk(dbt_buffer *text)
{
    dbt_buffer_text(text,
                    "JOINT Spine\n{\nOFFSET 0 20 1\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
                    "JOINT Head\n{\nOFFSET 0 30 -2\nCHANNELS 3 Yrotation Xrotation Zrotation\n"
                    "End Site\n{\nOFFSET 0 0 0\n}\n}\n}\n");
}

/* leg: the name of the last joint. */
static inline void walker_add_limb(dbt_buffer *text, const char *leg)
{
    dbt_buffer_format(text,
                      "JOINT Fixed\n{\nOFFSET 8 -3 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
                      "JOINT %s\n{\nOFFSET 1 -40 2\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
                      "End Site\n{\nOFFSET 0 -10 0\n}\n}\n}\n",
                      leg);
}

static inline void walker_add_hierarchy(dbt_buffer *text, bool limb_first, const char *leg)
{
    dbt_buffer_text(text, "HIERARCHY\nROOT World\n{\nOFFSET 0 0 0\n"
                          "CHANNELS 3 Zrotation Xrotation Yrotation\n"
                          "JOINT Hips\n{\nOFFSET 1 2 3\nCHANNELS 6 Xposition Yposition Zposition "
                          "Zrotation Xrotation Yrotation\n");
    if (limb_first)
        walker_add_limb(text, leg);
    walker_add_trunk(text);
    if (!limb_first)
        walker_add_limb(text, leg);
    dbt_buffer_text(text, "}\n}\nMOTION\n");
}

enum { WALKER_CHANNELS = 21 };

static inline void walker_add_frame(dbt_buffer *text, const double *values)
{
    for (int i = 0; i < WALKER_CHANNELS; i++) {
        dbt_buffer_text(text, i > 0 ? " " : "");
        dbt_buffer_exact(text, values[i]);
    }
    dbt_buffer_text(text, "\n");
}

/* Returns a clip at 20 frames a second, with the limb before or after the trunk in its text. The
 * text lives until walker_release. */
static inline dbt_clip walker_clip_ordered(double phase, bool limb_first)
{
    enum { TRUNK = 9, LIMB = 15, TRUNK_CHANNELS = 6 }; /* the first channels of trunk and limb */
    dbt_buffer text = { 0 };
    walker_add_hierarchy(&text, limb_first, "Leg");
    dbt_buffer_format(&text, "Frames: %d\nFrame Time: 0.05\n", WALKER_FRAMES);
    for (int f = 0; f < WALKER_FRAMES; f++) {
        const double t = 0.05 * f + phase;
        const double values[WALKER_CHANNELS] = { 3.0,
                                                 5.0,
                                                 20.0, /* World: constant */
                                                 50.0 * sin(t),
                                                 90.0 + 4.0 * sin(5.0 * t),
                                                 80.0 * t,
                                                 12.0 * sin(3.0 * t),
                                                 20.0 * cos(2.0 * t),
                                                 90.0 * t + 100.0 * phase,
                                                 25.0 * sin(4.0 * t),
                                                 15.0 * sin(t),
                                                 30.0 * cos(3.0 * t),
                                                 40.0 * sin(2.0 * t + 1.0),
                                                 10.0 * cos(t),
                                                 9.0 * sin(5.0 * t),
                                                 7.0,
                                                 -8.0,
                                                 40.0, /* Fixed */
                                                 60.0 * sin(4.0 * t),
                                                 12.0 * t,
                                                 5.0 * cos(6.0 * t) };
        double ordered[WALKER_CHANNELS];
        memcpy(ordered, values, sizeof values);
        if (limb_first) {
            memcpy(ordered + TRUNK, values + LIMB, TRUNK_CHANNELS * sizeof *values);
            memcpy(ordered + LIMB, values + TRUNK, TRUNK_CHANNELS * sizeof *values);
        }
        walker_add_frame(&text, ordered);
    }
    return read_bvh(text.bytes, text.size, "made");
}

static inline dbt_clip walker_clip(double phase)
{
    return walker_clip_ordered(phase, false);
}

static inline void walker_release(dbt_clip *clip)
{
    dbt_free((char *)(uintptr_t)clip->text.bytes);
    dbt_clip_release(clip);
}

/* Makes two walks, and tracks of both at the first walk's rate. The caller releases them. */
static inline void walker_tracks(dbt_clip clips[2], dbt_track tracks[2])
{
    dbt_error err;
    for (int i = 0; i < 2; i++) {
        clips[i] = walker_clip(0.9 * i);
        if (!dbt_track_init(&tracks[i], &clips[i], &clips[0].skeleton, clips[0].frame_time,
                            DBT_INTERPOLATE_HERMITE, &err))
            fail_msg("%s", err.msg);
    }
}

/* Returns the derivative of loss(context, NULL) by *number: fourth-order central differences. */
static inline double walker_difference(double (*loss)(void *context, double *grad), void *context,
                                       double *number, double step)
{
    const double at = *number;
    double f[4];
    static const double points[] = { -2.0, -1.0, 1.0, 2.0 };
    for (int i = 0; i < 4; i++) {
        *number = at + points[i] * step;
        f[i] = loss(context, NULL);
    }
    *number = at;
    return (f[0] - 8.0 * f[1] + 8.0 * f[2] - f[3]) / (12.0 * step);
}

/* Fails if grad[n] differs from the derivatives by weights[n]: the norm of the errors, relative to
 * the norm of grad, is `tolerance` or more. */
static inline void walker_expect_grads(double (*loss)(void *context, double *grad), void *context,
                                       double *weights, const double *grad, size_t n, double step,
                                       double tolerance, const char *what)
{
    double off = 0.0, size = 0.0;
    for (size_t i = 0; i < n; i++) {
        const double d = walker_difference(loss, context, &weights[i], step) - grad[i];
        off += d * d;
        size += grad[i] * grad[i];
    }
    if (!(size > 0.0 && sqrt(off) < tolerance * sqrt(size)))
        fail_msg("%s: off by %g of %g", what, sqrt(off), sqrt(size));
}

#endif
