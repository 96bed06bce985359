#include "motion/glitch.h"

#include "base/arena.h"
#include "base/mem.h"
#include "base/min_max.h"
#include "motion/pose.h"

#include <math.h>
#include <string.h>

/* Measured on 187 clips of four sets. In good clips no step of at least this share of the reach is
 * over 1.5 times the joint's usual longest step. When a clip leaves a T-pose, the hands step by at
 * least 0.56 of the reach, 6.8 times their usual longest step. */
static const double least_share = 0.25, least_ratio = 4.0;

enum {
    LEAST_STEPS = 16,     /* fewer steps do not show which lengths are usual */
    FAST_STEPS = 4,       /* the longest steps of a joint do not count as usual: at least four, */
    FAST_SHARE = 1000,    /* and one in a thousand */
    NEAR = 4,             /* steps before and after a step that are near it */
    LEAST_DEGREES = 15,   /* of a channel's step */
    MOST_PER_CHANNEL = 4, /* joints per channel: see search_clip */
    SHORT_RUN = 10        /* runs shorter than the longest divided by this are left out */
};

typedef struct glitch_search {
    const dbt_clip *clip;
    double far;   /* units: shorter steps of joints are no glitches */
    bool *marked; /* [n_joints]: scratch of need_joints */
    int *needed;  /* [n_needed]: joints whose positions are computed, in order */
    int n_needed;
    bool *lonely;    /* [n_frames]: a channel's step into the frame is lonely */
    int *far_joints; /* [n_far]: joints that step far into a lonely frame, in order */
    int n_far;
    double **steps;      /* [n_joints]: of far joints that are measured now: [n_frames] units, the
                            step into each frame; of others: NULL */
    dbt_glitch *fastest; /* [n_frames]: of the glitches of a frame; speed 0: none */
    dbt_arena memory;    /* of the arrays */
} glitch_search;

/* Whether at most one of the NEAR steps before a step and the NEAR after it is longer than a
 * quarter of it: real motion takes several frames to gather speed. */
static bool is_lonely(const double *steps, size_t n, size_t at)
{
    int n_long = 0;
    const size_t end = dbt_min(at + NEAR + 1, n);
    for (size_t i = at > NEAR ? at - NEAR : 0; i < end; i++)
        n_long += i != at && steps[i] > steps[at] / least_ratio;
    return n_long <= 1;
}

/* ---- steps of channels ---- */

/* Which steps of a channel count. */
typedef struct channel_rule {
    double least; /* shorter steps do not */
    double turn;  /* 360 for an angle, otherwise infinity */
} channel_rule;

static channel_rule *make_rules(glitch_search *s)
{
    const dbt_skeleton *skeleton = &s->clip->skeleton;
    channel_rule *rules = dbt_arena_array(&s->memory, (size_t)skeleton->n_channels, sizeof *rules);
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        for (int c = 0; c < joint->n_channels; c++)
            rules[joint->first_channel + c] =
                dbt_channel_is_rotation((dbt_channel)joint->channels[c])
                    ? (channel_rule){ LEAST_DEGREES, 360.0 }
                    : (channel_rule){ 0.5 * s->far, INFINITY };
    }
    return rules;
}

/* Whether a channel's step into a frame is long and lonely. Angles step the short way round. */
static bool is_channel_lonely(const dbt_clip *clip, int channel, channel_rule rule, size_t frame)
{
    double steps[2 * NEAR + 1] = { 0.0 };
    const size_t begin = frame > NEAR ? frame - NEAR : 1;
    const size_t end = dbt_min(frame + NEAR + 1, clip->n_frames);
    for (size_t f = begin; f < end; f++) {
        const double by =
            fabs(dbt_clip_frame(clip, f)[channel] - dbt_clip_frame(clip, f - 1)[channel]);
        steps[f - begin] = fmin(by, fabs(rule.turn - by));
    }
    return steps[frame - begin] > rule.least && is_lonely(steps, end - begin, frame - begin);
}

static void find_lonely_frames(glitch_search *s)
{
    const channel_rule *rules = make_rules(s);
    const int n = s->clip->skeleton.n_channels;
    for (size_t f = 1; f < s->clip->n_frames; f++) {
        const double *now = dbt_clip_frame(s->clip, f), *before = now - n;
        for (int c = 0; c < n && !s->lonely[f]; c++)
            s->lonely[f] = fabs(now[c] - before[c]) > rules[c].least &&
                           is_channel_lonely(s->clip, c, rules[c], f);
    }
}

