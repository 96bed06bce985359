#include "report/report_data.h"

#include "base/base64.h"
#include "base/min_max.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/version.h"
#include "blend/sequence.h"
#include "host/input.h"
#include "report/report_method.h"
#include "report/report_options.h"
#include "report/report_page.h"
#include "report/report_pops.h"

#include <string.h>

/* Units. Positions that differ by less are equal: the file's six decimals cause such differences.
 */
static const double min_move = 1e-6;

/* Radians and units. Poses of a clip and a method at one frame that differ by at most this are
 * equal: the file's rounding causes such differences, which are invisible. */
static const float same_rot = 5e-7f, same_pos = 1e-5f;

/* ---- sequences ---- */

/* Returns the window of cut number `cut`, from 1, limited to the candidates' shortest output, which
 * contains the cut. context: frames before the earliest begin of a transition at the cut and after
 * the latest end. The source clip is shown for `context` frames after the cut, but not past its
 * last frame if settings make that an error. */
static dbt_report_window window_of(const dbt_report_sequence *s, int cut, size_t context)
{
    const dbt_candidate *candidates = s->trial.candidates;
    const dbt_sequence *sequence = candidates[0].run.sequence;
    dbt_report_window w = { .at = sequence->timeline.clips[cut].at,
                            .source = cut > 1 ? sequence->timeline.clips[cut - 1].at.cut : 0 };
    for (ptrdiff_t i = 1; i < arrlen(candidates); i++) {
        const size_t end = candidates[i].run.sequence->timeline.clips[cut].at.end;
        w.at.end = dbt_max(end, w.at.end);
    }
    w.first = w.at.cut - dbt_min(w.at.cut, s->trial.befores[cut - 1] + context);
    size_t end = w.at.end + context + 1;
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++)
        end = dbt_min(end, dbt_job_run_source(&candidates[i].run).n_frames);
    w.n_frames = end - w.first;
    w.source_end = dbt_min(w.at.cut + context + 1, end);
    w.source_last = dbt_timeline_clip_last(&sequence->timeline, cut - 1);
    w.has_source_last = w.source_last < w.source_end;
    if (w.has_source_last && candidates[0].run.job->sequence.past_end == DBT_PAST_END_ERROR)
        w.source_end = w.source_last + 1;
    return w;
}

/* Returns the first candidate's job: its settings, except the tunings, are those of all candidates.
 */
static const dbt_job *job_of(const dbt_report_sequence *s)
{
    return s->trial.candidates[0].run.job;
}

static const char *clip_name(const dbt_report_sequence *s, int segment)
{
    return dbt_file_name(dbt_input_name(job_of(s)->sequence.segments[segment].path));
}

/* Sets s->n_poses from s->windows: frames * joints * (candidates + 2 clips), summed over the cuts.
 * Fails with DBT_E_LIMIT, with n_poses set, if that is more than DBT_FREE_SHOWN_POSES plus the
 * number if each window were as long as its two clips together. */
static bool count_poses(dbt_report_sequence *s, const dbt_skeleton *skeleton, dbt_error *err)
{
    const dbt_segment *segments = job_of(s)->sequence.segments;
    const double each =
        (double)(arrlen(s->trial.candidates) + DBT_N_CUT_CLIPS) * skeleton->n_joints;
    double n_frames = 0.0, n_clip_frames = 0.0;
    for (int cut = 1; cut <= s->trial.n_cuts; cut++) {
        n_frames += (double)s->windows[cut - 1].n_frames;
        n_clip_frames +=
            (double)segments[cut - 1].clip->n_frames + (double)segments[cut].clip->n_frames;
    }
    s->n_poses = n_frames * each;
    const double limit = DBT_FREE_SHOWN_POSES + n_clip_frames * each;
    return s->n_poses <= limit ||
           dbt_fail(err, DBT_E_LIMIT,
                    "the report would show %.0f poses of joints, the limit for these clips is "
                    "%.0f; use fewer methods or less --context",
                    s->n_poses, limit);
}

/* Returns the number of frames of a candidate's output, or 0 if the outputs of all candidates have
 * more than DBT_MAX_RECORDED_VALUES values. */
