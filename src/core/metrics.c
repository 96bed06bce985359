#include "core/metrics.h"

#include "core/mem.h"
#include "core/pose.h"

/* Velocity, acceleration and jerk of one joint, angular or linear, by backward differences. */
typedef struct derivatives {
    dbt_vec3 vel, acc, jerk;
} derivatives;

/* Lengths of what changed in a frame. */
typedef struct changes {
    double vel_jump, acc_jump, jerk_jump, jerk;
} changes;

struct dbt_metrics {
    const dbt_skeleton *skeleton;
    double frame_time;
    dbt_metric_cut *cuts;
    int n_cuts;
    double *rows;       /* [n_cuts][n_joints + 1][DBT_N_PLAIN_METRICS]; rms columns: sums until read */
    size_t *rms_frames; /* [n_cuts] */
    size_t frame;       /* the next */
    int open;           /* cuts before it have all their frames */
    /* The frames just before the next: how many of them in a row are known. */
    size_t history;
    dbt_transform *poses; /* [4][n_joints], where the next four point to */
    dbt_transform *local, *world, *local_before, *world_before;
    derivatives *ang, *lin; /* [n_joints] */
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t greatest(size_t a, size_t b)
{
    return a > b ? a : b;
}

dbt_metrics *dbt_metrics_new(const dbt_skeleton *skeleton, double frame_time, size_t n_frames,
                             const dbt_metric_cut *cuts, int n_cuts, dbt_error *err)
{
    const size_t n = (size_t)skeleton->n_joints, n_rows = (size_t)n_cuts * (n + 1);
    dbt_metrics *m = dbt_alloc_array(1, sizeof *m);
    if (m) {
        *m = (dbt_metrics){ .skeleton = skeleton, .frame_time = frame_time, .n_cuts = n_cuts };
        m->cuts = dbt_alloc_array((size_t)n_cuts, sizeof *m->cuts);
        m->rows = dbt_alloc_array(n_rows, DBT_N_PLAIN_METRICS * sizeof *m->rows);
        m->rms_frames = dbt_alloc_array((size_t)n_cuts, sizeof *m->rms_frames);
        m->poses = dbt_alloc_array(4 * n, sizeof *m->poses);
        m->ang = dbt_alloc_array(2 * n, sizeof *m->ang);
    }
    if (!m || !m->cuts || !m->rows || !m->rms_frames || !m->poses || !m->ang) {
        dbt_metrics_free(m);
        dbt_fail_memory(err);
        return NULL;
    }
    m->local = m->poses;
    m->world = m->poses + n;
    m->local_before = m->poses + 2 * n;
    m->world_before = m->poses + 3 * n;
    m->lin = m->ang + n;
    for (int i = 0; i < n_cuts; i++) {
        const size_t last = i + 1 < n_cuts ? cuts[i + 1].cut : n_frames - 1;
        m->cuts[i].cut = cuts[i].cut;
        m->cuts[i].end = least(cuts[i].end, last);
        m->cuts[i].windowed = cuts[i].windowed;
        m->cuts[i].window = cuts[i].window;
    }
    return m;
}

void dbt_metrics_free(dbt_metrics *metrics)
{
    if (!metrics)
        return;
    dbt_free(metrics->poses);
    dbt_free(metrics->cuts);
    dbt_free(metrics->rows);
    dbt_free(metrics->rms_frames);
    dbt_free(metrics->ang);
    dbt_free(metrics);
}

/* Where the transition ends for peak and rms. */
static size_t window_end(const dbt_metric_cut *c)
{
    return c->windowed ? c->cut + c->window : c->end;
}

/* The last frame that a cut's figures depend on. */
static size_t last_frame(const dbt_metric_cut *c)
{
    return greatest(greatest(window_end(c) + 3, c->end + 2), c->cut + 4);
}

static double *row_of(const dbt_metrics *m, int cut, int joint)
{
    const size_t n_rows = (size_t)m->skeleton->n_joints + 1;
    return m->rows + ((size_t)cut * n_rows + (size_t)joint) * DBT_N_PLAIN_METRICS;
}

static void raise(double *figure, double value)
{
    if (value > *figure)
        *figure = value;
}

/* What one frame adds to a joint's figures; kind 0 angular, 1 linear. The figures
 * of both kinds alternate in dbt_metric. */
static void add_changes(double *row, int kind, const dbt_metric_cut *c, size_t frame,
                        size_t history, const changes *now)
{
    if (history >= 2 && frame >= c->cut && frame <= c->cut + 2)
        raise(&row[DBT_ANG_VEL_JUMP + kind], now->vel_jump);
    if (history >= 3 && frame >= c->cut && frame <= c->cut + 3)
        raise(&row[DBT_ANG_ACC_JUMP + kind], now->acc_jump);
    if (history >= 4 && frame >= c->cut && frame <= c->cut + 4)
        raise(&row[DBT_ANG_JERK_JUMP + kind], now->jerk_jump);
    if (history >= 2 && frame >= c->end && frame <= c->end + 2)
        raise(&row[DBT_ANG_VEL_JUMP_END + kind], now->vel_jump);
    if (history >= 3 && frame >= c->cut && frame <= window_end(c) + 3) {
        raise(&row[DBT_ANG_JERK_PEAK + kind], now->jerk);
        row[DBT_ANG_JERK_RMS + kind] += now->jerk * now->jerk;
    }
}

static changes differentiate(derivatives *d, dbt_vec3 vel, double dt)
{
    const dbt_vec3 acc = dbt_vec3_scale(dbt_vec3_sub(vel, d->vel), 1.0 / dt);
    const dbt_vec3 jerk = dbt_vec3_scale(dbt_vec3_sub(acc, d->acc), 1.0 / dt);
    const changes now = { dbt_vec3_length(dbt_vec3_sub(vel, d->vel)),
                          dbt_vec3_length(dbt_vec3_sub(acc, d->acc)),
                          dbt_vec3_length(dbt_vec3_sub(jerk, d->jerk)), dbt_vec3_length(jerk) };
    *d = (derivatives){ vel, acc, jerk };
    return now;
}

static void add_joint(dbt_metrics *m, int joint, int first_cut, int end_cut)
{
    const double dt = m->frame_time;
    const dbt_vec3 turned = dbt_quat_difference(m->local[joint].rot, m->local_before[joint].rot);
    const dbt_vec3 moved = dbt_vec3_sub(m->world[joint].pos, m->world_before[joint].pos);
    const changes ang =
        differentiate(&m->ang[joint], dbt_vec3_scale(turned, DBT_DEG_FROM_RAD / dt), dt);
    const changes lin = differentiate(&m->lin[joint], dbt_vec3_scale(moved, 1.0 / dt), dt);
    for (int c = first_cut; c < end_cut; c++) {
        double *row = row_of(m, c, joint);
        add_changes(row, 0, &m->cuts[c], m->frame, m->history, &ang);
        add_changes(row, 1, &m->cuts[c], m->frame, m->history, &lin);
    }
}

void dbt_metrics_add(dbt_metrics *metrics, const double *values)
{
    dbt_metrics *m = metrics;
    while (m->open < m->n_cuts && last_frame(&m->cuts[m->open]) < m->frame)
        m->open++;
    int end_cut = m->open; /* those that the frame counts for: from 4 frames before the cut */
    while (end_cut < m->n_cuts && m->cuts[end_cut].cut <= m->frame + 4)
        end_cut++;
    if (end_cut == m->open) {
        m->history = 0;
        m->frame++;
        return;
    }
    dbt_transform *local = m->local_before, *world = m->world_before;
    m->local_before = m->local;
    m->world_before = m->world;
    m->local = local;
    m->world = world;
    dbt_pose_from_values(m->skeleton, values, m->local);
    dbt_pose_world(m->skeleton, m->local, m->world);
    if (m->history > 0)
        for (int j = 0; j < m->skeleton->n_joints; j++)
            add_joint(m, j, m->open, end_cut);
    for (int c = m->open; c < end_cut; c++)
        if (m->history >= 3 && m->frame >= m->cuts[c].cut &&
            m->frame <= window_end(&m->cuts[c]) + 3)
            m->rms_frames[c]++;
    m->history++;
    m->frame++;
}

/* Sums become root mean squares, and the row over all joints is made. */
static void finish_cut(const dbt_metrics *m, int cut)
{
    const int n = m->skeleton->n_joints;
    double *all = row_of(m, cut, n);
    const double frames = (double)greatest(m->rms_frames[cut], 1);
    for (int j = 0; j < n; j++) {
        double *row = row_of(m, cut, j);
        for (int i = 0; i < DBT_N_PLAIN_METRICS; i++) {
            if (dbt_metric_infos[i].sum == DBT_SUM_RMS) {
                row[i] /= frames;
                all[i] += row[i] / n;
                row[i] = sqrt(row[i]);
            } else {
                raise(&all[i], row[i]);
            }
        }
    }
    all[DBT_ANG_JERK_RMS] = sqrt(all[DBT_ANG_JERK_RMS]);
    all[DBT_LIN_JERK_RMS] = sqrt(all[DBT_LIN_JERK_RMS]);
}

void dbt_metrics_finish(dbt_metrics *metrics)
{
    for (int c = 0; c < metrics->n_cuts; c++)
        finish_cut(metrics, c);
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

void dbt_metrics_csv_header(dbt_buffer *out)
{
    dbt_buffer_text(out, "sequence,cut,method,at,joint");
    for (int i = 0; i < DBT_N_PLAIN_METRICS; i++)
        dbt_buffer_format(out, ",%s", dbt_metric_infos[i].name);
    dbt_buffer_text(out, "\n");
}

void dbt_metrics_csv_cut(dbt_buffer *out, const dbt_metrics *metrics, int cut, const char *sequence,
                         const char *method)
{
    const int n = metrics->skeleton->n_joints;
    for (int j = 0; j <= n; j++) {
        dbt_buffer_csv(out, sequence);
        dbt_buffer_format(out, ",%d,", cut + 1);
        dbt_buffer_csv(out, method);
        dbt_buffer_text(out, ",");
        dbt_buffer_number(out, (double)metrics->cuts[cut].cut * metrics->frame_time, 9);
        dbt_buffer_text(out, ",");
        dbt_buffer_csv(out, j < n ? metrics->skeleton->joints[j].name : "*");
        const double *row = row_of(metrics, cut, j);
        for (int i = 0; i < DBT_N_PLAIN_METRICS; i++) {
            dbt_buffer_text(out, ",");
            dbt_buffer_number(out, row[i], 9);
        }
        dbt_buffer_text(out, "\n");
    }
}
