#include "measure/metrics.h"

#include "base/arena.h"
#include "base/min_max.h"
#include "base/mem.h"
#include "measure/frame_metrics.h"

#include <float.h>
#include <string.h>

/* Third differences of numbers rounded to six decimals reach 4e-6. A smaller level is rounding, not
 * motion. */
static const double min_level = 4e-6;

/* A cut being measured. */
typedef struct measured_cut {
    dbt_cut_frames at; /* in the output; the end is at most the next cut */
    size_t begin;      /* first measured frame: where the transition begins, or an earlier one */
    size_t transition_end;           /* where its transition ends, also beyond the next cut */
    size_t window_end;               /* the last frame of the transition, for peak and rms */
    bool is_compared;                /* its comparison with the clips has begun */
    size_t n_counted[DBT_N_METRICS]; /* frames so far whose values count */
    double longest_step;             /* of those that skate_u sums, units */
} measured_cut;

/* Buffers for measuring frames, many times the size of the rows, so dbt_metrics_end frees them. */
typedef struct measuring {
    dbt_derivatives output;
    dbt_step *steps; /* [n_joints]: of the current frame */
    double *value;   /* [n_joints]: of the current metric */
    /* The clips of a cut, and the integrals' values in the last frame, [DBT_N_METRICS][n_joints].
     * Odd cuts use the first and even cuts the second, because a cut may begin in the last frame of
     * the previous cut. NULL: not needed. */
    dbt_deviation *deviations[2];
    double *last[2];
    dbt_arena memory; /* of the arrays */
} measuring;

struct dbt_metrics {
    const dbt_skeleton *skeleton; /* of the output; borrowed, like player */
    double frame_time;            /* seconds */
    size_t n_frames;              /* of the output */
    measured_cut *cuts;           /* [n_cuts]; cuts count from 1: cut_at */
    int n_cuts;
    bool windowed;              /* as in dbt_metrics_spec */
    dbt_abruptness *references; /* [n_cuts][n_joints]: of the clips that play; NULL: not wanted */
    double *rows;               /* [n_cuts][n_joints + 1][DBT_N_METRICS] */
    dbt_metric wanted[DBT_N_METRICS]; /* [n_wanted] */
    int n_wanted;
    size_t frame;             /* the next frame to be added */
    int open;                 /* all cuts before this one have all their frames */
    const dbt_player *player; /* NULL: the clips are unknown */
    int n_earlier;            /* cuts of the player's sequence before the first */
    measuring work;
    dbt_arena memory; /* of the arrays outside `work` */
};

static measured_cut *cut_at(const dbt_metrics *m, int cut)
{
    return &m->cuts[cut - 1];
}

static double *row_of(const dbt_metrics *m, int cut, int joint)
{
    const size_t n_rows = (size_t)m->skeleton->n_joints + 1;
    return m->rows + ((size_t)(cut - 1) * n_rows + (size_t)joint) * DBT_N_METRICS;
}

/* Whether a metric can be measured: the clips are known, or it needs none; and for metrics of FEET
 * a foot was found. */
static bool has_values(const dbt_metrics *m, const dbt_metric_info *info)
{
    const dbt_contacts *contacts = m->player ? dbt_player_contacts(m->player) : NULL;
    return (m->player || !info->needs_clips) &&
           (info->of != DBT_OF_FEET || (contacts && contacts->feet->n_points > 0));
}

/* Returns a wanted metric by its index in m->wanted; NULL: it is a ratio or cannot be measured. */
static const dbt_metric_info *info_of(const dbt_metrics *m, int wanted)
{
    const dbt_metric_info *info = &dbt_metric_infos[m->wanted[wanted]];
    return info->value && has_values(m, info) ? info : NULL;
}

/* Whether a wanted metric that can be measured has the input `of`. */
static bool wants(const dbt_metrics *m, dbt_metric_of of)
{
    bool any = false;
    for (int w = 0; w < m->n_wanted && !any; w++)
        any = info_of(m, w) && info_of(m, w)->of == of;
    return any;
}