static size_t recorded_frames(const dbt_report_sequence *s, size_t candidate)
{
    double n_values = 0.0;
    for (ptrdiff_t i = 0; i < arrlen(s->trial.candidates); i++) {
        const dbt_job_run *run = &s->trial.candidates[i].run;
        n_values +=
            (double)dbt_job_run_source(run).n_frames * run->sequence->timeline.skeleton->n_channels;
    }
    return n_values <= DBT_MAX_RECORDED_VALUES
               ? dbt_job_run_source(&s->trial.candidates[candidate].run).n_frames
               : 0;
}

bool dbt_report_sequence_record(dbt_report_sequence *sequence, dbt_time context, dbt_error *err)
{
    dbt_report_sequence *s = sequence;
    dbt_candidate *candidates = s->trial.candidates;
    const size_t n = (size_t)arrlen(candidates), n_cuts = (size_t)s->trial.n_cuts;
    const dbt_skeleton *skeleton = candidates[0].run.sequence->timeline.skeleton;
    const double dt = candidates[0].run.sequence->timeline.frame_time;
    const size_t n_context = dbt_time_frames(context, dt);
    s->windows = dbt_arena_array(&s->memory, n_cuts, sizeof *s->windows);
    s->recorders = dbt_arena_array(&s->memory, n, sizeof *s->recorders);
    s->pops = dbt_arena_array(&s->memory, n, sizeof *s->pops);
    s->scores = dbt_arena_array(&s->memory, n, sizeof *s->scores);
    s->ranking.smooth = candidates[0].job->auto_methods.smooth;
    for (int cut = 1; cut <= s->trial.n_cuts; cut++)
        s->windows[cut - 1] = window_of(s, cut, n_context);
    if (!count_poses(s, skeleton, err))
        return false;
    for (size_t i = 0; i < n; i++) {
        dbt_recorder_init(&s->recorders[i], skeleton, recorded_frames(s, i), s->windows,
                          s->trial.n_cuts, i == 0);
        candidates[i].observer = &s->recorders[i].observer;
        s->n_recorders++;
    }
    return true;
}

void dbt_report_sequence_release(dbt_report_sequence *sequence)
{
    dbt_report_sequence *s = sequence;
    for (size_t i = 0; i < s->n_recorders; i++) {
        dbt_recorder_release(&s->recorders[i]);
        dbt_buffer_release(&s->pops[i]);
    }
    dbt_arena_release(&s->memory);
    dbt_trial_release(&s->trial);
    dbt_free(s->name);
    *s = (dbt_report_sequence){ .name = NULL };
}

void dbt_report_section_release(dbt_report_section *section)
{
    dbt_buffer_release(&section->skeleton);
    dbt_buffer_release(&section->cuts);
    arrfree(section->ends);
    *section = (dbt_report_section){ .ends = NULL };
}

/* ---- the page ---- */

dbt_json_out dbt_report_json(dbt_buffer *out)
{
    return (dbt_json_out){ .out = out, .compact = true, .inert = true };
}

void dbt_report_add_floats(dbt_json_out *json, const char *key, const float *values, size_t n)
{
    dbt_buffer *out = dbt_json_value(json, key);
    dbt_buffer_text(out, "\"");
    dbt_base64_floats(out, values, n);
    dbt_buffer_text(out, "\"");
}

/* Adds the member "defaults": for each method a list of its defaults as "NAME=VALUE", except those
 * of the transition's lengths. */
static void write_defaults(dbt_json_out *json)
{
    dbt_json_begin_line(json, 0, "defaults", '{');
    for (int m = 0; m < dbt_n_methods; m++) {
        const dbt_method *method = dbt_methods[m];
        const dbt_tuning usual = dbt_tuning_default(method);
        dbt_json_begin(json, method->name, '[');
        for (int p = 0; p < method->n_params; p++) {
            dbt_buffer text = { 0 };
            const char *name = method->params[p].name;
            const bool is_length = method->duration && strcmp(name, method->duration) == 0;
            if (is_length || strcmp(name, "before") == 0)
                continue;
            dbt_buffer_format(&text, "%s=", name);
            dbt_tuning_format(&usual, p, &text);
            dbt_json_end_section(json, NULL, &text);
        }
        dbt_json_end(json, ']');
    }
    dbt_json_end(json, '}');
}

/* Adds the array of an stb_ds list of metrics. */
static void write_metrics(dbt_json_out *json, const char *key, const int *metrics)
{
    dbt_json_begin(json, key, '[');
    for (ptrdiff_t i = 0; i < arrlen(metrics); i++)
        dbt_json_add_int(json, NULL, metrics[i]);
    dbt_json_end(json, ']');
}

