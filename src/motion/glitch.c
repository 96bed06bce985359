#include "motion/glitch.h"

#include "base/least.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/threads.h"
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
    PART_VALUES = 1 << 19, /* that one thread looks at: far more work than starting it */
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
    double *least; /* [n_channels]: shorter steps of the channel are no glitch */
    double *turn;  /* [n_channels]: 360 for an angle, otherwise infinity */
    bool *lonely;  /* [n_frames]: a channel's step into the frame is lonely */
    int n_threads;
    int *place;           /* [n_joints]: index among the needed joints; -1: not needed */
    int n_needed;         /* joints whose positions are computed */
    dbt_transform *world; /* [n_joints]: of the needed joints, in the frame `seen` */
    size_t seen;          /* SIZE_MAX: none */
    double *moved;        /* [n_joints]: units: see could_step */
    double *turned;       /* [n_joints]: radians: likewise */
    joint_step *fastest;  /* [n_needed][n_fast]: the longest steps, longest first */
    size_t n_fast;        /* the last of them is the joint's usual longest step */
    dbt_glitch *suspects; /* stb_ds list: see find_suspects */
    dbt_glitch *found;    /* stb_ds list */
} glitch_search;

/* ---- steps of values ---- */

/* The change of a channel since the frame before; of an angle, the short way round. */
static inline double value_step(const double *value, ptrdiff_t n_channels, double turn)
{
    const double by = fabs(value[0] - value[-n_channels]), back = fabs(turn - by);
    return back < by ? back : by;
}

/* Whether a channel's step into a frame is long, and few steps near it are a quarter as long. */
static bool is_value_lonely(const glitch_search *s, int channel, size_t frame)
{
    const ptrdiff_t n = s->clip->skeleton.n_channels;
    const double *at = dbt_clip_frame(s->clip, frame) + channel, turn = s->turn[channel];
    const double step = value_step(at, n, turn), quarter = step / least_ratio;
    const ptrdiff_t n_before = (ptrdiff_t)frame - 1;
    const ptrdiff_t n_after = (ptrdiff_t)(s->clip->n_frames - frame) - 1;
    int near = 1;
    for (ptrdiff_t off = 1; off <= NEAR && near <= MOST_NEAR; off++) {
        if (off <= n_before)
            near += value_step(at - off * n, n, turn) > quarter;
        if (off <= n_after)
            near += value_step(at + off * n, n, turn) > quarter;
    }
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
            const bool turns = dbt_channel_is_rotation((dbt_channel)joint->channels[c]);
            s->turn[channel] = turns ? 360.0 : INFINITY;
            s->least[channel] = turns ? LEAST_DEGREES : 0.5 * least_share * s->reach;
        }
    }
}

/* The first channel from c to n that changes by more than its least step; n: none. Looks at four at
 * a time: four comparisons take less time than four branches. Not inlined, since a loop over all
 * values of a clip needs the registers. */
static DBT_NEVER_INLINE int find_long_step(const double *now, const double *before,
                                           const double *least, int c, int n)
{
    for (; c + 4 <= n; c += 4)
        if ((fabs(now[c] - before[c]) > least[c]) |
            (fabs(now[c + 1] - before[c + 1]) > least[c + 1]) |
            (fabs(now[c + 2] - before[c + 2]) > least[c + 2]) |
            (fabs(now[c + 3] - before[c + 3]) > least[c + 3]))
            break;
    while (c < n && fabs(now[c] - before[c]) <= least[c])
        c++;
    return c;
}

/* Whether any channel's step into a frame is lonely. */
static bool has_lonely_value(const glitch_search *s, size_t frame)
{
    const double *now = dbt_clip_frame(s->clip, frame),
                 *before = dbt_clip_frame(s->clip, frame - 1);
    const int n = s->clip->skeleton.n_channels;
    int c = find_long_step(now, before, s->least, 0, n);
    for (; c < n; c = find_long_step(now, before, s->least, c + 1, n))
        if (is_value_lonely(s, c, frame))
            return true;
    return false;
}

static size_t frames_in_part(const glitch_search *s)
{
    return (size_t)PART_VALUES / (size_t)s->clip->skeleton.n_channels + 1;
}

static bool look_at_values(void *context, size_t part)
{
    const glitch_search *s = context;
    const size_t n = frames_in_part(s), end = dbt_least((part + 1) * n, s->clip->n_frames);
    for (size_t f = part * n; f < end; f++)
        s->lonely[f] = f > 0 && has_lonely_value(s, f);
    return true;
}

static void find_lonely_values(glitch_search *s)
{
    const size_t n_parts = (s->clip->n_frames - 1) / frames_in_part(s) + 1;
    (void)dbt_run_each(s->n_threads, n_parts, look_at_values, s);
}

/* ---- steps of joints ---- */

static void need_none(glitch_search *s)
{
    for (int j = 0; j < s->clip->skeleton.n_joints; j++)
        s->place[j] = -1;
    s->n_needed = 0;
    s->seen = SIZE_MAX;
}