/* Sets the wanted metrics of LEVELS in the rows of all joints and cuts; the rows over all joints
 * stay. Needs m->player, and init_work before it: uses m->work as scratch, and restarts its
 * differences. */
static void find_levels(dbt_metrics *m)
{
    const size_t n = (size_t)m->skeleton->n_joints;
    dbt_arena scratch = { 0 };
    dbt_transform *local = dbt_arena_array(&scratch, n, sizeof *local);
    dbt_jerk_level *levels = dbt_arena_array(&scratch, n, sizeof *levels);
    for (int cut = 1; cut <= m->n_cuts; cut++) {
        const measured_cut *c = cut_at(m, cut);
        const size_t n_frames = dbt_max(c->window_end + 4 - c->begin, DBT_MIN_LEVEL_FRAMES);
        dbt_reference_levels(dbt_player_sequence(m->player), m->n_earlier + cut, n_frames,
                             &m->work.output, local, levels);
        for (int w = 0; w < m->n_wanted; w++) {
            const dbt_metric_info *info = info_of(m, w);
            if (!info || info->of != DBT_OF_LEVELS)
                continue;
            const dbt_metric_frame now = { .n_joints = (int)n,
                                           .kind = info->kind,
                                           .levels = levels };
            info->value(&now, m->work.value);
            for (int j = 0; j < now.n_joints; j++)
                row_of(m, cut, j)[m->wanted[w]] = m->work.value[j];
        }
    }
    dbt_derivatives_restart(&m->work.output);
    dbt_arena_release(&scratch);
}

/* Sets m->references, which are allocated, to the abruptness of the clips that play in each cut's
 * transition: its two clips, and earlier ones whose transitions still run when it begins. Needs
 * m->player. */
static void find_references(dbt_metrics *m)
{
    const dbt_sequence *s = dbt_player_sequence(m->player);
    const size_t n = (size_t)m->skeleton->n_joints;
    dbt_seam_reference *reference = dbt_seam_reference_new(s, dbt_player_layers(m->player));
    for (int cut = 1; cut <= m->n_cuts; cut++) {
        const dbt_cut_frames at = cut_at(m, cut)->at;
        const int last = m->n_earlier + cut;
        int first = last - 1;
        while (first > 0 &&
               (first > m->n_earlier ? cut_at(m, first - m->n_earlier)->transition_end
                                     : s->timeline.clips[first].at.end) > dbt_cut_begin(at))
            first--;
        dbt_seam_reference_levels(reference, first, last, dbt_cut_begin(at), at.end + 2,
                                  m->references + (size_t)(cut - 1) * n);
    }
    dbt_seam_reference_free(reference);
}

/* Allocates m->work, which was zeroed; deviations and `last` only with m->player. n_again: as in
 * dbt_metrics_spec. free_work frees it. */
static void init_work(dbt_metrics *m, size_t n_again)
{
    const size_t n = (size_t)m->skeleton->n_joints;
    measuring *w = &m->work;
    w->steps = dbt_arena_array(&w->memory, n, sizeof *w->steps);
    w->value = dbt_arena_array(&w->memory, n, sizeof *w->value);
    const bool *rotates = m->player ? dbt_player_mobility(m->player)->rotates : NULL;
    dbt_derivatives_init(&w->output, m->skeleton, rotates, m->frame_time);
    for (int i = 0; m->player && i < 2 && i < m->n_cuts; i++) {
        w->last[i] = dbt_arena_array(&w->memory, DBT_N_METRICS, n * sizeof *w->last[i]);
        w->deviations[i] = dbt_deviation_new(m->player, n_again);
    }
}

/* Sets the frames of a cut to `at`: `at` with its end clipped to the frame `last`, `begin`,
 * transition_end (not clipped) and, unless m->windowed, window_end. */
