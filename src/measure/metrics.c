#include "measure/metrics.h"

#include "base/arena.h"
#include "base/mem.h"
#include "blend/blend_budget.h"
#include "measure/cut_windows.h"
#include "measure/deviation.h"
#include "measure/reference.h"

#include <float.h>

/* Third differences of numbers rounded to six decimals reach 4e-6. A smaller level is rounding, not
 * motion. */
static const double least_level = 4e-6;

/* A cut being measured. */
typedef struct measured_cut {
    dbt_cut_frames at; /* in the output; the end is at most the next cut */
    size_t begin;      /* first measured frame: where the transition begins, or an earlier one */
    size_t window_end; /* the last frame of the transition, for peak and rms */
    size_t rms_frames; /* so far */
    unsigned figures;  /* FRAME_... bits: metrics that the current frame counts for */
    bool deviates;     /* the current frame is compared with the clips */
} measured_cut;

struct dbt_metrics {
    const dbt_skeleton *skeleton;
    double frame_time;
    size_t n_frames;
    measured_cut *cuts; /* [n_cuts]; cuts count from 1: cut_at */
    int n_cuts;
    double *rows; /* [n_cuts][n_joints + 1][DBT_N_METRICS]; rms columns hold sums of squares until
                     the cut is finished */
    size_t frame; /* the next frame to be added */
    int open;     /* all cuts before this one have all their frames */
    dbt_derivatives output;
    const dbt_player *player; /* NULL: the clips are unknown */
    /* From the clips; NULL: none. A cut may begin at the frame at which the one before ends, so
     * cuts use them in turn. */
    dbt_deviation *deviations[2];
    dbt_arena memory; /* of the arrays */
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

static void store_levels(dbt_metrics *m, int cut, const dbt_jerk_level *levels)
{
    for (int j = 0; j < m->skeleton->n_joints; j++) {
        double *row = row_of(m, cut, j);
        for (int kind = 0; kind < DBT_N_KINDS; kind++) {
            row[DBT_ANG_JERK_PEAK_REF + kind] = levels[j].peak[kind];
            row[DBT_ANG_JERK_RMS_REF + kind] = levels[j].rms[kind];
        }
    }
}

static const dbt_turning *turning_of(const dbt_metrics *m)
{
    return m->player ? &dbt_player_mobility(m->player)->turning : NULL;
}

/* Finds all levels before the first frame, so that their buffers are freed before the others are
 * allocated. */
static bool find_levels(dbt_metrics *m, dbt_error *err)
{
    const size_t n = (size_t)m->skeleton->n_joints;
    dbt_derivatives differ;
    dbt_arena scratch = { 0 };
    dbt_transform *local = dbt_arena_array(&scratch, n, sizeof *local);
    dbt_jerk_level *levels = dbt_arena_array(&scratch, n, sizeof *levels);
    const bool ok = dbt_derivatives_init(&differ, m->skeleton, turning_of(m), m->frame_time, err) &&
                    dbt_arena_check(&scratch, err);
    for (int cut = 1; ok && cut <= m->n_cuts; cut++) {
        const measured_cut *c = cut_at(m, cut);
        const size_t n_frames = dbt_greatest(c->window_end + 4 - c->begin, DBT_LEAST_LEVEL_FRAMES);
        dbt_reference_levels(dbt_player_sequence(m->player), cut, n_frames, &differ, local, levels);
        store_levels(m, cut, levels);
    }
    dbt_derivatives_release(&differ);
    dbt_arena_release(&scratch);
    return ok;
}

/* Reference levels read as many frames of both clips as the cut's window has. Limits their sum. */
static bool check_windows(const dbt_metrics *m, dbt_error *err)
{
    double frames = 0.0;
    for (int i = 0; i < m->n_cuts; i++)
        frames += (double)(dbt_least(m->cuts[i].window_end, m->n_frames) - m->cuts[i].begin);
    return dbt_check_blends(frames * m->skeleton->n_joints, DBT_WINDOWS_EACH, m->skeleton,
                            m->n_frames, "windows of metrics", err);
}

static bool init_clips(dbt_metrics *m, dbt_error *err)
{
    if (!check_windows(m, err) || !find_levels(m, err))
        return false;
    for (int i = 0; i < 2 && i < m->n_cuts; i++) {
        m->deviations[i] = dbt_deviation_new(m->player, err);
        if (!m->deviations[i])
            return false;
    }
    return true;
}

static bool init_cuts(dbt_metrics *m, const dbt_metrics_spec *spec, dbt_error *err)
{
    for (int i = 0; i < m->n_cuts; i++) {
        measured_cut *c = &m->cuts[i];
        const dbt_cut_frames *at = &spec->cuts[i];
        c->at = *at;
        c->begin = at->cut - (spec->befores ? spec->befores[i] : at->before);
        c->at.end = dbt_least(at->end, i + 1 < m->n_cuts ? dbt_cut_begin(at[1]) : m->n_frames - 1);
        c->window_end = spec->windowed ? at->cut + spec->window_frames : c->at.end;
        if (i >= DBT_MAX_WINDOWS && m->cuts[i - DBT_MAX_WINDOWS].window_end > c->begin)
            return dbt_fail(err, DBT_E_LIMIT, "cut %d: %d windows overlap, the limit is %d", i + 1,
                            DBT_MAX_WINDOWS + 1, DBT_MAX_WINDOWS);
    }
    return true;
}

static bool init(dbt_metrics *m, const dbt_metrics_spec *spec, dbt_error *err)
{
    const size_t n_rows = (size_t)m->n_cuts * ((size_t)m->skeleton->n_joints + 1);
    m->cuts = dbt_arena_array(&m->memory, (size_t)m->n_cuts, sizeof *m->cuts);
    m->rows = dbt_arena_array(&m->memory, n_rows, DBT_N_METRICS * sizeof *m->rows);
    if (!dbt_arena_check(&m->memory, err) || !init_cuts(m, spec, err))
        return false;
    for (size_t r = 0; r < n_rows; r++)
        for (int i = DBT_N_PLAIN_METRICS; i < DBT_N_METRICS; i++)
            m->rows[r * DBT_N_METRICS + (size_t)i] = NAN;
    return (!m->player || init_clips(m, err)) &&
           dbt_derivatives_init(&m->output, m->skeleton, turning_of(m), m->frame_time, err);
}

dbt_metrics *dbt_metrics_new(const dbt_metrics_spec *spec, dbt_error *err)
{
    dbt_metrics *m = dbt_alloc_array(1, sizeof *m);
    if (!m) {
        dbt_fail_memory(err);
        return NULL;
    }
    *m = (dbt_metrics){ .skeleton = spec->skeleton,
                        .frame_time = spec->frame_time,
                        .n_frames = spec->n_frames,
                        .n_cuts = spec->n_cuts,
                        .open = 1,
                        .player = spec->player };
    if (init(m, spec, err))
        return m;
    dbt_metrics_free(m);
    return NULL;
}

/* Frees the buffers for measuring frames, many times the size of the metrics. */
static void free_work(dbt_metrics *m)
{
    dbt_derivatives_release(&m->output);
    for (int i = 0; i < 2; i++) {
        dbt_deviation_free(m->deviations[i]);
        m->deviations[i] = NULL;
    }
}

void dbt_metrics_free(dbt_metrics *metrics)
{
    if (!metrics)
        return;
    free_work(metrics);
    dbt_arena_release(&metrics->memory);
    dbt_free(metrics);
}

/* The last frame that is compared with the clips. It lies before the next cut, where the output may
 * show the next clip. */
static size_t deviation_end(const dbt_metrics *m, int cut)
{
    const size_t plays = dbt_cut_plays(cut_at(m, cut)->at);
    const size_t bound =
        cut < m->n_cuts ? dbt_greatest(cut_at(m, cut + 1)->begin, plays + 1) - 1 : m->n_frames - 1;
    return dbt_least(cut_at(m, cut)->window_end, bound);
}

/* The last frame that a cut's metrics depend on. */
static size_t last_frame(const measured_cut *c)
{
    return dbt_greatest(dbt_greatest(c->window_end + DBT_JERK_AFTER, c->at.end + 2),
                        dbt_cut_plays(c->at) + 4);
}

/* ---- of the output alone ---- */

/* The metrics of a cut that a frame counts for. */
enum {
    FRAME_VEL_JUMP = 1 << 0,
    FRAME_ACC_JUMP = 1 << 1,
    FRAME_JERK_JUMP = 1 << 2,
    FRAME_VEL_JUMP_END = 1 << 3,
    FRAME_JERK = 1 << 4
};

static unsigned figures_of_frame(const dbt_metrics *m, const measured_cut *c)
{
    const size_t frame = m->frame, in_a_row = m->output.n_frames;
    unsigned figures = 0;
    if (frame < c->begin)
        return 0;
    if (in_a_row >= DBT_FRAMES_VEL_JUMP && dbt_is_at_join(c->at, frame, DBT_FRAMES_VEL_JUMP - 1))
        figures |= FRAME_VEL_JUMP;
    if (in_a_row >= DBT_FRAMES_ACC_JUMP && dbt_is_at_join(c->at, frame, DBT_FRAMES_ACC_JUMP - 1))
        figures |= FRAME_ACC_JUMP;
    if (in_a_row >= DBT_FRAMES_JERK_JUMP && dbt_is_at_join(c->at, frame, DBT_FRAMES_JERK_JUMP - 1))
        figures |= FRAME_JERK_JUMP;
    if (in_a_row >= DBT_FRAMES_VEL_JUMP && frame >= c->at.end && frame <= c->at.end + 2)
        figures |= FRAME_VEL_JUMP_END;
    if (in_a_row >= DBT_FRAMES_JERK && frame <= c->window_end + DBT_JERK_AFTER)
        figures |= FRAME_JERK;
    return figures;
}

/* Adds a frame's changes to the metrics of a joint. */
static void add_changes(double *row, int kind, unsigned figures, const dbt_changes *now)
{
    if (figures & FRAME_VEL_JUMP)
        dbt_raise(&row[DBT_ANG_VEL_JUMP + kind], now->vel_jump);
    if (figures & FRAME_ACC_JUMP)
        dbt_raise(&row[DBT_ANG_ACC_JUMP + kind], now->acc_jump);
    if (figures & FRAME_JERK_JUMP)
        dbt_raise(&row[DBT_ANG_JERK_JUMP + kind], now->jerk_jump);
    if (figures & FRAME_VEL_JUMP_END)
        dbt_raise(&row[DBT_ANG_VEL_JUMP_END + kind], now->vel_jump);
    if (figures & FRAME_JERK) {
        dbt_raise(&row[DBT_ANG_JERK_PEAK + kind], now->jerk);
        row[DBT_ANG_JERK_RMS + kind] += now->jerk * now->jerk;
    }
}

/* ---- against the clips ---- */

static dbt_deviation *deviation_of(const dbt_metrics *m, int cut)
{
    return m->deviations[(cut - 1) % 2]; /* cuts count from 1 */
}

/* Whether this frame is compared with a cut's clips. */
static bool is_deviating(const dbt_metrics *m, int cut)
{
    return deviation_of(m, cut) && m->frame >= cut_at(m, cut)->begin &&
           m->frame <= deviation_end(m, cut);
}

static void begin_deviation(dbt_metrics *m, int cut)
{
    const measured_cut *c = cut_at(m, cut);
    if (m->frame == c->begin)
        dbt_deviation_begin(deviation_of(m, cut), cut, c->at, m->frame);
    else
        dbt_deviation_next(deviation_of(m, cut));
}

/* ---- frames ---- */

/* Adds a frame that counts for the cuts from m->open to end_cut. */
static void add_frame(dbt_metrics *m, const double *values, int end_cut)
{
    dbt_derivatives_next(&m->output);
    for (int cut = m->open; cut < end_cut; cut++) {
        measured_cut *c = cut_at(m, cut);
        c->deviates = is_deviating(m, cut);
        if (c->deviates)
            begin_deviation(m, cut);
        c->figures = figures_of_frame(m, c);
        c->rms_frames += (c->figures & FRAME_JERK) != 0;
    }
    for (int j = 0; j < m->skeleton->n_joints; j++) {
        dbt_step step;
        dbt_derivatives_take(&m->output, j, dbt_joint_from_values(&m->skeleton->joints[j], values),
                             &step);
        for (int cut = m->open; cut < end_cut; cut++) {
            for (int kind = 0; kind < DBT_N_KINDS; kind++)
                add_changes(row_of(m, cut, j), kind, cut_at(m, cut)->figures, &step.changes[kind]);
            if (cut_at(m, cut)->deviates)
                dbt_deviation_take(deviation_of(m, cut), j, &step,
                                   m->output.n_frames >= DBT_FRAMES_MOVE);
        }
    }
    for (int cut = m->open; cut < end_cut; cut++)
        if (cut_at(m, cut)->deviates && m->frame == deviation_end(m, cut))
            for (int j = 0; j < m->skeleton->n_joints; j++)
                dbt_deviation_store(deviation_of(m, cut), j, row_of(m, cut, j));
}

/* Adds the next frame if the metrics of any cut depend on it. */
static void add_next(dbt_metrics *m, const double *values)
{
    while (m->open <= m->n_cuts && last_frame(cut_at(m, m->open)) < m->frame)
        m->open++;
    int end_cut = m->open; /* a frame counts for cuts that begin up to 4 frames later */
    while (end_cut <= m->n_cuts && cut_at(m, end_cut)->begin <= m->frame + DBT_FRAMES_JERK_JUMP - 1)
        end_cut++;
    if (end_cut == m->open)
        dbt_derivatives_restart(&m->output);
    else
        add_frame(m, values, end_cut);
    m->frame++;
}

/* ---- rows ---- */

double dbt_jerk_ratio(double jerk, double level, double frame_time)
{
    const double floor = least_level / (frame_time * frame_time * frame_time);
    return isnan(level) ? NAN : jerk / fmax(level, floor);
}

static void add_ratios(double *row, double frame_time)
{
    for (int i = 0; i <= DBT_LIN_JERK_RMS_RATIO - DBT_ANG_JERK_PEAK_RATIO; i++)
        row[DBT_ANG_JERK_PEAK_RATIO + i] =
            dbt_jerk_ratio(row[DBT_ANG_JERK_PEAK + i], row[DBT_ANG_JERK_PEAK_REF + i], frame_time);
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
    add_ratios(row, metrics->frame_time);
    dbt_metrics_cap(row);
}

void dbt_metrics_cap(double row[DBT_N_METRICS])
{
    for (int i = 0; i < DBT_N_METRICS; i++)
        if (isinf(row[i]) || (i < DBT_N_PLAIN_METRICS && isnan(row[i]))) /* inf - inf */
            row[i] = DBL_MAX;
}

static void finish_cut(const dbt_metrics *m, int cut)
{
    const double frames = (double)dbt_greatest(cut_at(m, cut)->rms_frames, 1);
    for (int j = 0; j < m->skeleton->n_joints; j++) {
        double *row = row_of(m, cut, j);
        row[DBT_ANG_JERK_RMS] = sqrt(row[DBT_ANG_JERK_RMS] / frames);
        row[DBT_LIN_JERK_RMS] = sqrt(row[DBT_LIN_JERK_RMS] / frames);
        add_ratios(row, m->frame_time);
        dbt_metrics_cap(row);
    }
    dbt_metrics_sum(m, cut, NULL, row_of(m, cut, m->skeleton->n_joints));
}

void dbt_metrics_add(dbt_metrics *metrics, const double *values)
{
    add_next(metrics, values);
    if (metrics->frame < metrics->n_frames)
        return;
    for (int cut = 1; cut <= metrics->n_cuts; cut++)
        finish_cut(metrics, cut);
    free_work(metrics);
}

const double *dbt_metrics_row(const dbt_metrics *metrics, int cut, int joint)
{
    return row_of(metrics, cut, joint);
}

const dbt_skeleton *dbt_metrics_skeleton(const dbt_metrics *metrics)
{
    return metrics->skeleton;
}

double dbt_metrics_seconds(const dbt_metrics *metrics, int cut)
{
    return (double)cut_at(metrics, cut)->at.cut * metrics->frame_time;
}

int dbt_metrics_worst_joint(const dbt_metrics *metrics, int cut, dbt_metric metric)
{
    int worst = 0;
    for (int j = 1; j < metrics->skeleton->n_joints; j++)
        if (row_of(metrics, cut, j)[metric] > row_of(metrics, cut, worst)[metric])
            worst = j;
    return worst;
}