void dbt_report_begin(dbt_json_out *json, const char *title, const dbt_ranking *ranking,
                      const int *columns)
{
    dbt_buffer_text(json->out, dbt_report_page.head);
    dbt_json_begin(json, NULL, '{');
    dbt_json_add_int(json, "format", 1);
    dbt_json_add_text(json, "version", "dbtool " DBT_VERSION);
    dbt_json_add_text(json, "title", title);
    dbt_json_begin(json, "metrics", '[');
    for (int i = 0; i < DBT_N_METRICS; i++) {
        const dbt_metric_info *info = &dbt_metric_infos[i];
        dbt_json_begin_line(json, 0, NULL, '{');
        dbt_json_add_text(json, "name", info->name);
        dbt_json_add_text(json, "unit", info->unit);
        dbt_json_add_bool(json, "judged", info->judged);
        dbt_json_end(json, '}');
    }
    dbt_json_end(json, ']');
    dbt_json_line(json, 0);
    write_metrics(json, "columns", columns);
    write_defaults(json);
    dbt_json_add_int(json, "rank", (int)ranking->metric);
    dbt_json_add_bool(json, "by_rule", ranking->by_rule);
    dbt_json_begin_line(json, 0, "cuts", '[');
}

void dbt_report_cut_write(dbt_json_out *json, const dbt_report_section *section, ptrdiff_t cut,
                          int skeleton)
{
    const size_t begin = cut > 1 ? section->ends[cut - 2] : 0;
    dbt_json_begin_line(json, 0, NULL, '{');
    dbt_json_add_int(json, "skeleton", skeleton);
    dbt_buffer_add(json->out, section->cuts.bytes + begin, section->ends[cut - 1] - begin);
}

void dbt_report_end(dbt_json_out *json, const dbt_buffer *skeletons, ptrdiff_t n)
{
    dbt_json_begin_line(json, 0, "skeletons", '[');
    for (ptrdiff_t i = 0; i < n; i++) {
        dbt_json_line(json, 0);
        dbt_buffer_add(dbt_json_value(json, NULL), skeletons[i].bytes, skeletons[i].size);
    }
    dbt_json_end(json, ']');
    dbt_json_end(json, '}');
    dbt_buffer_text(json->out, "\n");
    dbt_buffer_text(json->out, dbt_report_page.tail);
}

/* ---- all cuts ---- */

/* Adds an array of values[DBT_N_METRICS] at the indexes in `metrics`, an stb_ds list. */
static void write_quantiles(dbt_json_out *json, const char *key, const double *values,
                            const int *metrics)
{
    dbt_json_begin(json, key, '[');
    for (ptrdiff_t i = 0; i < arrlen(metrics); i++)
        dbt_json_add_number(json, NULL, values[metrics[i]], 9);
    dbt_json_end(json, ']');
}

void dbt_report_no_overview_write(dbt_json_out *json, const char *why)
{
    dbt_json_begin_line(json, 0, "overview", '{');
    dbt_json_add_text(json, "note", why);
    dbt_json_end(json, '}');
}

void dbt_report_overview_write(dbt_json_out *json, const dbt_scores *scores,
                               const dbt_ranking *ranking, const int *metrics)
{
    dbt_buffer left_out = { 0 };
    dbt_json_begin_line(json, 0, "overview", '{');
    dbt_scores_add_left_out(scores, &left_out);
    dbt_json_end_section(json, "note", &left_out);
    dbt_json_add_size(json, "cuts", scores->n_common);
    dbt_json_add_size(json, "left_out", (size_t)arrlen(scores->cuts) - scores->n_common);
    dbt_json_add_exact(json, "smooth", ranking->smooth);
    dbt_json_add_bool(json, "by_rule", ranking->by_rule);
    write_metrics(json, "metrics", metrics);
    dbt_json_begin(json, "methods", '[');
    for (ptrdiff_t i = 0; i < arrlen(scores->methods); i++) {
        const dbt_score *m = &scores->methods[i].score;
        dbt_json_begin_line(json, 0, NULL, '{');
        dbt_json_add_text(json, "label", scores->methods[i].label);
        dbt_json_add_size(json, "rank", m->rank);
        dbt_json_add_bool(json, "ties", m->ties);
        dbt_json_add_size(json, "seamless", m->n_seamless);
        dbt_json_add_size(json, "wins", m->n_wins);
        dbt_json_add_size(json, "worst", m->worst);
        write_quantiles(json, "median", m->quantiles[DBT_MEDIAN], metrics);
        write_quantiles(json, "p90", m->quantiles[DBT_P90], metrics);
        dbt_json_end(json, '}');
    }
    dbt_json_end(json, ']');
    dbt_json_end(json, '}');
}