static void set_cut_frames(const dbt_metrics *m, measured_cut *c, dbt_cut_frames at, size_t last)
{
    c->at = at;
    c->begin = dbt_cut_begin(at);
    c->transition_end = at.end;
    c->at.end = dbt_min(at.end, last);
    if (!m->windowed)
        c->window_end = c->at.end;
}

/* Sets the frames and windows of all cuts, in m->cuts, from the spec. An end is clipped to the next
 * cut's begin or the last frame. Fails with DBT_E_LIMIT if more than DBT_MAX_WINDOWS overlap. */
static bool init_cuts(dbt_metrics *m, const dbt_metrics_spec *spec, dbt_error *err)
{
    for (int i = 0; i < m->n_cuts; i++) {
        measured_cut *c = &m->cuts[i];
        const dbt_cut_frames *at = &spec->cuts[i];
        c->window_end = at->cut + spec->window_frames;
        set_cut_frames(m, c, *at, i + 1 < m->n_cuts ? dbt_cut_begin(at[1]) : m->n_frames - 1);
        if (spec->befores)
            c->begin = at->cut - spec->befores[i];
        if (i >= DBT_MAX_WINDOWS && m->cuts[i - DBT_MAX_WINDOWS].window_end > c->begin)
            return dbt_fail(err, DBT_E_LIMIT, "cut %d: %d windows overlap, the limit is %d", i + 1,
                            DBT_MAX_WINDOWS + 1, DBT_MAX_WINDOWS);
    }
    return true;
}

/* Sets all metrics in all rows, wanted or not, to 0, or to NAN if they cannot be measured
 * (has_values). Metrics of LEVELS stay if the clips are known. */
static void clear_rows(dbt_metrics *m)
{
    const size_t n_rows = (size_t)m->n_cuts * ((size_t)m->skeleton->n_joints + 1);
    for (size_t r = 0; r < n_rows; r++)
        for (int i = 0; i < DBT_N_METRICS; i++)
            if (dbt_metric_infos[i].of != DBT_OF_LEVELS || !m->player)
                m->rows[r * DBT_N_METRICS + (size_t)i] =
                    has_values(m, &dbt_metric_infos[i]) ? 0.0 : NAN;
}

dbt_metrics *dbt_metrics_new(const dbt_metrics_spec *spec, dbt_error *err)
{
    dbt_metrics *m = dbt_alloc_object(sizeof *m);
    *m = (dbt_metrics){ .skeleton = spec->skeleton,
                        .frame_time = spec->frame_time,
                        .n_frames = spec->n_frames,
                        .n_cuts = spec->n_cuts,
                        .windowed = spec->windowed,
                        .open = 1,
                        .player = spec->player,
                        .n_earlier = spec->n_earlier };
    const size_t n_joints = (size_t)m->skeleton->n_joints, n_cuts = (size_t)m->n_cuts;
    m->cuts = dbt_arena_array(&m->memory, n_cuts, sizeof *m->cuts);
    m->rows = dbt_arena_array(&m->memory, n_cuts * (n_joints + 1), DBT_N_METRICS * sizeof *m->rows);
    m->n_wanted = spec->wanted ? spec->n_wanted : DBT_N_METRICS;
    for (int w = 0; w < m->n_wanted; w++)
        m->wanted[w] = spec->wanted ? spec->wanted[w] : (dbt_metric)w;
    if (m->player && wants(m, DBT_OF_REFERENCE))
        m->references = dbt_arena_array(&m->memory, n_cuts, n_joints * sizeof *m->references);
    if (!init_cuts(m, spec, err)) {
        dbt_metrics_free(m);
        return NULL;
    }
    clear_rows(m);
    init_work(m, spec->n_again);
    if (m->references)
        find_references(m);
    if (wants(m, DBT_OF_LEVELS))
        find_levels(m);
    return m;
}

static void free_work(measuring *w)
{
    dbt_derivatives_release(&w->output);
    for (int i = 0; i < 2; i++)
        dbt_deviation_free(w->deviations[i]);
    dbt_arena_release(&w->memory);
    *w = (measuring){ .steps = NULL };
}

