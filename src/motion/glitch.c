#include "motion/glitch.h"

#include "base/mem.h"
#include "motion/pose.h"

#include <stdlib.h>
#include <string.h>

/* Measured on 187 clips of four sets. In good clips no step of at least this share of the reach is
 * over 1.5 times the joint's usual longest step. When a clip leaves a T-pose, the hands step by at
 * least 0.56 of the reach, 6.8 times their usual longest step. */
static const double least_share = 0.25, least_ratio = 4.0;

enum {
    LEAST_STEPS = 16,      /* fewer steps do not show which lengths are usual */
    FAST_STEPS = 4,        /* the longest steps of a joint do not count as usual: at least four, */
    FAST_SHARE = 1000,     /* and one in a thousand */
    NEAR = 4,              /* steps before and after a step that are near it */
    MOST_NEAR = 2,         /* near steps, itself included, that may be a quarter as long */
    LEAST_DEGREES = 15,    /* of a channel's step: see has_lonely_value */
    MOST_PER_CHANNEL = 64, /* joints per channel: see is_worth_it */
    SHORT_RUN = 10         /* runs shorter than the longest divided by this are left out */
};

/* A step of a joint into a frame. */
typedef struct joint_step {
    double length; /* units */
    size_t frame;
} joint_step;

typedef struct glitch_search {
    const dbt_clip *clip;
    double reach;
    double *least;        /* [n_channels]: shorter steps of the channel are no glitch */
    bool *turns;          /* [n_channels]: the channel is an angle */
    int *place;           /* [n_joints]: index among the needed joints; -1: not needed */
    int n_needed;         /* joints with channels, and their ancestors */
    dbt_transform *world; /* [n_joints] */
    joint_step *fastest;  /* [n_needed][n_fast]: the longest steps, longest first */
    size_t n_fast;        /* the last of them is the joint's usual longest step */
    dbt_glitch *found;    /* stb_ds list */
} glitch_search;

/* ---- whether to look ---- */

/* The change of a channel's value into a frame; of an angle, the short way round. */
static double value_step(const dbt_clip *clip, int channel, bool turns, size_t frame)
{
    const double by =
        fabs(dbt_clip_frame(clip, frame)[channel] - dbt_clip_frame(clip, frame - 1)[channel]);
    return turns && by > 180.0 ? fabs(360.0 - by) : by;
}

/* Whether a channel's step into a frame is long, and few steps near it are a quarter as long. */
static bool is_value_lonely(const glitch_search *s, int channel, size_t frame)
{
    const dbt_clip *clip = s->clip;
    const bool turns = s->turns[channel];
    const double step = value_step(clip, channel, turns, frame);
    int near = 0;
    for (size_t f = frame > NEAR ? frame - NEAR : 1; f <= frame + NEAR && f < clip->n_frames; f++)
        near += value_step(clip, channel, turns, f) > step / least_ratio;
    return near <= MOST_NEAR && step > s->least[channel];
}

/* Sets the least step of each channel that may be part of a glitch. */
static void find_least_steps(glitch_search *s)
{
    const dbt_skeleton *skeleton = &s->clip->skeleton;
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        for (int c = 0; c < joint->n_channels; c++) {
            const int channel = joint->first_channel + c;
            s->turns[channel] = dbt_channel_is_rotation((dbt_channel)joint->channels[c]);
            s->least[channel] = s->turns[channel] ? LEAST_DEGREES : 0.5 * least_share * s->reach;
        }
    }
}

/* Whether any channel's step into a frame is lonely. */
static bool has_lonely_value(const glitch_search *s, size_t frame)
{
    const dbt_clip *clip = s->clip;
    const double *now = dbt_clip_frame(clip, frame), *before = dbt_clip_frame(clip, frame - 1);
    for (int c = 0; c < clip->skeleton.n_channels; c++)
        if (fabs(now[c] - before[c]) > s->least[c] && is_value_lonely(s, c, frame))
            return true;
    return false;
}

static void number_needed(glitch_search *s)
{
    const dbt_skeleton *skeleton = &s->clip->skeleton;
    for (int j = 0; j < skeleton->n_joints; j++)
        s->place[j] = -1;
    for (int j = 0; j < skeleton->n_joints; j++)
        if (skeleton->joints[j].n_channels > 0)
            for (int up = j; up >= 0 && s->place[up] < 0; up = skeleton->joints[up].parent)
                s->place[up] = s->n_needed++;
}

/* False for a rig that has thousands of joints without channels and few with channels: computing
 * all positions would take far longer than reading the file. */
