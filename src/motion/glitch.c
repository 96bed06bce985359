#include "motion/glitch.h"

#include "base/arena.h"
#include "base/inline.h"
#include "base/min_max.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/sorted.h"
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
    MOST_PER_CHANNEL = 64, /* joints per channel: see look */
    PART_VALUES = 1 << 19, /* that one thread looks at: far more work than starting it */
    MOST_PARTS = 16,       /* each of which keeps its longest steps */
    SHORT_RUN = 10         /* runs shorter than the longest divided by this are left out */
};

/* A step that is a glitch, if the joint does not usually step a quarter as far. */
typedef struct candidate {
    dbt_glitch glitch;
    double length; /* units */
} candidate;

typedef struct glitch_search {
    const dbt_clip *clip;
    double reach;
    double *least; /* [n_channels]: shorter steps of the channel are no glitch */
    double *turn;  /* [n_channels]: 360 for an angle, otherwise infinity */
    bool *lonely;  /* [n_frames]: a channel's step into the frame is lonely */
    int n_threads;
    int *place;            /* [n_joints]: index among the needed joints; -1: not needed */
    int n_needed;          /* joints whose positions are computed */
    double *wanted;        /* [n_joints]: units: shorter steps of the joint do not matter */
    size_t n_fast;         /* of a joint's longest steps, the last is its usual longest */
    dbt_arena memory;      /* of the arrays */
    candidate *candidates; /* stb_ds list: by frame, the fastest joint of a frame first */
} glitch_search;

/* What one thread knows of the steps of the needed joints. */
typedef struct walker {
    const glitch_search *s;
    dbt_transform *world; /* [n_joints]: in the frame `seen` */
    size_t seen;          /* SIZE_MAX: none */
    double *length;       /* [n_joints]: units: the step into that frame */
    double *moved;        /* [n_joints]: units: see could_step */
    double *turned;       /* [n_joints]: radians: likewise */
    double *longest;      /* [n_needed][n_kept]: each row a heap of a joint's longest steps */
    size_t n_kept;
    dbt_arena memory; /* of the arrays */
} walker;

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
    const size_t n = frames_in_part(s), end = dbt_min((part + 1) * n, s->clip->n_frames);
    for (size_t f = part * n; f < end; f++)
        s->lonely[f] = f > 0 && has_lonely_value(s, f);
    return true;
}

/* ---- steps of joints ---- */

/* Needs the joint, and so its ancestors. */
static void need(glitch_search *s, int joint)
{
    for (int up = joint; up >= 0 && s->place[up] < 0; up = s->clip->skeleton.joints[up].parent)
        s->place[up] = s->n_needed++;
}

static void need_none(glitch_search *s)
{
    for (int j = 0; j < s->clip->skeleton.n_joints; j++) {
        s->place[j] = -1;
        s->wanted[j] = INFINITY;
    }
    s->n_needed = 0;
}

/* Fails with DBT_E_MEMORY; release the walker even then. */
static bool begin_walk(walker *w, const glitch_search *s, size_t n_kept, dbt_error *err)
{
    const size_t n = (size_t)s->clip->skeleton.n_joints;
    *w = (walker){ .s = s, .seen = SIZE_MAX, .n_kept = n_kept };
    w->world = dbt_arena_array(&w->memory, n, sizeof *w->world);
    w->length = dbt_arena_array(&w->memory, n, sizeof *w->length);
    w->moved = dbt_arena_array(&w->memory, n, sizeof *w->moved);
    w->turned = dbt_arena_array(&w->memory, n, sizeof *w->turned);
    w->longest = dbt_arena_array(&w->memory, (size_t)s->n_needed, n_kept * sizeof *w->longest);
    return dbt_arena_check(&w->memory, err);
}

/* The longest steps of a needed joint; the first of them is the shortest. */
static double *longest_of(const walker *w, int joint)
{
    return w->longest + (size_t)w->s->place[joint] * w->n_kept;
}

/* Replaces the shortest of the steps that are kept, unless this one is no longer. */
static void keep_step(const walker *w, int joint, double length)
{
    double *heap = longest_of(w, joint);
    size_t at = 0;
    if (!(length > heap[0]))
        return;
    for (size_t below = 1; below < w->n_kept; below = 2 * at + 1) {
        below += below + 1 < w->n_kept && heap[below + 1] < heap[below];
        if (!(heap[below] < length))
            break;
        heap[at] = heap[below];
        at = below;
    }
    heap[at] = length;
}