void dbt_metrics_free(dbt_metrics *metrics)
{
    if (!metrics)
        return;
    free_work(&metrics->work);
    dbt_arena_release(&metrics->memory);
    dbt_free(metrics);
}

/* Returns the last frame that is compared with the clips: the window's end, but before the next cut
 * begins, because from there on the output may show the next clip. The frame at which this cut's
 * new clip begins to play is never left out for the next cut. */
static size_t deviation_end(const dbt_metrics *m, int cut)
{
    const size_t plays = dbt_cut_plays(cut_at(m, cut)->at);
    const size_t bound =
        cut < m->n_cuts ? dbt_max(cut_at(m, cut + 1)->begin, plays + 1) - 1 : m->n_frames - 1;
    return dbt_min(cut_at(m, cut)->window_end, bound);
}

/* ---- frames ---- */

/* Whether a frame is a join or at most `after` frames after one. Joins are the transition's begin,
 * the cut, and the frame at which the new clip plays. */
static bool is_at_join(dbt_cut_frames at, size_t frame, size_t after)
{
    const size_t joins[] = { dbt_cut_begin(at), at.cut, dbt_cut_plays(at) };
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++)
        if (frame >= joins[i] && frame <= joins[i] + after)
            return true;
    return false;
}

/* Whether the current frame's values of a metric count for a cut: it is a frame of info->when, not
 * before c->begin, and info->history successive frames exist. d: the cut's clips at this frame;
 * NULL: not compared with them. */
static bool counts(const dbt_metrics *m, const measured_cut *c, const dbt_metric_info *info,
                   const dbt_deviation *d)
{
    const size_t frame = m->frame, after = info->history - 1;
    if (frame < c->begin || m->work.output.n_frames < info->history)
        return false;
    switch (info->when) {
    case DBT_WHEN_JOINS: return is_at_join(c->at, frame, after);
    case DBT_WHEN_END: return frame >= c->at.end && frame <= c->at.end + after;
    case DBT_WHEN_SEAM: return frame >= dbt_cut_begin(c->at) && frame <= c->at.end + 2;
    case DBT_WHEN_WINDOW: return frame <= c->window_end + DBT_JERK_AFTER;
    case DBT_WHEN_COMPARED: return d && !dbt_cut_in_gap(c->at, frame);
    case DBT_WHEN_WITH_GAP: return d;
    default: return false;
    }
}

/* Combines m->work.value, a metric's values in the current frame, with the joints' rows of a cut,
 * by its dbt_metric_over; for RMS adds the square. last: [n_joints], the values in the previous
 * frame, in and out, read and written only for an integral; NULL: the metric is none. goes_on: that
 * frame is on the same side of the cut; false: an integral only starts. A metric that is a sum also
 * raises the cut's longest_step. */
static void add_values(dbt_metrics *m, int cut, dbt_metric metric, double *last, bool goes_on)
{
    const dbt_metric_over over = dbt_metric_infos[metric].over;
    double *sum = row_of(m, cut, 0) + metric;
    for (int j = 0; j < m->skeleton->n_joints; j++, sum += DBT_N_METRICS) {
        const double value = m->work.value[j];
        switch (over) {
        case DBT_OVER_MAX: dbt_raise(sum, value); break;
        case DBT_OVER_RMS: *sum += value * value; break;
        case DBT_OVER_SUM:
            *sum += value;
            dbt_raise(&cut_at(m, cut)->longest_step, value);
            break;
        case DBT_OVER_LAST: *sum = value; break;
        case DBT_OVER_INTEGRAL:
            *sum += goes_on ? 0.5 * (last[j] + value) * m->frame_time : 0.0;
            last[j] = value;
            break;
        }
    }
}

