#include "core/metrics.h"

#include "core/deviation.h"
#include "core/mem.h"

#include <float.h>

/* Reference levels are of as many frames of each clip as the figures beside them,
 * at least so many. */
enum { LEAST_LEVEL_FRAMES = 10 };

/* Third differences of numbers rounded to six decimals reach 4e-6: no level below
 * that says anything about a motion. */
static const double least_level = 4e-6;

struct dbt_metrics {
    const dbt_skeleton *skeleton;
    double frame_time;
    size_t n_frames;
    dbt_metric_cut *cuts;
    int n_cuts;
    double *rows; /* [n_cuts][n_joints + 1][DBT_N_METRICS]; rms columns: sums until finished */
    size_t *rms_frames; /* [n_cuts] */
    uint8_t *figures;   /* [n_cuts]: what the frame being added counts for */
    size_t frame;       /* the next */
    int open;           /* cuts before it have all their frames */
    dbt_derivatives output;
    dbt_reference *reference; /* NULL: none */
    dbt_deviation *deviation; /* from it, one cut at a time; NULL: none */
};

enum { NO_CUT = -1 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t greatest(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Where the transition ends for peak and rms. */
static size_t window_end(const dbt_metric_cut *c)
{
    return c->windowed ? c->cut + c->window : c->end;
}

static double *row_of(const dbt_metrics *m, int cut, int joint)
{
    const size_t n_rows = (size_t)m->skeleton->n_joints + 1;
    return m->rows + ((size_t)cut * n_rows + (size_t)joint) * DBT_N_METRICS;
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
    return m->reference ? dbt_reference_turning(m->reference) : NULL;
}

/* All before the first frame: what it takes is needed no more when the rest is. */
static bool find_levels(dbt_metrics *m, dbt_error *err)
{
    const size_t n = (size_t)m->skeleton->n_joints;
    dbt_derivatives differ;
    dbt_transform *local = dbt_alloc_array(n, sizeof *local);
    dbt_jerk_level *levels = dbt_alloc_array(n, sizeof *levels);
    const bool ok = dbt_derivatives_init(&differ, m->skeleton, turning_of(m), m->frame_time, err) &&
                    ((local && levels) || dbt_fail_memory(err));
    for (int i = 0; ok && i < m->n_cuts; i++) {
        const dbt_metric_cut *c = &m->cuts[i];
        const size_t n_frames = greatest(window_end(c) + 4 - c->cut, LEAST_LEVEL_FRAMES);
        dbt_reference_levels(m->reference, i, c->cut, n_frames, &differ, local, levels);
        store_levels(m, i, levels);
    }
    dbt_derivatives_release(&differ);
    dbt_free(local);
    dbt_free(levels);
    return ok;
}

/* Each cut takes so many frames of both clips. */
static bool check_windows(const dbt_metrics *m, dbt_error *err)
{
    double frames = 0.0;
    for (int i = 0; i < m->n_cuts; i++)
        frames += (double)(least(window_end(&m->cuts[i]), m->n_frames) - m->cuts[i].cut);
    return dbt_check_blends(frames * m->skeleton->n_joints, DBT_WINDOWS_EACH, m->skeleton,
                            m->n_frames, "windows of metrics", err);
}

static bool init_reference(dbt_metrics *m, dbt_error *err)
{
    if (!check_windows(m, err) || !find_levels(m, err))
        return false;
    m->deviation = dbt_deviation_new(m->reference, m->skeleton, m->frame_time, err);
    return m->deviation != NULL;
}

static bool init(dbt_metrics *m, const dbt_metric_cut *cuts, dbt_error *err)
{
    const size_t n_rows = (size_t)m->n_cuts * ((size_t)m->skeleton->n_joints + 1);
    m->cuts = dbt_alloc_array((size_t)m->n_cuts, sizeof *m->cuts);
    m->rows = dbt_alloc_array(n_rows, DBT_N_METRICS * sizeof *m->rows);
    m->rms_frames = dbt_alloc_array((size_t)m->n_cuts, sizeof *m->rms_frames);
    m->figures = dbt_alloc_array((size_t)m->n_cuts, sizeof *m->figures);
    if (!m->cuts || !m->rows || !m->rms_frames || !m->figures)
        return dbt_fail_memory(err);
    for (int i = 0; i < m->n_cuts; i++) {
        m->cuts[i] = cuts[i];
        m->cuts[i].end = least(cuts[i].end, i + 1 < m->n_cuts ? cuts[i + 1].cut : m->n_frames - 1);
        if (i >= DBT_MAX_WINDOWS && window_end(&m->cuts[i - DBT_MAX_WINDOWS]) > cuts[i].cut)
            return dbt_fail(err, DBT_E_LIMIT, "cut %d: %d windows overlap, the limit is %d", i + 1,
                            DBT_MAX_WINDOWS + 1, DBT_MAX_WINDOWS);
    }
    for (size_t r = 0; r < n_rows; r++)
        for (int i = DBT_N_PLAIN_METRICS; i < DBT_N_METRICS; i++)
            m->rows[r * DBT_N_METRICS + (size_t)i] = NAN;
    return (!m->reference || init_reference(m, err)) &&
           dbt_derivatives_init(&m->output, m->skeleton, turning_of(m), m->frame_time, err);
}

dbt_metrics *dbt_metrics_new(const dbt_skeleton *skeleton, double frame_time, size_t n_frames,
                             const dbt_metric_cut *cuts, int n_cuts, dbt_reference *reference,
                             dbt_error *err)
{
    dbt_metrics *m = dbt_alloc_array(1, sizeof *m);
    if (!m) {
        dbt_fail_memory(err);
        return NULL;
    }
    *m = (dbt_metrics){ .skeleton = skeleton,
                        .frame_time = frame_time,
                        .n_frames = n_frames,
                        .n_cuts = n_cuts,
                        .reference = reference };
    if (init(m, cuts, err))
        return m;
    dbt_metrics_free(m);
    return NULL;
}

/* What frames are measured with: many times the size of the figures. */
static void free_work(dbt_metrics *m)
{
    dbt_derivatives_release(&m->output);
    dbt_deviation_free(m->deviation);
    m->deviation = NULL;
}

void dbt_metrics_free(dbt_metrics *metrics)
{
    if (!metrics)
        return;
    free_work(metrics);
    dbt_free(metrics->cuts);
    dbt_free(metrics->rows);
    dbt_free(metrics->rms_frames);
    dbt_free(metrics->figures);
    dbt_free(metrics);
}

/* The last frame that is measured against the clips: at the next cut's own the output
 * may show the next clip. */
static size_t deviation_end(const dbt_metrics *m, int cut)
{
    const size_t bound = cut + 1 < m->n_cuts ? m->cuts[cut + 1].cut - 1 : m->n_frames - 1;
    return least(window_end(&m->cuts[cut]), bound);
}

/* The last frame that a cut's figures depend on. */
static size_t last_frame(const dbt_metric_cut *c)
{
    return greatest(greatest(window_end(c) + 3, c->end + 2), c->cut + 4);
}

static void raise(double *figure, double value)
{
    if (value > *figure)
        *figure = value;
}

/* ---- of the output alone ---- */

/* The figures of a cut that a frame counts for. */
enum {
    FRAME_VEL_JUMP = 1 << 0,
    FRAME_ACC_JUMP = 1 << 1,
    FRAME_JERK_JUMP = 1 << 2,
    FRAME_VEL_JUMP_END = 1 << 3,
    FRAME_JERK = 1 << 4
};

static unsigned figures_of_frame(const dbt_metrics *m, const dbt_metric_cut *c)
{
    const size_t frame = m->frame, in_a_row = m->output.n_frames;
    unsigned figures = 0;
    if (frame < c->cut)
        return 0;
    if (in_a_row >= DBT_FRAMES_VEL_JUMP && frame <= c->cut + 2)
        figures |= FRAME_VEL_JUMP;
    if (in_a_row >= DBT_FRAMES_ACC_JUMP && frame <= c->cut + 3)
        figures |= FRAME_ACC_JUMP;
    if (in_a_row >= DBT_FRAMES_JERK_JUMP && frame <= c->cut + 4)
        figures |= FRAME_JERK_JUMP;
    if (in_a_row >= DBT_FRAMES_VEL_JUMP && frame >= c->end && frame <= c->end + 2)
        figures |= FRAME_VEL_JUMP_END;
    if (in_a_row >= DBT_FRAMES_JERK && frame <= window_end(c) + 3)
        figures |= FRAME_JERK;
    return figures;
}

/* What it adds to those of a joint. */
static void add_changes(double *row, int kind, unsigned figures, const dbt_changes *now)
{
    if (figures & FRAME_VEL_JUMP)
        raise(&row[DBT_ANG_VEL_JUMP + kind], now->vel_jump);
    if (figures & FRAME_ACC_JUMP)
        raise(&row[DBT_ANG_ACC_JUMP + kind], now->acc_jump);
    if (figures & FRAME_JERK_JUMP)
        raise(&row[DBT_ANG_JERK_JUMP + kind], now->jerk_jump);
    if (figures & FRAME_VEL_JUMP_END)
        raise(&row[DBT_ANG_VEL_JUMP_END + kind], now->vel_jump);
    if (figures & FRAME_JERK) {
        raise(&row[DBT_ANG_JERK_PEAK + kind], now->jerk);
        row[DBT_ANG_JERK_RMS + kind] += now->jerk * now->jerk;
    }
}

/* ---- against the clips ---- */

static void store_deviation(dbt_metrics *m, int cut)
{
    for (int j = 0; j < m->skeleton->n_joints; j++) {
        double *row = row_of(m, cut, j);
        const dbt_deviation_figures f = dbt_deviation_of(m->deviation, j);
        row[DBT_OVERSHOOT_ANG] = f.overshoot_ang;
        row[DBT_OVERSHOOT_LIN] = f.overshoot_lin;
        row[DBT_TARGET_ERROR_RMS] = f.target_error_rms;
        row[DBT_DISPLACEMENT_ANG] = f.displacement_ang;
        row[DBT_DISPLACEMENT_LIN] = f.displacement_lin;
        row[DBT_LIMIT_EXCESS] = f.limit_excess;
        row[DBT_SKATE] = f.skate;
    }
}

/* The cut, of those from m->open to end_cut, that this frame is measured for against the
 * clips; NO_CUT where it is for none. */
static int deviating_cut(const dbt_metrics *m, int end_cut)
{
    for (int c = m->open; m->deviation && c < end_cut; c++)
        if (m->frame >= m->cuts[c].cut && m->frame <= deviation_end(m, c))
            return c;
    return NO_CUT;
}

static void begin_deviation(dbt_metrics *m, int cut)
{
    if (m->frame == m->cuts[cut].cut)
        dbt_deviation_begin(m->deviation, cut, m->frame);
    else
        dbt_deviation_next(m->deviation);
}

/* ---- frames ---- */

/* A frame that counts for the cuts from m->open to end_cut. */
static void add_frame(dbt_metrics *m, const double *values, int end_cut)
{
    const int deviating = deviating_cut(m, end_cut);
    dbt_derivatives_next(&m->output);
    if (deviating != NO_CUT)
        begin_deviation(m, deviating);
    for (int c = m->open; c < end_cut; c++) {
        m->figures[c] = (uint8_t)figures_of_frame(m, &m->cuts[c]);
        m->rms_frames[c] += (m->figures[c] & FRAME_JERK) != 0;
    }
    for (int j = 0; j < m->skeleton->n_joints; j++) {
        dbt_step step;
        dbt_derivatives_take(&m->output, j, dbt_joint_from_values(&m->skeleton->joints[j], values),
                             &step);
        for (int c = m->open; c < end_cut; c++)
            for (int kind = 0; kind < DBT_N_KINDS; kind++)
                add_changes(row_of(m, c, j), kind, m->figures[c], &step.changes[kind]);
        if (deviating != NO_CUT)
            dbt_deviation_take(m->deviation, j, &step, m->output.n_frames >= DBT_FRAMES_MOVE);
    }
    if (deviating != NO_CUT && m->frame == deviation_end(m, deviating))
        store_deviation(m, deviating);
}

void dbt_metrics_add(dbt_metrics *metrics, const double *values)
{
    dbt_metrics *m = metrics;
    while (m->open < m->n_cuts && last_frame(&m->cuts[m->open]) < m->frame)
        m->open++;
    int end_cut = m->open; /* those that the frame counts for: from 4 frames before the cut */
    while (end_cut < m->n_cuts && m->cuts[end_cut].cut <= m->frame + DBT_FRAMES_JERK_JUMP - 1)
        end_cut++;
    if (end_cut == m->open) {
        dbt_derivatives_restart(&m->output);
        m->frame++;
        return;
    }
    add_frame(m, values, end_cut);
    m->frame++;
}

/* ---- rows ---- */

static void add_ratios(double *row, double frame_time)
{
    const double floor = least_level / (frame_time * frame_time * frame_time);
    for (int i = 0; i <= DBT_LIN_JERK_RMS_RATIO - DBT_ANG_JERK_PEAK_RATIO; i++) {
        const double level = row[DBT_ANG_JERK_PEAK_REF + i];
        row[DBT_ANG_JERK_PEAK_RATIO + i] =
            isnan(level) ? NAN : row[DBT_ANG_JERK_PEAK + i] / fmax(level, floor);
    }
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
                raise(&row[i], joint[i]);
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
    const double frames = (double)greatest(m->rms_frames[cut], 1);
    for (int j = 0; j < m->skeleton->n_joints; j++) {
        double *row = row_of(m, cut, j);
        row[DBT_ANG_JERK_RMS] = sqrt(row[DBT_ANG_JERK_RMS] / frames);
        row[DBT_LIN_JERK_RMS] = sqrt(row[DBT_LIN_JERK_RMS] / frames);
        add_ratios(row, m->frame_time);
        dbt_metrics_cap(row);
    }
    dbt_metrics_sum(m, cut, NULL, row_of(m, cut, m->skeleton->n_joints));
}

void dbt_metrics_finish(dbt_metrics *metrics)
{
    for (int c = 0; c < metrics->n_cuts; c++)
        finish_cut(metrics, c);
    free_work(metrics);
}

const double *dbt_metrics_row(const dbt_metrics *metrics, int cut, int joint)
{
    return row_of(metrics, cut, joint);
}

int dbt_metrics_worst_joint(const dbt_metrics *metrics, int cut, dbt_metric metric)
{
    int worst = 0;
    for (int j = 1; j < metrics->skeleton->n_joints; j++)
        if (row_of(metrics, cut, j)[metric] > row_of(metrics, cut, worst)[metric])
            worst = j;
    return worst;
}

/* ---- CSV ---- */

void dbt_metrics_csv_header(dbt_buffer *out)
{
    dbt_buffer_text(out, "sequence,cut,method,at,joint");
    for (int i = 0; i < DBT_N_METRICS; i++)
        dbt_buffer_format(out, ",%s", dbt_metric_infos[i].name);
    dbt_buffer_text(out, "\n");
}

void dbt_metrics_csv_row(dbt_buffer *out, const char *sequence, int cut, const char *method,
                         double at, const char *joint, const double row[DBT_N_METRICS])
{
    dbt_buffer_csv(out, sequence);
    dbt_buffer_format(out, ",%d,", cut + 1);
    dbt_buffer_csv(out, method);
    dbt_buffer_text(out, ",");
    dbt_buffer_number(out, at, 9);
    dbt_buffer_text(out, ",");
    dbt_buffer_csv(out, joint);
    for (int i = 0; i < DBT_N_METRICS; i++) {
        dbt_buffer_text(out, ",");
        if (!isnan(row[i]))
            dbt_buffer_number(out, row[i], 9);
    }
    dbt_buffer_text(out, "\n");
}

void dbt_metrics_csv_cut(dbt_buffer *out, const dbt_metrics *metrics, int cut, const char *sequence,
                         const char *method)
{
    const int n = metrics->skeleton->n_joints;
    const double at = (double)metrics->cuts[cut].cut * metrics->frame_time;
    for (int j = 0; j <= n; j++)
        dbt_metrics_csv_row(out, sequence, cut, method, at,
                            j < n ? metrics->skeleton->joints[j].name : "*",
                            row_of(metrics, cut, j));
}