static void keep_steps(const walker *w)
{
    for (int j = 0; j < w->s->clip->skeleton.n_joints; j++)
        if (w->s->place[j] >= 0)
            keep_step(w, j, w->length[j]);
}

/* Computes the world positions in a frame, and the steps since the frame that was seen before. */
static void see_frame(walker *w, size_t frame)
{
    const dbt_skeleton *skeleton = &w->s->clip->skeleton;
    const double *values = dbt_clip_frame(w->s->clip, frame);
    for (int j = 0; j < skeleton->n_joints; j++) {
        if (w->s->place[j] < 0)
            continue;
        const dbt_vec3 before = w->world[j].pos;
        dbt_joint_place(skeleton, j, dbt_joint_from_values(&skeleton->joints[j], values), w->world);
        w->length[j] = dbt_vec3_length(dbt_vec3_sub(w->world[j].pos, before));
    }
    w->seen = frame;
}

/* Computes the steps into a frame. */
static void see_step(walker *w, size_t frame)
{
    if (w->seen != frame - 1)
        see_frame(w, frame - 1);
    see_frame(w, frame);
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

/* Whether a joint could make a wanted step into a frame, found in a fraction of the time that the
 * steps take. A joint moves by at most the change of its own position, and by as much as its parent
 * and the turns above move it. A thousandth more allows for rounding. */
static bool could_step(walker *w, size_t frame)
{
    bool could = false;
    const dbt_skeleton *skeleton = &w->s->clip->skeleton;
    const double *now = dbt_clip_frame(w->s->clip, frame),
                 *before = dbt_clip_frame(w->s->clip, frame - 1);
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        const int up = joint->parent;
        if (w->s->place[j] < 0)
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
        w->moved[j] = up < 0 ? by : w->moved[up] + w->turned[up] * dbt_vec3_length(arm) + by;
        w->turned[j] = (up < 0 ? 0.0 : w->turned[up]) + could_turn(joint, before, now);
        could = could || 1.001 * w->moved[j] >= w->s->wanted[j];
    }
    return could;
}

/* ---- candidates ---- */

/* Whether a step is a glitch if the shortest of the kept steps is the joint's usual longest. An
 * infinite one among infinite ones is usual. */
static bool is_glitch(const walker *w, int joint, double length)
{
    const double usual = longest_of(w, joint)[0];
    return length > usual && length >= fmax(least_ratio * usual, least_share * w->s->reach);
}

/* By frame, then the fastest joint first. */
static int compare(const void *x, const void *y)
{
    const dbt_glitch *a = &((const candidate *)x)->glitch, *b = &((const candidate *)y)->glitch;
    const int frame = dbt_compare_sizes(a->frame, b->frame);
    const int speed = dbt_compare_doubles(&b->speed, &a->speed);
    return frame ? frame : speed ? speed : a->joint - b->joint;
}

/* Keeps the steps into the lonely frames where a joint moves far; the others are no longer lonely.
 * The cheap test comes first: most lonely channels are angles near gimbal lock, where no joint
 * moves far. */
static void see_lonely_frames(glitch_search *s, walker *w)
{
    for (size_t f = 1; f < s->clip->n_frames; f++) {
        bool far = false;
        if (!s->lonely[f])
            continue;
        s->lonely[f] = could_step(w, f);
        if (!s->lonely[f])
            continue;
        see_step(w, f);
        for (int j = 0; j < s->clip->skeleton.n_joints; j++)
            far = far || (s->place[j] >= 0 && w->length[j] >= least_share * s->reach);
        s->lonely[f] = far;
        keep_steps(w);
    }
}

/* Adds the joints whose step into a frame is far longer than those near it, and far longer than
 * their usual longest, of which `all` knows a lower limit. near: keeps three steps of each joint,
 * so that a step is a glitch by it if at most one other is a quarter as long. */