static bool is_worth_it(const glitch_search *s)
{
    return s->n_needed <= MOST_PER_CHANNEL * s->clip->skeleton.n_channels;
}

/* ---- steps ---- */

static void keep_step(const glitch_search *s, int joint, double length, size_t frame)
{
    joint_step *list = s->fastest + (size_t)s->place[joint] * s->n_fast;
    size_t at = s->n_fast;
    if (!(length > list[at - 1].length))
        return;
    for (; at > 1 && length > list[at - 2].length; at--)
        list[at - 1] = list[at - 2];
    list[at - 1] = (joint_step){ length, frame };
}

/* Computes world positions; returns the longest step of any joint since the frame before. */
static double see_frame(const glitch_search *s, size_t frame)
{
    double longest = 0.0;
    const dbt_skeleton *skeleton = &s->clip->skeleton;
    const double *values = dbt_clip_frame(s->clip, frame);
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        if (s->place[j] < 0)
            continue;
        const dbt_vec3 before = s->world[j].pos;
        const dbt_transform local = dbt_joint_from_values(joint, values);
        s->world[j] = joint->parent < 0 ? local : dbt_transform_mul(s->world[joint->parent], local);
        const double length = dbt_vec3_length(dbt_vec3_sub(s->world[j].pos, before));
        longest = fmax(longest, length);
        if (s->fastest && frame > 0)
            keep_step(s, j, length, frame);
    }
    return longest;
}

/* Whether a joint steps far in a frame in which a channel does. A cheap test: most such channels
 * are angles near gimbal lock, where no joint moves far. */
static bool has_long_step(const glitch_search *s)
{
    for (size_t f = 1; f < s->clip->n_frames; f++) {
        if (!has_lonely_value(s, f))
            continue;
        (void)see_frame(s, f - 1);
        if (see_frame(s, f) >= least_share * s->reach)
            return true;
    }
    return false;
}

/* ---- which are glitches ---- */

static bool is_lonely(const joint_step *list, size_t n, const joint_step *step)
{
    int near = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t off =
            list[i].frame > step->frame ? list[i].frame - step->frame : step->frame - list[i].frame;
        near += off <= NEAR && list[i].length > step->length / least_ratio;
    }
    return near <= MOST_NEAR;
}

static void find_of_joint(glitch_search *s, int joint)
{
    const joint_step *list = s->fastest + (size_t)s->place[joint] * s->n_fast;
    const double own = list[s->n_fast - 1].length;
    const double least = fmax(least_ratio * own, least_share * s->reach);
    for (size_t i = 0; i < s->n_fast && list[i].length > 0.0 && list[i].length >= least; i++) {
        const dbt_glitch glitch = { list[i].frame, joint, list[i].length / s->clip->frame_time };
        if (is_lonely(list, s->n_fast, &list[i]))
            arrput(s->found, glitch);
    }
}

/* By frame, then the fastest joint first. */
static int compare(const void *x, const void *y)
{
    const dbt_glitch *a = x, *b = y;
    if (a->frame != b->frame)
        return a->frame < b->frame ? -1 : 1;
    if (a->speed != b->speed)
        return a->speed > b->speed ? -1 : 1;
    return a->joint < b->joint ? -1 : a->joint > b->joint;
}

static bool hand_over(const glitch_search *s, dbt_glitches *out, dbt_error *err)
{
    const size_t n = (size_t)arrlen(s->found);
    if (n == 0)
        return true;
    qsort(s->found, n, sizeof *s->found, compare);
    out->list = dbt_alloc_array(n, sizeof *out->list);
    out->runs = dbt_alloc_array(n + 1, sizeof *out->runs);
    if (!out->list || !out->runs)
        return dbt_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || s->found[i].frame != s->found[i - 1].frame)
            out->list[out->n++] = s->found[i];
    size_t longest = 0;
    for (size_t i = 0; i <= out->n; i++) {
        const size_t begin = i > 0 ? out->list[i - 1].frame : 0;
        const size_t end = i < out->n ? out->list[i].frame : s->clip->n_frames;
        out->runs[i] = (dbt_frame_run){ begin, end };
        longest = end - begin > longest ? end - begin : longest;
    }
    for (size_t i = 0; i <= out->n; i++)
        if (SHORT_RUN * (out->runs[i].end - out->runs[i].begin) >= longest)
            out->runs[out->n_runs++] = out->runs[i];
    return true;
}

/* ---- */