/* ---- the skeleton ---- */

/* The placed joints (with position channels), and which of them change position in the sequence. */
typedef struct movers {
    const dbt_recorder *leader; /* the first candidate's, which recorded the clips; borrowed */
    dbt_vec3 *rest; /* [n_placed]: the OFFSET or, where the first pose differs, its position */
    bool *moves;    /* [n_placed] */
    int n_moving;
    dbt_arena memory; /* of the arrays */
} movers;

/* Whether two positions differ by more than rounding. */
static bool differ(dbt_vec3 a, dbt_vec3 b)
{
    const double limit = min_move + 1e-7 * dbt_vec3_length(b);
    return !(fabs(a.x - b.x) <= limit && fabs(a.y - b.y) <= limit && fabs(a.z - b.z) <= limit);
}

/* Sets m->moves of the placed joints whose position differs from m->rest in a frame of a recording;
 * others keep their mark. */
static void find_moves_in(movers *m, const dbt_recording *recording)
{
    const size_t n = (size_t)m->leader->n_placed;
    for (size_t f = recording->begin; f < recording->end; f++)
        for (size_t p = 0; p < n; p++)
            m->moves[p] = m->moves[p] || differ(recording->positions[f * n + p], m->rest[p]);
}

/* Sets all of *m: rest positions, and which placed joints have another local position in any pose
 * of the report. Needs the recordings of all cuts, at least one. Borrows s->recorders[0]. The
 * caller releases m->memory. */
static void find_movers(movers *m, const dbt_report_sequence *s)
{
    const dbt_recorder *leader = &s->recorders[0];
    *m = (movers){ .leader = leader };
    m->rest = dbt_arena_array(&m->memory, (size_t)leader->n_placed, sizeof *m->rest);
    m->moves = dbt_arena_array(&m->memory, (size_t)leader->n_placed, sizeof *m->moves);
    for (int p = 0; p < leader->n_placed; p++) {
        const dbt_vec3 offset = leader->skeleton->joints[leader->placed[p]].offset;
        const dbt_vec3 position = leader->output[0].positions[p];
        m->rest[p] = differ(position, offset) ? position : offset;
    }
    for (int cut = 1; cut <= leader->n_cuts; cut++) {
        for (ptrdiff_t i = 0; i < arrlen(s->trial.candidates); i++)
            find_moves_in(m, &s->recorders[i].output[cut - 1]);
        for (int side = 0; side < DBT_N_CUT_CLIPS; side++)
            find_moves_in(m, &leader->clips[side][cut - 1]);
    }
    for (int p = 0; p < leader->n_placed; p++)
        m->n_moving += m->moves[p];
}

static void write_vector(dbt_json_out *json, const char *key, dbt_vec3 v)
{
    dbt_json_add_numbers(json, key, (const double[]){ v.x, v.y, v.z }, 3, 0);
}

/* Adds an array of the indexes at which flags[n] are set. */
static void write_indexes(dbt_json_out *json, const char *key, const bool *flags, int n)
{
    dbt_json_begin(json, key, '[');
    for (int i = 0; i < n; i++)
        if (flags[i])
            dbt_json_add_int(json, NULL, i);
    dbt_json_end(json, ']');
}

/* Adds the member "joints": name, parent (index; -1: none) and offset, units, of each joint. The
 * offset of a placed joint that never moves is its rest position, else its OFFSET. */
static void write_joints(dbt_json_out *json, const movers *m)
{
    const dbt_skeleton *skeleton = m->leader->skeleton;
    int p = 0;
    dbt_json_begin(json, "joints", '[');
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        const bool placed = p < m->leader->n_placed && m->leader->placed[p] == j;
        dbt_json_begin_line(json, 0, NULL, '{');
        dbt_json_add_text(json, "name", joint->name);
        dbt_json_add_int(json, "parent", joint->parent);
        write_vector(json, "offset", placed && !m->moves[p] ? m->rest[p] : joint->offset);
        dbt_json_end(json, '}');
        p += placed;
    }
    dbt_json_end(json, ']');
}