static void add_candidates(glitch_search *s, walker *all, walker *near, size_t frame)
{
    bool has_glitch = false; /* as far as is known */
    see_step(all, frame);
    for (int j = 0; !has_glitch && j < s->clip->skeleton.n_joints; j++)
        has_glitch = s->place[j] >= 0 && is_glitch(all, j, all->length[j]);
    if (!has_glitch)
        return;
    memset(near->longest, 0, (size_t)s->n_needed * near->n_kept * sizeof *near->longest);
    const size_t end = dbt_min(frame + NEAR + 1, s->clip->n_frames);
    for (size_t f = frame > NEAR ? frame - NEAR : 1; f < end; f++) {
        see_step(near, f);
        keep_steps(near);
    }
    for (int j = 0; j < s->clip->skeleton.n_joints; j++) {
        const double length = all->length[j];
        const candidate new = { { frame, j, length / s->clip->frame_time }, length };
        if (s->place[j] >= 0 && is_glitch(all, j, length) && is_glitch(near, j, length))
            arrput(s->candidates, new);
    }
}

static bool find_candidates(glitch_search *s, dbt_error *err)
{
    walker all, near = { .s = NULL };
    bool ok = begin_walk(&all, s, s->n_fast, err);
    ok = ok && begin_walk(&near, s, MOST_NEAR + 1, err);
    if (ok)
        see_lonely_frames(s, &all);
    for (size_t f = 1; ok && f < s->clip->n_frames; f++)
        if (s->lonely[f])
            add_candidates(s, &all, &near, f);
    if (arrlen(s->candidates) > 0)
        qsort(s->candidates, (size_t)arrlen(s->candidates), sizeof *s->candidates, compare);
    dbt_arena_release(&all.memory);
    dbt_arena_release(&near.memory);
    return ok;
}

/* ---- which of them are glitches ---- */

/* The walkers of all threads. */
typedef struct walk {
    walker parts[MOST_PARTS];
    size_t n_parts;
} walk;

/* Looks at a part of the clip's steps. */
static bool walk_part(void *context, size_t part)
{
    walk *all = context;
    walker *w = &all->parts[part];
    const size_t n_steps = w->s->clip->n_frames - 1, n = n_steps / all->n_parts + 1;
    const size_t end = dbt_min((part + 1) * n, n_steps);
    for (size_t f = part * n + 1; f <= end; f++)
        if (could_step(w, f)) {
            see_step(w, f);
            keep_steps(w);
        }
    return true;
}

/* Makes the first part know the wanted steps of the whole clip. */
static bool walk_clip(walk *all, glitch_search *s, dbt_error *err)
{
    bool ok = true;
    const size_t n_values = s->clip->n_frames * (size_t)s->clip->skeleton.n_channels;
    const size_t n_threads = s->n_threads > 1 ? (size_t)s->n_threads : 1;
    all->n_parts = dbt_min(dbt_min(n_threads, MOST_PARTS), n_values / PART_VALUES + 1);
    for (size_t i = 0; i < all->n_parts; i++)
        ok = begin_walk(&all->parts[i], s, s->n_fast, ok ? err : NULL) && ok;
    if (!ok)
        return false;
    (void)dbt_run_each(s->n_threads, all->n_parts, walk_part, all);
    for (size_t i = 1; i < all->n_parts; i++)
        for (int j = 0; j < s->clip->skeleton.n_joints; j++)
            for (size_t k = 0; s->place[j] >= 0 && k < s->n_fast; k++)
                keep_step(&all->parts[0], j, longest_of(&all->parts[i], j)[k]);
    return true;
}

static bool is_first_of_frame(const candidate *candidates, ptrdiff_t i)
{
    return i == 0 || candidates[i].glitch.frame != candidates[i - 1].glitch.frame;
}

/* Needs the joints of candidates: all, or only the fastest of each frame. A quarter of a joint's
 * shortest candidate decides, so shorter steps do not matter. */
static void need_candidates(glitch_search *s, bool fastest_only)
{
    need_none(s);
    for (ptrdiff_t i = 0; i < arrlen(s->candidates); i++) {
        const int joint = s->candidates[i].glitch.joint;
        if (fastest_only && !is_first_of_frame(s->candidates, i))
            continue;
        need(s, joint);
        s->wanted[joint] = s->candidates[i].length / least_ratio;
    }
    for (ptrdiff_t i = 0; i < arrlen(s->candidates); i++) {
        double *wanted = &s->wanted[s->candidates[i].glitch.joint];
        if (*wanted < INFINITY)
            *wanted = fmin(*wanted, s->candidates[i].length / least_ratio);
    }
}

/* Leaves out the candidates that are no glitch by w, which knows the steps of some joints. Returns
 * whether a frame has lost its fastest joint. */