/* Needs the joint, and so its ancestors. */
static void need(glitch_search *s, int joint)
{
    for (int up = joint; up >= 0 && s->place[up] < 0; up = s->clip->skeleton.joints[up].parent)
        s->place[up] = s->n_needed++;
}

static void need_all(glitch_search *s)
{
    need_none(s);
    for (int j = 0; j < s->clip->skeleton.n_joints; j++)
        if (s->clip->skeleton.joints[j].n_channels > 0)
            need(s, j);
}

/* False for a rig that has thousands of joints without channels and few with channels: computing
 * all positions would take far longer than reading the file. */
static bool is_worth_it(const glitch_search *s)
{
    return s->n_needed <= MOST_PER_CHANNEL * s->clip->skeleton.n_channels;
}

/* How many of a joint's steps are kept: those that do not count as usual, and one more. */
static size_t count_fast(const dbt_clip *clip)
{
    const size_t share = (clip->n_frames - 1 + FAST_SHARE - 1) / FAST_SHARE;
    return (share > FAST_STEPS ? share : FAST_STEPS) + 1;
}

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

/* Computes the world positions in a frame. Returns the longest step of any joint since the frame
 * that was seen before. */
static double see_frame(glitch_search *s, size_t frame, bool keep)
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
        longest = length > longest ? length : longest;
        if (keep)
            keep_step(s, j, length, frame);
    }
    s->seen = frame;
    return longest;
}

/* Returns the longest step of any joint into a frame. */
static double see_step(glitch_search *s, size_t frame, bool keep)
{
    if (s->seen != frame - 1)
        (void)see_frame(s, frame - 1, false);
    return see_frame(s, frame, keep);
}

/* The angle by which a joint's own rotation changes, at most: radians. Near gimbal lock two
 * channels may change by far more than that. */
static double could_turn(const dbt_joint *joint, const double *before, const double *now)
{
    double degrees = 0.0;
    for (int i = 0; i < joint->n_rot; i++) {
        const int channel = joint->first_channel + joint->rot_channel[i];
        degrees += fabs(now[channel] - before[channel]);
    }
    return degrees <= LEAST_DEGREES
               ? degrees * DBT_RAD_FROM_DEG
               : dbt_quat_angle_between(dbt_joint_from_values(joint, now).rot,
                                        dbt_joint_from_values(joint, before).rot);
}

/* An upper limit of all steps into a frame, found in a fraction of the time that the steps take. A
 * joint moves by at most the change of its own position, and by as much as its parent and the turns
 * above move it. A thousandth more allows for rounding. */
static double could_step(const glitch_search *s, size_t frame)
{
    double longest = 0.0;
    const dbt_skeleton *skeleton = &s->clip->skeleton;
    const double *now = dbt_clip_frame(s->clip, frame),
                 *before = dbt_clip_frame(s->clip, frame - 1);
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        const int up = joint->parent;
        if (s->place[j] < 0)
            continue;
        dbt_vec3 arm = joint->offset;
        double by = 0.0;
        for (int axis = 0; joint->has_pos && axis < 3; axis++) {
            if (joint->pos_channel[axis] < 0)
                continue;
            const int channel = joint->first_channel + joint->pos_channel[axis];
            dbt_vec3_set(&arm, axis, before[channel]);
            by += fabs(now[channel] - before[channel]);
        }
        s->moved[j] = up < 0 ? by : s->moved[up] + s->turned[up] * dbt_vec3_length(arm) + by;
        s->turned[j] = (up < 0 ? 0.0 : s->turned[up]) + could_turn(joint, before, now);
        longest = s->moved[j] > longest ? s->moved[j] : longest;
    }
    return 1.001 * longest;
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

/* Finds the steps into the frames after begin and before end that would be glitches if the clip had
 * only these frames, and n_fast - 1 steps of a joint did not count as usual. Skips frames in which
 * no joint could step by `least`. */
static void find_in(glitch_search *s, size_t begin, size_t end, size_t n_fast, double least)
{
    s->n_fast = n_fast;
    memset(s->fastest, 0, (size_t)s->n_needed * n_fast * sizeof *s->fastest);
    arrsetlen(s->found, 0);
    for (size_t f = begin + 1; f < end; f++)
        if (least == 0.0 || !(could_step(s, f) < least))
            (void)see_step(s, f, true);
    for (int j = 0; j < s->clip->skeleton.n_joints; j++)
        if (s->place[j] >= 0)
            find_of_joint(s, j);
}

/* Lists the frames that are likely to have a glitch, each with the fastest joint that steps far in
 * this frame and slowly in those near it. The longest steps of the whole clip decide. */