/* Appends the skeleton's object: up axis (0 x, 1 y, 2 z), joints, end sites, and the indexes of
 * moving joints and feet. */
static void write_skeleton(dbt_buffer *out, const movers *m, int up)
{
    const dbt_skeleton *skeleton = m->leader->skeleton;
    dbt_json_out data = dbt_report_json(out), *json = &data;
    dbt_json_begin(json, NULL, '{');
    dbt_json_add_int(json, "up", up);
    write_joints(json, m);
    dbt_json_begin(json, "ends", '[');
    for (int i = 0; i < skeleton->n_end_sites; i++) {
        dbt_json_begin(json, NULL, '{');
        dbt_json_add_int(json, "joint", skeleton->end_sites[i].parent);
        write_vector(json, "offset", skeleton->end_sites[i].offset);
        dbt_json_end(json, '}');
    }
    dbt_json_end(json, ']');
    dbt_json_begin_line(json, 0, "moving", '[');
    for (int p = 0; p < m->leader->n_placed; p++)
        if (m->moves[p])
            dbt_json_add_int(json, NULL, m->leader->placed[p]);
    dbt_json_end(json, ']');
    write_indexes(json, "feet", m->leader->feet, skeleton->n_joints);
    dbt_json_end(json, '}');
}

/* ---- the poses of a cut ---- */

enum { NOTHING = -1 };

/* The poses of one cut without duplicates: those of the methods, then those of both clips. A figure
 * is a method or a clip; its index is the candidate's, or n candidates + dbt_cut_clip. */
typedef struct packer {
    const movers *movers;            /* borrowed, like window and from */
    const dbt_report_window *window; /* of the cut */
    size_t width;                    /* floats per pose: 3 a joint, then 3 a moving joint */
    float *poses;                    /* [n_poses][width]; owned */
    size_t n_poses, room;
    float *pose;          /* [width] */
    bool *rotates;        /* [n_joints]: the joint's rotation changes between poses */
    const dbt_vec3 *from; /* [n_placed]: positions at the cut; poses are relative to them */
    ptrdiff_t *shown;     /* [n_figures][n_frames]: index of each frame's pose, or NOTHING */
    dbt_arena memory;     /* of all other arrays */
} packer;

/* Sets p->pose to a frame of a recording, counted from the window's first: rotation vectors of all
 * joints, radians, then positions of moving joints relative to p->from, units. */
static void fill_pose(const packer *p, const dbt_recording *recording, size_t frame)
{
    const dbt_recorder *leader = p->movers->leader;
    const size_t n = 3 * (size_t)leader->skeleton->n_joints, n_placed = (size_t)leader->n_placed;
    float *out = p->pose + n;
    memcpy(p->pose, recording->rots + frame * n, n * sizeof *p->pose);
    for (size_t i = 0; i < n_placed; i++) {
        if (!p->movers->moves[i])
            continue;
        const dbt_vec3 v = dbt_vec3_sub(recording->positions[frame * n_placed + i], p->from[i]);
        *out++ = (float)v.x;
        *out++ = (float)v.y;
        *out++ = (float)v.z;
    }
}

/* Whether the pose that a figure shows at a frame, counted from the window's first, equals p->pose,
 * each float within a tolerance: rot, radians; pos, units. The figure is packed and has a pose at
 * this frame. */
static bool shows(const packer *p, size_t figure, size_t frame, float rot, float pos)
{
    const size_t n_rots = 3 * (size_t)p->movers->leader->skeleton->n_joints;
    const ptrdiff_t shown = p->shown[figure * p->window->n_frames + frame];
    const float *other = p->poses + (size_t)shown * p->width;
    bool near = true;
    for (size_t k = 0; near && k < p->width; k++)
        near = fabsf(p->pose[k] - other[k]) <= (k < n_rots ? rot : pos);
    return near;
}

/* Appends the poses of a figure, a recording, to p->poses, and sets its p->shown: NOTHING in frames
 * of the window that the recording lacks. Figures 0 to n_methods - 1 are methods that were packed
 * before: a pose equal to theirs at the same frame, within tolerances `rot` (radians) and `pos`
 * (units), is not added again. Overwrites p->pose. */