static bool leave_out_usual(glitch_search *s, const walker *w)
{
    bool lost = false;
    ptrdiff_t n_left = 0;
    size_t frame = 0; /* of the candidate before */
    for (ptrdiff_t i = 0; i < arrlen(s->candidates); i++) {
        const candidate c = s->candidates[i];
        const bool is_known = s->wanted[c.glitch.joint] < INFINITY;
        if (!is_known || is_glitch(w, c.glitch.joint, c.length))
            s->candidates[n_left++] = c;
        else
            lost = lost || c.glitch.frame != frame;
        frame = c.glitch.frame;
    }
    arrsetlen(s->candidates, (size_t)n_left);
    return lost;
}

/* Leaves out the candidates of joints that usually step too far. It is mostly enough to look at the
 * fastest joint of each frame. */
static bool check_candidates(glitch_search *s, dbt_error *err)
{
    bool ok = true, again = true;
    for (int round = 0; ok && again && round < 2 && arrlen(s->candidates) > 0; round++) {
        walk all = { .n_parts = 0 };
        need_candidates(s, round == 0);
        ok = walk_clip(&all, s, err);
        again = ok && leave_out_usual(s, &all.parts[0]);
        for (size_t i = 0; i < all.n_parts; i++)
            dbt_arena_release(&all.parts[i].memory);
    }
    return ok;
}

/* Hands over the fastest joint of each frame. */
static bool hand_over(const glitch_search *s, dbt_glitches *out, dbt_error *err)
{
    const size_t n = (size_t)arrlen(s->candidates);
    if (n == 0)
        return true;
    out->list = dbt_alloc_array(n, sizeof *out->list);
    out->runs = dbt_alloc_array(n + 1, sizeof *out->runs);
    if (!out->list || !out->runs)
        return dbt_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        if (is_first_of_frame(s->candidates, (ptrdiff_t)i))
            out->list[out->n++] = s->candidates[i].glitch;
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
    need_none(s);
    for (int j = 0; j < skeleton->n_joints; j++) {
        s->wanted[j] = least_share * s->reach;
        if (skeleton->joints[j].n_channels > 0)
            need(s, j);
    }
    find_least_steps(s);
    /* of a rig that has thousands of joints without channels and few with channels, computing all
     * positions would take far longer than reading the file */
    if (s->reach == 0.0 || s->n_needed > MOST_PER_CHANNEL * skeleton->n_channels)
        return true;
    const size_t n_frames = s->clip->n_frames;
    s->n_fast = dbt_max((n_frames - 1 + FAST_SHARE - 1) / FAST_SHARE, FAST_STEPS) + 1;
    (void)dbt_run_each(s->n_threads, (n_frames - 1) / frames_in_part(s) + 1, look_at_values, s);
    return find_candidates(s, err) && check_candidates(s, err);
}

bool dbt_glitches_find(dbt_clip *clip, int n_threads, dbt_error *err)
{
    const size_t n_joints = (size_t)clip->skeleton.n_joints;
    const size_t n_channels = (size_t)clip->skeleton.n_channels;
    if (clip->n_frames <= LEAST_STEPS)
        return true;
    glitch_search s = { .clip = clip, .n_threads = n_threads };
    s.least = dbt_arena_array(&s.memory, n_channels, sizeof *s.least);
    s.turn = dbt_arena_array(&s.memory, n_channels, sizeof *s.turn);
    s.lonely = dbt_arena_array(&s.memory, clip->n_frames, sizeof *s.lonely);
    s.place = dbt_arena_array(&s.memory, n_joints, sizeof *s.place);
    s.wanted = dbt_arena_array(&s.memory, n_joints, sizeof *s.wanted);
    const bool ok =
        dbt_arena_check(&s.memory, err) && look(&s, err) && hand_over(&s, &clip->glitches, err);
    dbt_arena_release(&s.memory);
    arrfree(s.candidates);
    return ok;
}

/* ---- */

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
        if (begin < end) /* these are left out */
            dbt_buffer_format(out, end - begin == 1 ? "%sframe %zu" : "%sframes %zu to %zu",
                              n > 0 ? ", " : "", begin, end - 1);
        n += end - begin;
        begin = r < g->n_runs ? g->runs[r].end : end;
    }
    dbt_buffer_text(out, n > 0 ? "" : g->n > 1 ? "these steps" : "this step");
}