/* Advances the clips of a cut (from 1) to the current frame and returns them, owned by m->work. The
 * first such frame of the cut begins them and sets is_compared. NULL: the clips are unknown, or the
 * frame is before the cut's begin or after deviation_end. Call it once a frame. */
static dbt_deviation *clips_of(const dbt_metrics *m, int cut)
{
    measured_cut *c = cut_at(m, cut);
    dbt_deviation *d = m->work.deviations[(cut - 1) % 2]; /* cuts count from 1 */
    if (!d || m->frame < c->begin || m->frame > deviation_end(m, cut))
        return NULL;
    dbt_deviation_go(d, m->n_earlier + cut, c->at, m->frame, !c->is_compared);
    c->is_compared = true;
    return d;
}

/* Adds the current frame, in m->work.steps, to a cut (from 1): advances its clips, and adds the
 * values of each wanted metric that can be measured and counts here to the joints' rows and to
 * n_counted. Call it once a frame. */
static void add_to_cut(dbt_metrics *m, int cut)
{
    const size_t n = (size_t)m->skeleton->n_joints;
    dbt_deviation *d = clips_of(m, cut);
    dbt_metric_frame now = { .steps = m->work.steps,
                             .n_joints = (int)n,
                             .in_a_row = m->work.output.n_frames,
                             .clips = d,
                             .reference = dbt_metrics_reference(m, cut),
                             .velocities = m->frame <= cut_at(m, cut)->at.end + 1,
                             .last = m->frame == deviation_end(m, cut) };
    const bool goes_on = d && dbt_deviation_goes_on(d);
    for (int w = 0; w < m->n_wanted; w++) {
        const dbt_metric metric = m->wanted[w];
        const dbt_metric_info *info = info_of(m, w);
        if (!info || !counts(m, cut_at(m, cut), info, d))
            continue;
        now.kind = info->kind;
        info->value(&now, m->work.value);
        add_values(m, cut, metric, d ? m->work.last[(cut - 1) % 2] + metric * n : NULL, goes_on);
        cut_at(m, cut)->n_counted[metric]++;
    }
}

void dbt_metrics_add(dbt_metrics *metrics, const double *values)
{
    dbt_metrics *m = metrics;
    dbt_derivatives *output = &m->work.output;
    for (; m->open <= m->n_cuts; m->open++) { /* skips the cuts that have all their frames */
        const measured_cut *c = cut_at(m, m->open);
        if (m->frame <= dbt_max(dbt_max(c->window_end + DBT_JERK_AFTER, c->at.end + 2),
                                dbt_cut_plays(c->at) + 4))
            break;
    }
    int end_cut = m->open; /* a frame counts for cuts that begin up to 4 frames later */
    while (end_cut <= m->n_cuts && cut_at(m, end_cut)->begin <= m->frame + DBT_FRAMES_JERK_JUMP - 1)
        end_cut++;
    if (end_cut == m->open)
        dbt_derivatives_restart(output);
    else
        dbt_derivatives_next(output);
    for (int j = 0; end_cut > m->open && j < m->skeleton->n_joints; j++)
        dbt_derivatives_add(output, j, dbt_joint_from_values(&m->skeleton->joints[j], values),
                            &m->work.steps[j]);
    for (int cut = m->open; cut < end_cut; cut++)
        add_to_cut(m, cut);
    m->frame++;
}

/* ---- rows ---- */

/* Sets the ratios of a row[DBT_N_METRICS] from its values and reference levels. A ratio is NAN if
 * its level is. The divisor is at least the effect of rounding, min_level / dt^3; the level in the
 * row is not raised. Then caps the row: results that overflowed to infinity or NAN become DBL_MAX.
 * A metric that needs clips stays NAN: it was not measured. frame_time: seconds. */