static void pack(packer *p, const dbt_recording *recording, size_t figure, size_t n_methods,
                 float rot, float pos)
{
    ptrdiff_t *shown = p->shown + figure * p->window->n_frames;
    for (size_t f = 0; f < p->window->n_frames; f++) {
        size_t other = 0;
        shown[f] = NOTHING;
        if (f < recording->begin || f >= recording->end)
            continue;
        fill_pose(p, recording, f);
        while (other < n_methods && !shows(p, other, f, rot, pos))
            other++;
        if (other < n_methods) {
            shown[f] = p->shown[other * p->window->n_frames + f];
            continue;
        }
        dbt_make_room(&p->poses, p->n_poses, 1, &p->room, p->width * sizeof *p->poses);
        memcpy(p->poses + p->n_poses * p->width, p->pose, p->width * sizeof *p->poses);
        shown[f] = (ptrdiff_t)p->n_poses++;
    }
}

/* Packs the methods' outputs at a cut, from 1, then both clips. A method shares only equal poses
 * with earlier ones; a clip shares poses with a method within same_rot and same_pos. */
static void pack_all(packer *p, const dbt_report_sequence *s, int cut)
{
    const size_t n = (size_t)arrlen(s->trial.candidates);
    for (size_t i = 0; i < n; i++)
        pack(p, &s->recorders[i].output[cut - 1], i, i, 0.0f, 0.0f);
    for (size_t side = 0; side < DBT_N_CUT_CLIPS; side++)
        pack(p, &s->recorders[0].clips[side][cut - 1], n + side, n, same_rot, same_pos);
}

/* Sets all of *p for the poses of a cut, from 1, with no pose packed yet (p->poses NULL). Needs the
 * cut's recordings, from which it borrows. The caller frees p->poses and releases p->memory. */
static void init_packer(packer *p, const dbt_report_sequence *s, const movers *m, int cut)
{
    const size_t n_figures = (size_t)arrlen(s->trial.candidates) + DBT_N_CUT_CLIPS;
    *p = (packer){ .movers = m, .window = &s->windows[cut - 1] };
    p->from = m->leader->clips[DBT_SOURCE][cut - 1].positions +
              (p->window->at.cut - p->window->first) * (size_t)m->leader->n_placed;
    p->width = 3 * ((size_t)m->leader->skeleton->n_joints + (size_t)m->n_moving);
    p->pose = dbt_arena_array(&p->memory, p->width, sizeof *p->pose);
    p->rotates =
        dbt_arena_array(&p->memory, (size_t)m->leader->skeleton->n_joints, sizeof *p->rotates);
    p->shown = dbt_arena_array(&p->memory, n_figures, p->window->n_frames * sizeof *p->shown);
}

/* Adds the member `key`, the run-length code of a figure's frames in the window: [first pose,
 * number of frames] for each run of poses in p->shown, each one higher than the one before. So a
 * pose that stays starts a new run in each frame. Frames without a pose are runs with NOTHING
 * as first pose. index: the figure's. */
static void write_runs(dbt_json_out *json, const char *key, const packer *p, size_t index)
{
    const size_t n = p->window->n_frames;
    const ptrdiff_t *shown = p->shown + index * n;
    dbt_json_begin(json, key, '[');
    for (size_t f = 0, begin = 0; f < n; f++) {
        const ptrdiff_t next = shown[f] == NOTHING ? NOTHING : shown[f] + 1;
        if (f + 1 < n && shown[f + 1] == next)
            continue;
        dbt_buffer_format(dbt_json_value(json, NULL), "[%td,%zu]", shown[begin], f + 1 - begin);
        begin = f + 1;
    }
    dbt_json_end(json, ']');
}

/* Sets p->rotates: the joint differs by more than same_rot between a pose and the first of all, at
 * least one. Adds the members "turning", the indexes of joints that rotate, and "still", the
 * rotation vectors of the others in the first pose, radians. */
static void write_rotating(dbt_json_out *json, packer *p)
{
    const int n_joints = p->movers->leader->skeleton->n_joints;
    for (size_t pose = 1; pose < p->n_poses; pose++) {
        const float *rots = p->poses + pose * p->width;
        for (size_t i = 0; i < 3 * (size_t)n_joints; i++)
            p->rotates[i / 3] = p->rotates[i / 3] || !(fabsf(rots[i] - p->poses[i]) <= same_rot);
    }
    write_indexes(json, "turning", p->rotates, n_joints);
    dbt_json_begin(json, "still", '[');
    for (int j = 0; j < n_joints; j++) {
        const float *r = p->poses + 3 * j;
        if (!p->rotates[j]) /* 9 digits: exact for a float */
            dbt_json_add_numbers(json, NULL, (const double[]){ r[0], r[1], r[2] }, 3, 9);
    }
    dbt_json_end(json, ']');
}