static bool find_reach(glitch_search *s, dbt_error *err)
{
    const dbt_skeleton *skeleton = &s->clip->skeleton;
    const size_t n = (size_t)skeleton->n_joints;
    int *chain = dbt_alloc_array(n, sizeof *chain);
    dbt_transform *local = dbt_alloc_array(n, sizeof *local);
    const bool ok = chain && local;
    if (ok) {
        const int length = dbt_skeleton_chain(skeleton, chain);
        dbt_pose_from_values(skeleton, dbt_clip_frame(s->clip, 0), local);
        dbt_pose_world(skeleton, local, s->world);
        s->reach = dbt_pose_reach(skeleton, s->world, chain[length - 1]);
    }
    dbt_free(chain);
    dbt_free(local);
    return ok || dbt_fail_memory(err);
}

static bool search(glitch_search *s, dbt_error *err)
{
    const size_t n_steps = s->clip->n_frames - 1;
    const size_t fast = (n_steps + FAST_SHARE - 1) / FAST_SHARE;
    s->n_fast = (fast > FAST_STEPS ? fast : FAST_STEPS) + 1;
    s->fastest = dbt_alloc_array((size_t)s->n_needed, s->n_fast * sizeof *s->fastest);
    if (!s->fastest)
        return dbt_fail_memory(err);
    for (size_t f = 0; f < s->clip->n_frames; f++)
        (void)see_frame(s, f);
    for (int j = 0; j < s->clip->skeleton.n_joints; j++)
        if (s->place[j] >= 0)
            find_of_joint(s, j);
    return true;
}

/* Compares all steps of a frame only if its longest one is long enough. */
static bool look(glitch_search *s, dbt_error *err)
{
    if (!find_reach(s, err))
        return false;
    number_needed(s);
    find_least_steps(s);
    return s->reach == 0.0 || !is_worth_it(s) || !has_long_step(s) || search(s, err);
}

bool dbt_glitches_find(dbt_clip *clip, dbt_error *err)
{
    const size_t n_joints = (size_t)clip->skeleton.n_joints;
    const size_t n_channels = (size_t)clip->skeleton.n_channels;
    if (clip->n_frames <= LEAST_STEPS)
        return true;
    glitch_search s = { .clip = clip,
                        .least = dbt_alloc_array(n_channels, sizeof *s.least),
                        .turns = dbt_alloc_array(n_channels, sizeof *s.turns),
                        .place = dbt_alloc_array(n_joints, sizeof *s.place),
                        .world = dbt_alloc_array(n_joints, sizeof *s.world) };
    bool ok = (s.least && s.turns && s.place && s.world) || dbt_fail_memory(err);
    ok = ok && look(&s, err) && hand_over(&s, &clip->glitches, err);
    dbt_free(s.least);
    dbt_free(s.turns);
    dbt_free(s.place);
    dbt_free(s.world);
    dbt_free(s.fastest);
    arrfree(s.found);
    return ok;
}

/* ---- */

/* Appends the frames [begin, end), which are left out, as text. Returns their number. */
static size_t add_left_out(dbt_buffer *out, size_t begin, size_t end, const char *separator)
{
    if (begin < end)
        dbt_buffer_format(out, end - begin == 1 ? "%sframe %zu" : "%sframes %zu to %zu", separator,
                          begin, end - 1);
    return end - begin;
}

void dbt_glitches_line(const dbt_clip *clip, dbt_buffer *out)
{
    const dbt_glitches *g = &clip->glitches;
    size_t begin = 0, n = 0;
    dbt_buffer_text(out, "dbtool: ");
    dbt_buffer_name(out, clip->file);
    dbt_buffer_format(out, ": glitch at frame %zu, ", g->list[0].frame);
    dbt_buffer_name(out, clip->skeleton.joints[g->list[0].joint].name);
    dbt_buffer_text(out, " at ");
    dbt_buffer_number(out, g->list[0].speed, 5);
    dbt_buffer_text(out, " units/s");
    if (g->n > 1)
        dbt_buffer_format(out, " (and %zu more)", g->n - 1);
    dbt_buffer_text(out, ": what is learned from the clip leaves out ");
    for (size_t r = 0; r <= g->n_runs; r++) {
        const size_t end = r < g->n_runs ? g->runs[r].begin : clip->n_frames;
        n += add_left_out(out, begin, end, n > 0 ? ", " : "");
        begin = r < g->n_runs ? g->runs[r].end : end;
    }
    dbt_buffer_text(out, n > 0 ? "" : g->n > 1 ? "these steps" : "this step");
}