/* ---- steps of joints ---- */

/* Needs the marked joints and those above them. */
static void need_joints(glitch_search *s)
{
    dbt_mark_above(&s->clip->skeleton, s->marked);
    s->n_needed = 0;
    for (int j = 0; j < s->clip->skeleton.n_joints; j++)
        if (s->marked[j])
            s->needed[s->n_needed++] = j;
}

/* Computes the world transforms of the needed joints in a frame. */
static void pose_joints(const glitch_search *s, size_t frame, dbt_transform *world)
{
    const dbt_skeleton *skeleton = &s->clip->skeleton;
    const double *values = dbt_clip_frame(s->clip, frame);
    for (int i = 0; i < s->n_needed; i++) {
        const int j = s->needed[i];
        dbt_joint_place(skeleton, j, dbt_joint_from_values(&skeleton->joints[j], values), world);
    }
}

static double distance(dbt_vec3 a, dbt_vec3 b)
{
    return dbt_vec3_length(dbt_vec3_sub(a, b));
}

/* Lists the joints that step far into a lonely frame. Most lonely channels are angles near gimbal
 * lock, where no joint moves far: such frames are no longer lonely. */
static void find_far_joints(glitch_search *s, dbt_transform *before, dbt_transform *now)
{
    bool *is_far = dbt_arena_array(&s->memory, (size_t)s->clip->skeleton.n_joints, sizeof *is_far);
    for (size_t f = 1; f < s->clip->n_frames; f++) {
        if (!s->lonely[f])
            continue;
        pose_joints(s, f - 1, before);
        pose_joints(s, f, now);
        s->lonely[f] = false;
        for (int i = 0; i < s->n_needed; i++) {
            const int j = s->needed[i];
            if (!(distance(now[j].pos, before[j].pos) >= s->far))
                continue;
            s->lonely[f] = true;
            is_far[j] = true;
        }
    }
    s->far_joints =
        dbt_arena_array(&s->memory, (size_t)s->clip->skeleton.n_joints, sizeof *s->far_joints);
    for (int j = 0; j < s->clip->skeleton.n_joints; j++)
        if (is_far[j])
            s->far_joints[s->n_far++] = j;
}

/* Measures all steps of the joints that have room for them. */
static void measure_steps(const glitch_search *s, dbt_transform *before, dbt_transform *now)
{
    pose_joints(s, 0, before);
    for (size_t f = 1; f < s->clip->n_frames; f++) {
        pose_joints(s, f, now);
        for (int i = 0; i < s->n_needed; i++) {
            const int j = s->needed[i];
            if (s->steps[j])
                s->steps[j][f] = distance(now[j].pos, before[j].pos);
        }
        dbt_transform *const last = before;
        before = now;
        now = last;
    }
}

/* ---- glitches ---- */

/* Returns the n_longest-th longest step. longest: [n_longest], scratch: a binary heap of the
 * longest steps so far, the shortest of them first. */
static double usual_longest(const double *steps, size_t n, double *longest, size_t n_longest)
{
    memset(longest, 0, n_longest * sizeof *longest);
    for (size_t i = 0; i < n; i++) {
        size_t at = 0;
        if (!(steps[i] > longest[0]))
            continue;
        for (size_t child = 1; child < n_longest; child = 2 * at + 1) {
            child += child + 1 < n_longest && longest[child + 1] < longest[child];
            if (!(longest[child] < steps[i]))
                break;
            longest[at] = longest[child];
            at = child;
        }
        longest[at] = steps[i];
    }
    return longest[0];
}

/* Finds the fastest glitch of each frame. An infinite step among infinite ones is usual. */
static void find_glitches(glitch_search *s)
{
    const size_t n = s->clip->n_frames - 1; /* steps */
    const size_t n_longest = dbt_max(n / FAST_SHARE, FAST_STEPS) + 1;
    double *longest = dbt_arena_array(&s->memory, n_longest, sizeof *longest);
    for (int j = 0; j < s->clip->skeleton.n_joints; j++) {
        if (!s->steps[j])
            continue;
        const double *steps = s->steps[j] + 1; /* none leads into frame 0 */
        const double usual = usual_longest(steps, n, longest, n_longest);
        const double least = fmax(least_ratio * usual, s->far);
        for (size_t i = 0; i < n; i++) {
            const double speed = steps[i] / s->clip->frame_time;
            if (s->lonely[i + 1] && steps[i] >= least && steps[i] > usual &&
                speed > s->fastest[i + 1].speed && is_lonely(steps, n, i))
                s->fastest[i + 1] = (dbt_glitch){ i + 1, j, speed };
        }
    }
}