static void complete_row(double *row, double frame_time)
{
    const double floor = min_level / (frame_time * frame_time * frame_time);
    for (int i = 0; i < DBT_N_METRICS; i++) {
        const dbt_metric_info *info = &dbt_metric_infos[i];
        if (info->sum == DBT_SUM_RATIO)
            row[i] = isnan(row[info->level]) ? NAN
                                             : row[info->numerator] / fmax(row[info->level], floor);
    }
    for (int i = 0; i < DBT_N_METRICS; i++)
        if (isinf(row[i]) || (!dbt_metric_infos[i].needs_clips && isnan(row[i]))) /* inf - inf */
            row[i] = DBL_MAX;
}

void dbt_metrics_sum(const dbt_metrics *metrics, int cut, const bool *chosen,
                     double row[DBT_N_METRICS])
{
    double n = 0.0;
    for (int i = 0; i < DBT_N_METRICS; i++)
        row[i] = 0.0;
    for (int j = 0; j < metrics->skeleton->n_joints; j++) {
        if (chosen && !chosen[j])
            continue;
        const double *joint = row_of(metrics, cut, j);
        n += 1.0;
        for (int i = 0; i < DBT_N_METRICS; i++) {
            if (dbt_metric_infos[i].sum == DBT_SUM_RMS)
                row[i] += joint[i] * joint[i];
            else if (isnan(joint[i]))
                row[i] = NAN;
            else
                dbt_raise(&row[i], joint[i]);
        }
    }
    for (int i = 0; i < DBT_N_METRICS; i++)
        if (dbt_metric_infos[i].sum == DBT_SUM_RMS)
            row[i] = sqrt(row[i] / n);
    complete_row(row, metrics->frame_time);
}

void dbt_metrics_end(dbt_metrics *metrics)
{
    dbt_metrics *m = metrics;
    const int n = m->skeleton->n_joints;
    for (int cut = 1; cut <= m->n_cuts; cut++) {
        for (int j = 0; j < n; j++) {
            double *row = row_of(m, cut, j);
            for (int i = 0; i < DBT_N_METRICS; i++)
                if (dbt_metric_infos[i].over == DBT_OVER_RMS)
                    row[i] = sqrt(row[i] / (double)dbt_max(cut_at(m, cut)->n_counted[i], 1));
            complete_row(row, m->frame_time);
        }
        dbt_metrics_sum(m, cut, NULL, row_of(m, cut, n));
    }
    free_work(&m->work);
}

void dbt_metrics_again(dbt_metrics *metrics, dbt_cut_frames at, size_t frame)
{
    dbt_metrics *m = metrics;
    set_cut_frames(m, &m->cuts[0], at, m->n_frames - 1);
    memset(m->cuts[0].n_counted, 0, sizeof m->cuts[0].n_counted);
    m->cuts[0].is_compared = false;
    m->cuts[0].longest_step = 0.0;
    m->frame = frame;
    m->open = 1;
    clear_rows(m);
    dbt_derivatives_restart(&m->work.output);
}

const double *dbt_metrics_row(const dbt_metrics *metrics, int cut, int joint)
{
    return row_of(metrics, cut, joint);
}

const dbt_skeleton *dbt_metrics_skeleton(const dbt_metrics *metrics)
{
    return metrics->skeleton;
}

double dbt_metrics_slide_speed(const dbt_metrics *metrics, int cut)
{
    return cut_at(metrics, cut)->longest_step / metrics->frame_time;
}

double dbt_metrics_seconds(const dbt_metrics *metrics, int cut)
{
    return (double)cut_at(metrics, cut)->at.cut * metrics->frame_time;
}

const dbt_abruptness *dbt_metrics_reference(const dbt_metrics *metrics, int cut)
{
    const size_t n = (size_t)metrics->skeleton->n_joints;
    return metrics->references ? metrics->references + (size_t)(cut - 1) * n : NULL;
}

int dbt_metrics_worst_joint(const dbt_metrics *metrics, int cut, dbt_metric metric)
{
    int worst = 0;
    for (int j = 1; j < metrics->skeleton->n_joints; j++)
        if (row_of(metrics, cut, j)[metric] > row_of(metrics, cut, worst)[metric])
            worst = j;
    return worst;
}