static void find_suspects(glitch_search *s)
{
    const size_t n_frames = s->clip->n_frames;
    for (size_t f = 1; f < n_frames; f++) {
        /* the cheap tests first: most such channels are angles near gimbal lock, where no joint
         * moves far */
        if (!s->lonely[f])
            continue;
        if (could_step(s, f) < least_share * s->reach ||
            see_step(s, f, false) < least_share * s->reach)
            continue;
        find_in(s, f > NEAR ? f - NEAR - 1 : 0, f + NEAR < n_frames ? f + NEAR + 1 : n_frames,
                MOST_NEAR + 1, 0.0);
        const dbt_glitch *suspect = NULL;
        for (ptrdiff_t i = 0; i < arrlen(s->found); i++)
            if (s->found[i].frame == f && (!suspect || compare(&s->found[i], suspect) < 0))
                suspect = &s->found[i];
        if (suspect)
            arrput(s->suspects, *suspect);
    }
    arrsetlen(s->found, 0);
}

/* Keeps the fastest glitch of each frame that has a suspect. Returns whether it is the suspect in
 * each. */
static bool keep_suspected(glitch_search *s)
{
    const ptrdiff_t n = arrlen(s->suspects), n_found = arrlen(s->found);
    ptrdiff_t n_kept = 0, n_right = 0, f = 0;
    if (n_found > 0)
        qsort(s->found, (size_t)n_found, sizeof *s->found, compare);
    for (ptrdiff_t i = 0; i < n; i++) {
        while (f < n_found && s->found[f].frame < s->suspects[i].frame)
            f++;
        if (f == n_found || s->found[f].frame > s->suspects[i].frame)
            continue;
        n_right += s->found[f].joint == s->suspects[i].joint;
        s->found[n_kept++] = s->found[f];
    }
    arrsetlen(s->found, (size_t)n_kept);
    return n_right == n;
}

/* Finds the glitches among the suspects. It is mostly enough to look at the joints that they name,
 * in frames where these could step a quarter as far. */
static void find_in_clip(glitch_search *s)
{
    const size_t n_frames = s->clip->n_frames, n_fast = count_fast(s->clip);
    double least = INFINITY;
    need_none(s);
    for (ptrdiff_t i = 0; i < arrlen(s->suspects); i++) {
        need(s, s->suspects[i].joint);
        least = fmin(least, s->suspects[i].speed * s->clip->frame_time / least_ratio);
    }
    find_in(s, 0, n_frames, n_fast, least);
    if (keep_suspected(s))
        return;
    need_all(s);
    find_in(s, 0, n_frames, n_fast, 0.0);
    (void)keep_suspected(s);
}

static bool hand_over(const glitch_search *s, dbt_glitches *out, dbt_error *err)
{
    const size_t n = (size_t)arrlen(s->found);
    if (n == 0)
        return true;
    out->list = dbt_alloc_array(n, sizeof *out->list);
    out->runs = dbt_alloc_array(n + 1, sizeof *out->runs);
    if (!out->list || !out->runs)
        return dbt_fail_memory(err);
    memcpy(out->list, s->found, n * sizeof *out->list);
    out->n = n;
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

static bool look(glitch_search *s, dbt_error *err)
{
    const dbt_skeleton *skeleton = &s->clip->skeleton;
    if (!dbt_frame_reach(skeleton, dbt_clip_frame(s->clip, 0), &s->reach, err))
        return false;
    need_all(s);
    find_least_steps(s);
    if (s->reach == 0.0 || !is_worth_it(s))
        return true;
    s->fastest = dbt_alloc_array((size_t)s->n_needed, count_fast(s->clip) * sizeof *s->fastest);
    if (!s->fastest)
        return dbt_fail_memory(err);
    find_lonely_values(s);
    find_suspects(s);
    if (arrlen(s->suspects) > 0)
        find_in_clip(s);
    return true;
}

bool dbt_glitches_find(dbt_clip *clip, int n_threads, dbt_error *err)
{
    const size_t n_joints = (size_t)clip->skeleton.n_joints;
    const size_t n_channels = (size_t)clip->skeleton.n_channels;
    if (clip->n_frames <= LEAST_STEPS)
        return true;
    glitch_search s = { .clip = clip,
                        .least = dbt_alloc_array(n_channels, sizeof *s.least),
                        .turn = dbt_alloc_array(n_channels, sizeof *s.turn),
                        .lonely = dbt_alloc_array(clip->n_frames, sizeof *s.lonely),
                        .n_threads = n_threads,
                        .place = dbt_alloc_array(n_joints, sizeof *s.place),
                        .world = dbt_alloc_array(n_joints, sizeof *s.world),
                        .moved = dbt_alloc_array(n_joints, sizeof *s.moved),
                        .turned = dbt_alloc_array(n_joints, sizeof *s.turned) };
    bool ok = (s.least && s.turn && s.lonely && s.place && s.world && s.moved && s.turned) ||
              dbt_fail_memory(err);
    ok = ok && look(&s, err) && hand_over(&s, &clip->glitches, err);
    dbt_free(s.least);
    dbt_free(s.turn);
    dbt_free(s.lonely);
    dbt_free(s.place);
    dbt_free(s.world);
    dbt_free(s.moved);
    dbt_free(s.turned);
    dbt_free(s.fastest);
    arrfree(s.suspects);
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
    dbt_buffer_format(out, " at %.5g units/s", g->list[0].speed);
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