/* Lists the glitches, and the runs of frames between them. */
static void list_glitches(const glitch_search *s, dbt_glitches *out)
{
    size_t n = 0, longest = 0;
    for (size_t f = 0; f < s->clip->n_frames; f++)
        n += s->fastest[f].speed > 0.0;
    if (n == 0)
        return;
    out->list = dbt_alloc_array(n, sizeof *out->list);
    out->runs = dbt_alloc_array(n + 1, sizeof *out->runs);
    for (size_t f = 0; f < s->clip->n_frames; f++)
        if (s->fastest[f].speed > 0.0)
            out->list[out->n++] = s->fastest[f];
    for (size_t i = 0; i <= n; i++) {
        const size_t begin = i > 0 ? out->list[i - 1].frame : 0;
        const size_t end = i < n ? out->list[i].frame : s->clip->n_frames;
        out->runs[i] = (dbt_frame_run){ begin, end };
        longest = dbt_max(longest, end - begin);
    }
    for (size_t i = 0; i <= n; i++)
        if (SHORT_RUN * (out->runs[i].end - out->runs[i].begin) >= longest)
            out->runs[out->n_runs++] = out->runs[i];
}

/* Measures some far joints at a time, so that their steps take 16 MB, or a quarter of the clip's
 * values if that is more. */
static void measure_far_joints(glitch_search *s, dbt_transform *before, dbt_transform *now)
{
    const size_t n_frames = s->clip->n_frames;
    const size_t n_values = n_frames * (size_t)s->clip->skeleton.n_channels;
    const size_t room = dbt_max((size_t)2 << 20, n_values / 4) / n_frames;
    const int at_once = room < (size_t)s->n_far ? (int)dbt_max(room, 1) : s->n_far;
    double *steps = dbt_arena_array(&s->memory, (size_t)at_once, n_frames * sizeof *steps);
    for (int first = 0; first < s->n_far; first += at_once) {
        const int n = s->n_far - first < at_once ? s->n_far - first : at_once;
        memset(s->marked, 0, (size_t)s->clip->skeleton.n_joints * sizeof *s->marked);
        for (int i = 0; i < n; i++) {
            s->steps[s->far_joints[first + i]] = steps + (size_t)i * n_frames;
            s->marked[s->far_joints[first + i]] = true;
        }
        need_joints(s);
        measure_steps(s, before, now);
        find_glitches(s);
        for (int i = 0; i < n; i++)
            s->steps[s->far_joints[first + i]] = NULL;
    }
}

static void search_clip(glitch_search *s, dbt_transform *before, dbt_transform *now)
{
    const dbt_skeleton *skeleton = &s->clip->skeleton;
    for (int j = 0; j < skeleton->n_joints; j++)
        s->marked[j] = skeleton->joints[j].n_channels > 0;
    need_joints(s);
    /* of a rig that has thousands of joints without channels above few with channels, computing
     * positions would take far longer than reading the file */
    if (s->far == 0.0 || s->n_needed > MOST_PER_CHANNEL * skeleton->n_channels)
        return;
    find_lonely_frames(s);
    find_far_joints(s, before, now);
    if (s->n_far > 0)
        measure_far_joints(s, before, now);
}

void dbt_glitches_find(dbt_clip *clip)
{
    const size_t n_joints = (size_t)clip->skeleton.n_joints;
    if (clip->n_frames <= LEAST_STEPS)
        return;
    glitch_search s = { .clip = clip };
    s.far = least_share * dbt_frame_reach(&clip->skeleton, clip->values);
    s.marked = dbt_arena_array(&s.memory, n_joints, sizeof *s.marked);
    s.needed = dbt_arena_array(&s.memory, n_joints, sizeof *s.needed);
    s.lonely = dbt_arena_array(&s.memory, clip->n_frames, sizeof *s.lonely);
    s.steps = dbt_arena_array(&s.memory, n_joints, sizeof *s.steps);
    s.fastest = dbt_arena_array(&s.memory, clip->n_frames, sizeof *s.fastest);
    dbt_transform *before = dbt_arena_array(&s.memory, n_joints, sizeof *before);
    dbt_transform *now = dbt_arena_array(&s.memory, n_joints, sizeof *now);
    search_clip(&s, before, now);
    list_glitches(&s, &clip->glitches);
    dbt_arena_release(&s.memory);
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