/* Removes the rotations of joints that do not rotate from all of p->poses, in place, so that
 * p->width is no longer valid. Returns the number of floats left in all poses together; it may be
 * 0. */
static size_t remove_still(packer *p)
{
    const size_t n = (size_t)p->movers->leader->skeleton->n_joints, width = p->width;
    float *to = p->poses;
    for (size_t pose = 0; pose < p->n_poses; pose++) {
        const float *from = p->poses + pose * width;
        for (size_t i = 0; i < width; i++)
            if (i >= 3 * n || p->rotates[i / 3])
                *to++ = from[i];
    }
    return (size_t)(to - p->poses);
}

/* Sets p->shown of all figures to pose 0 where they have a pose: without floats, the page knows of
 * one pose. */
static void show_one_pose(packer *p, size_t n_figures)
{
    for (size_t i = 0; i < n_figures * p->window->n_frames; i++)
        p->shown[i] = p->shown[i] == NOTHING ? NOTHING : 0;
}

/* Adds the members of write_rotating; "origins", p->from of moving joints; "poses", the floats of
 * all poses; and "source" and "target", the runs (write_runs) of both clips. Those of the methods
 * are the caller's. Changes the layout of p->poses, and p->shown if poses have no floats: call it
 * once.
 */
static void write_poses(dbt_json_out *json, packer *p, size_t n_methods)
{
    write_rotating(json, p);
    dbt_json_begin(json, "origins", '[');
    for (int i = 0; i < p->movers->leader->n_placed; i++)
        if (p->movers->moves[i])
            write_vector(json, NULL, p->from[i]);
    dbt_json_end(json, ']');
    const size_t n_floats = remove_still(p);
    if (n_floats == 0)
        show_one_pose(p, n_methods + DBT_N_CUT_CLIPS);
    dbt_report_add_floats(json, "poses", p->poses, n_floats);
    static const char *const sides[] = { "source", "target" };
    for (size_t side = 0; side < DBT_N_CUT_CLIPS; side++)
        write_runs(json, sides[side], p, n_methods + side);
}

/* ---- contacts ---- */

/* Adds the member "contacts": for each foot its joint, and its contacts with the ground in the
 * window of cut number `cut`, from 1, as [first, last] frame of the output; empty without feet.
 * leader: a recorder that recorded the clips. */
static void write_contacts(dbt_json_out *json, const dbt_recorder *leader, int cut)
{
    const dbt_report_window *w = &leader->windows[cut - 1];
    const size_t n = (size_t)leader->skeleton->n_joints;
    dbt_json_begin(json, "contacts", '[');
    for (size_t j = 0; j < n; j++) {
        if (!leader->feet[j])
            continue;
        const bool *in_contact = leader->contacts[cut - 1] + j;
        dbt_json_begin(json, NULL, '{');
        dbt_json_add_size(json, "joint", j);
        dbt_json_begin(json, "frames", '[');
        for (size_t f = 0; f < w->n_frames; f++) {
            if (!in_contact[f * n])
                continue;
            const size_t begin = f;
            while (f + 1 < w->n_frames && in_contact[(f + 1) * n])
                f++;
            dbt_buffer_format(dbt_json_value(json, NULL), "[%zu,%zu]", w->first + begin,
                              w->first + f);
        }
        dbt_json_end(json, ']');
        dbt_json_end(json, '}');
    }
    dbt_json_end(json, ']');
}

/* ---- a cut ---- */

static void write_clip_names(dbt_json_out *json, const dbt_report_sequence *s, int cut)
{
    dbt_json_add_text(json, "source_name", clip_name(s, cut - 1));
    dbt_json_add_text(json, "target_name", clip_name(s, cut));
}

/* Adds the member "neighbours": number, frame of the output and clip names of the sequence's other
 * cuts whose frame is within the window of cut number `cut`, from 1. */
static void write_neighbours(dbt_json_out *json, const dbt_report_sequence *s, int cut)
{
    const dbt_report_window *w = &s->windows[cut - 1];
    dbt_json_begin(json, "neighbours", '[');
    for (int other = 1; other <= s->trial.n_cuts; other++) {
        const size_t frame = s->windows[other - 1].at.cut;
        if (other == cut || frame < w->first || frame >= w->first + w->n_frames)
            continue;
        dbt_json_begin(json, NULL, '{');
        dbt_json_add_int(json, "number", other);
        dbt_json_add_size(json, "frame", frame);
        write_clip_names(json, s, other);
        dbt_json_end(json, '}');
    }
    dbt_json_end(json, ']');
}

/* Appends the object of cut number `cut`, from 1, without its first brace and "skeleton", but with
 * the last brace. p: packed, changed by write_poses. s->scores, minima and pops must be set. */
static void write_cut(dbt_buffer *out, const dbt_report_sequence *s, packer *p, int cut)
{
    const ptrdiff_t n = arrlen(s->trial.candidates);
    const dbt_report_window *w = p->window;
    const double dt = s->trial.candidates[0].run.sequence->timeline.frame_time;
    dbt_json_out data = dbt_report_json(out), *json = &data;
    json->follows = true; /* after "skeleton" */
    dbt_json_add_text(json, "sequence", s->name);
    dbt_json_add_int(json, "number", cut);
    write_clip_names(json, s, cut);
    dbt_json_add_exact(json, "frame_time", dt);
    dbt_json_add_number(json, "at", (double)w->at.cut * dt, 9);
    dbt_json_add_size(json, "first", w->first);
    dbt_json_add_size(json, "n_frames", w->n_frames);
    dbt_json_add_size(json, "cut", w->at.cut);
    dbt_json_add_size(json, "plays", dbt_cut_plays(w->at));
    dbt_json_add_size(json, "window_frames", s->trial.window_frames);
    if (w->has_source_last)
        dbt_json_add_size(json, "source_end", w->source_last);
    write_neighbours(json, s, cut);
    dbt_report_options_write(json, job_of(s), cut);
    write_poses(json, p, (size_t)n);
    write_contacts(json, &s->recorders[0], cut);
    dbt_json_begin(json, "methods", '[');
    for (ptrdiff_t i = 0; i < n; i++) {
        dbt_json_begin_line(json, 0, NULL, '{');
        write_runs(json, "frames", p, (size_t)i);
        dbt_report_method_write(json, s, i, cut);
        dbt_buffer_add(dbt_json_value(json, "pops"), s->pops[i].bytes, s->pops[i].size);
        dbt_json_end(json, '}');
    }
    dbt_json_end(json, ']');
    dbt_json_end(json, '}');
}

/* Ranks the candidates at one cut, from 1, by s->ranking, as `compare` of a single cut does. Sets
 * s->scores, with is_last for a file that never shows the new clip, and s->minima. After the
 * trial's run. */
static void rank_cut(dbt_report_sequence *s, int cut)
{
    const size_t n = (size_t)arrlen(s->trial.candidates);
    const double **rows = dbt_alloc_array(n, sizeof *rows);
    for (size_t i = 0; i < n; i++) {
        const bool *misses = s->trial.candidates[i].misses;
        rows[i] = dbt_trial_row(&s->trial, (ptrdiff_t)i, cut);
        s->scores[i].is_last = misses && misses[cut - 1];
    }
    dbt_rank(s->scores, n, rows, 1, &s->ranking, NULL);
    dbt_find_min(s->scores, n, &s->minima);
    dbt_free(rows);
}

void dbt_report_section_write(dbt_report_section *section, dbt_report_sequence *sequence)
{
    dbt_report_sequence *s = sequence;
    dbt_candidate *candidates = s->trial.candidates;
    dbt_job *job = candidates[0].run.job;
    movers m = { 0 };
    find_movers(&m, s);
    write_skeleton(&section->skeleton, &m, job->sequence.up);
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++)
        dbt_report_pops_format(&s->recorders[i], candidates[i].run.sequence->timeline.frame_time,
                               &s->pops[i]);
    for (int cut = 1; cut <= s->trial.n_cuts; cut++) {
        packer p;
        rank_cut(s, cut);
        init_packer(&p, s, &m, cut);
        pack_all(&p, s, cut);
        write_cut(&section->cuts, s, &p, cut);
        dbt_free(p.poses);
        dbt_arena_release(&p.memory);
        for (ptrdiff_t i = 0; i < arrlen(candidates); i++)
            dbt_arena_release(&s->recorders[i].cut_memory[cut - 1]);
        arrput(section->ends, section->cuts.size);
    }
    dbt_arena_release(&m.memory);
}
