#include "cli/report_data.h"

#include "cli/ranking.h"
#include "cli/report_json.h"
#include "cli/report_method.h"
#include "cli/report_options.h"

#include "core/base64.h"
#include "core/mem.h"
#include "core/pose_pool.h"
#include "dbtool.h"

#include <string.h>

/* Places that differ by less are one: what is left of rounding to six decimals. */
static const double least_move = 1e-6;

/* A clip's pose is shown as a method's of that frame where they differ by no more, radians
 * and units: the file's rounding does that, and the eye cannot. */
static const float same_turn = 5e-7f, same_place = 1e-5f;

/* ---- sequences ---- */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static cli_window window_of(const cli_report_sequence *s, int cut, size_t context)
{
    const cli_contender *contenders = s->trial.contenders;
    const dbt_sequence *sequence = contenders[0].sequence;
    size_t last = 0;
    for (ptrdiff_t i = 0; i < arrlen(contenders); i++) {
        const size_t end = dbt_sequence_end_frame(contenders[i].sequence, cut + 1);
        last = end > last ? end : last;
    }
    cli_window w = { .cut = dbt_sequence_cut_frame(sequence, cut + 1),
                     .source = cut > 0 ? dbt_sequence_cut_frame(sequence, cut) : 0 };
    w.first = w.cut - least(w.cut, context);
    const size_t end = least(last + context, dbt_sequence_n_frames(sequence) - 1) + 1;
    w.n_frames = end - w.first;
    w.source_end = least(w.cut + context + 1, end);
    w.source_last = dbt_sequence_clip_last(sequence, cut);
    w.has_source_last = w.source_last < w.source_end;
    if (w.has_source_last && s->trial.spec.past_end == DBT_PAST_END_ERROR)
        w.source_end = w.source_last + 1;
    return w;
}

char *cli_report_clip_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (strcmp(path, "-") == 0)
        return dbt_list_copy_text("standard input");
    return dbt_list_copy_text(slash ? slash + 1 : path);
}

bool cli_report_sequence_record(cli_report_sequence *sequence, dbt_time context, dbt_error *err)
{
    cli_report_sequence *s = sequence;
    cli_contender *contenders = s->trial.contenders;
    const size_t n = (size_t)arrlen(contenders), n_cuts = (size_t)s->trial.n_cuts;
    const dbt_skeleton *skeleton = dbt_sequence_skeleton(contenders[0].sequence);
    const double dt = dbt_sequence_frame_time(contenders[0].sequence);
    const size_t n_context = (size_t)fmin(dbt_time_frame(context, dt, 0.0), DBT_MAX_FRAMES);
    s->windows = dbt_alloc_array(n_cuts, sizeof *s->windows);
    s->recorders = dbt_alloc_array(n, sizeof *s->recorders);
    s->places = dbt_alloc_array(n, sizeof *s->places);
    s->rivalries = dbt_alloc_array(n, sizeof *s->rivalries);
    if (!s->windows || !s->recorders || !s->places || !s->rivalries)
        return dbt_fail_memory(err);
    for (int cut = 0; cut < s->trial.n_cuts; cut++)
        s->windows[cut] = window_of(s, cut, n_context);
    for (size_t i = 0; i < n; i++) {
        if (!cli_recorder_init(&s->recorders[i], skeleton, s->windows, s->trial.n_cuts, i == 0,
                               err))
            return false;
        contenders[i].observer = &s->recorders[i].observer;
    }
    return true;
}

static void free_texts(char **texts)
{
    for (ptrdiff_t i = 0; i < arrlen(texts); i++)
        dbt_free(texts[i]);
    arrfree(texts);
}

void cli_report_sequence_release(cli_report_sequence *sequence)
{
    cli_report_sequence *s = sequence;
    for (ptrdiff_t i = 0; s->recorders && i < arrlen(s->trial.contenders); i++)
        cli_recorder_release(&s->recorders[i]);
    dbt_free(s->recorders);
    dbt_free(s->windows);
    dbt_free(s->places);
    dbt_free(s->rivalries);
    cli_trial_release(&s->trial);
    free_texts(s->clips);
    free_texts(s->jobs);
    dbt_free(s->name);
    *s = (cli_report_sequence){ .name = NULL };
}

void cli_report_part_release(cli_report_part *part)
{
    dbt_buffer_release(&part->skeleton);
    dbt_buffer_release(&part->cuts);
    arrfree(part->ends);
    *part = (cli_report_part){ .ends = NULL };
}

/* ---- the beginning ---- */

void cli_report_data_begin(dbt_buffer *out, const char *title, dbt_metric rank, const int *columns)
{
    dbt_buffer_text(out, "{\"format\":1");
    cli_json_name(out, "version", "dbtool " DBT_VERSION);
    cli_json_name(out, "title", title);
    cli_json_key(out, "metrics");
    for (int i = 0; i < DBT_N_METRICS; i++) {
        const dbt_metric_info *info = &dbt_metric_infos[i];
        dbt_buffer_format(out, "%s{\"name\":\"%s\",\"unit\":\"%s\",\"judged\":%s}",
                          i == 0 ? "[\n" : ",\n", info->name, info->unit,
                          info->judged ? "true" : "false");
    }
    dbt_buffer_text(out, "],\n\"columns\":[");
    for (ptrdiff_t i = 0; i < arrlen(columns); i++)
        dbt_buffer_format(out, i == 0 ? "%d" : ",%d", columns[i]);
    dbt_buffer_format(out, "],\"rank\":%d", (int)rank);
}

/* ---- the skeleton ---- */

/* What is moving of a sequence's skeleton. */
typedef struct movers {
    const cli_recorder *leader;
    dbt_vec3 *rest; /* [n_placed]: where a joint that does not move is */
    bool *moves;    /* [n_placed] */
    int n_moving;
} movers;

static bool differ(dbt_vec3 a, dbt_vec3 b)
{
    const double most = least_move + 1e-7 * dbt_vec3_length(b);
    return !(fabs(a.x - b.x) <= most && fabs(a.y - b.y) <= most && fabs(a.z - b.z) <= most);
}

static void look_for_moves(movers *m, const cli_recording *recording)
{
    const size_t n = (size_t)m->leader->n_placed;
    for (size_t f = recording->begin; f < recording->end; f++)
        for (size_t p = 0; p < n; p++)
            m->moves[p] = m->moves[p] || differ(recording->places[f * n + p], m->rest[p]);
}

static bool find_movers(movers *m, const cli_report_sequence *s, dbt_error *err)
{
    const cli_recorder *leader = &s->recorders[0];
    *m = (movers){ .leader = leader };
    m->rest = dbt_alloc_array((size_t)leader->n_placed, sizeof *m->rest);
    m->moves = dbt_alloc_array((size_t)leader->n_placed, sizeof *m->moves);
    if (!m->rest || !m->moves)
        return dbt_fail_memory(err);
    for (int p = 0; p < leader->n_placed; p++) {
        const dbt_vec3 offset = leader->skeleton->joints[leader->placed[p]].offset;
        const dbt_vec3 place = leader->output[0].places[p];
        m->rest[p] = differ(place, offset) ? place : offset;
    }
    for (int cut = 0; cut < leader->n_cuts; cut++) {
        for (ptrdiff_t i = 0; i < arrlen(s->trial.contenders); i++)
            look_for_moves(m, &s->recorders[i].output[cut]);
        for (int side = 0; side < DBT_N_CUT_CLIPS; side++)
            look_for_moves(m, &leader->clips[side][cut]);
    }
    for (int p = 0; p < leader->n_placed; p++)
        m->n_moving += m->moves[p];
    return true;
}

static void release_movers(movers *m)
{
    dbt_free(m->rest);
    dbt_free(m->moves);
}

static void write_joints(dbt_buffer *out, const movers *m)
{
    const dbt_skeleton *skeleton = m->leader->skeleton;
    int p = 0;
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        const bool placed = p < m->leader->n_placed && m->leader->placed[p] == j;
        dbt_buffer_text(out, j == 0 ? "[\n{\"name\":" : ",\n{\"name\":");
        dbt_buffer_json_inert(out, joint->name);
        dbt_buffer_format(out, ",\"parent\":%d,\"offset\":", joint->parent);
        cli_json_vector(out, placed && !m->moves[p] ? m->rest[p] : joint->offset);
        dbt_buffer_text(out, "}");
        p += placed;
    }
    dbt_buffer_text(out, "]");
}

static void write_skeleton(dbt_buffer *out, const movers *m, int up)
{
    const dbt_skeleton *skeleton = m->leader->skeleton;
    dbt_buffer_format(out, "{\"up\":%d,\"joints\":", up);
    write_joints(out, m);
    cli_json_key(out, "ends");
    dbt_buffer_text(out, "[");
    for (int i = 0; i < skeleton->n_end_sites; i++) {
        dbt_buffer_format(out, "%s{\"joint\":%d,\"offset\":", i > 0 ? "," : "",
                          skeleton->end_sites[i].parent);
        cli_json_vector(out, skeleton->end_sites[i].offset);
        dbt_buffer_text(out, "}");
    }
    dbt_buffer_text(out, "],\n\"moving\":[");
    for (int p = 0, n = 0; p < m->leader->n_placed; p++)
        if (m->moves[p])
            dbt_buffer_format(out, n++ > 0 ? ",%d" : "%d", m->leader->placed[p]);
    dbt_buffer_text(out, "],\"feet\":[");
    for (int j = 0, n = 0; j < skeleton->n_joints; j++)
        if (m->leader->feet[j])
            dbt_buffer_format(out, n++ > 0 ? ",%d" : "%d", j);
    dbt_buffer_text(out, "]}");
}

/* ---- the poses of a cut ---- */

enum { NOTHING = -1 };

/* Packs the recordings of one cut into its pool. */
typedef struct packer {
    const movers *movers;
    const cli_window *window;
    dbt_pose_pool pool;
    float *pose;          /* [pool.width] */
    bool *turns;          /* [n_joints]: not in the same place all the time */
    const dbt_vec3 *from; /* [n_placed]: the places at the cut, taken off */
    ptrdiff_t *shown;     /* [n contenders + clips][n_frames]: the pose of each frame, or NOTHING */
} packer;

static void fill_pose(const packer *p, const cli_recording *recording, size_t frame)
{
    const cli_recorder *leader = p->movers->leader;
    const size_t n = 3 * (size_t)leader->skeleton->n_joints, n_placed = (size_t)leader->n_placed;
    float *out = p->pose + n;
    memcpy(p->pose, recording->rots + frame * n, n * sizeof *p->pose);
    for (size_t i = 0; i < n_placed; i++) {
        if (!p->movers->moves[i])
            continue;
        const dbt_vec3 v = dbt_vec3_sub(recording->places[frame * n_placed + i], p->from[i]);
        *out++ = (float)v.x;
        *out++ = (float)v.y;
        *out++ = (float)v.z;
    }
}

static bool is_near(const packer *p, const float *other)
{
    const size_t n_rots = 3 * (size_t)p->movers->leader->skeleton->n_joints;
    for (size_t i = 0; i < p->pool.width; i++)
        if (!(fabsf(p->pose[i] - other[i]) <= (i < n_rots ? same_turn : same_place)))
            return false;
    return true;
}

/* The pose in p->pose as one of those that are shown at that frame by n figures; NOTHING
 * where none is that near. */
static ptrdiff_t find_near(const packer *p, size_t frame, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const ptrdiff_t shown = p->shown[i * p->window->n_frames + frame];
        if (is_near(p, p->pool.floats + (size_t)shown * p->pool.width))
            return shown;
    }
    return NOTHING;
}

/* The frames of figure `index`; n_before: those that it may show the poses of. */
static bool pack(packer *p, const cli_recording *recording, size_t index, size_t n_before,
                 dbt_error *err)
{
    ptrdiff_t *shown = p->shown + index * p->window->n_frames;
    for (size_t f = 0; f < p->window->n_frames; f++) {
        shown[f] = NOTHING;
        if (f < recording->begin || f >= recording->end)
            continue;
        fill_pose(p, recording, f);
        shown[f] = find_near(p, f, n_before);
        size_t added;
        if (shown[f] != NOTHING)
            continue;
        if (!dbt_pose_pool_add(&p->pool, p->pose, &added, err))
            return false;
        shown[f] = (ptrdiff_t)added;
    }
    return true;
}

/* Methods first, so that the clips find theirs. */
static bool pack_all(packer *p, const cli_report_sequence *s, int cut, dbt_error *err)
{
    const cli_recorder *leader = &s->recorders[0];
    const size_t n = (size_t)arrlen(s->trial.contenders);
    for (size_t i = 0; i < n; i++)
        if (!pack(p, &s->recorders[i].output[cut], i, 0, err))
            return false;
    for (size_t side = 0; side < DBT_N_CUT_CLIPS; side++)
        if (!pack(p, &leader->clips[side][cut], n + side, n, err))
            return false;
    return true;
}

static void release_packer(packer *p)
{
    dbt_pose_pool_release(&p->pool);
    dbt_free(p->pose);
    dbt_free(p->turns);
    dbt_free(p->shown);
}

static bool init_packer(packer *p, const cli_report_sequence *s, const movers *m, int cut,
                        dbt_error *err)
{
    const size_t n_figures = (size_t)arrlen(s->trial.contenders) + DBT_N_CUT_CLIPS;
    *p = (packer){ .movers = m, .window = &s->windows[cut] };
    p->from = m->leader->clips[DBT_SOURCE][cut].places +
              (p->window->cut - p->window->first) * (size_t)m->leader->n_placed;
    p->pool.width = 3 * ((size_t)m->leader->skeleton->n_joints + (size_t)m->n_moving);
    p->pose = dbt_alloc_array(p->pool.width, sizeof *p->pose);
    p->turns = dbt_alloc_array((size_t)m->leader->skeleton->n_joints, sizeof *p->turns);
    p->shown = dbt_alloc_array(n_figures, p->window->n_frames * sizeof *p->shown);
    return (p->pose && p->turns && p->shown) || dbt_fail_memory(err);
}

/* Runs of frames that show one pose after the other. */
static void write_runs(dbt_buffer *out, const packer *p, size_t index)
{
    const size_t n = p->window->n_frames;
    const ptrdiff_t *shown = p->shown + index * n;
    for (size_t f = 0, begin = 0; f < n; f++) {
        const ptrdiff_t next = shown[f] == NOTHING ? NOTHING : shown[f] + 1;
        if (f + 1 < n && shown[f + 1] == next)
            continue;
        dbt_buffer_format(out, "%s[%td,%zu]", begin == 0 ? "[" : ",", shown[begin], f + 1 - begin);
        begin = f + 1;
    }
    dbt_buffer_text(out, "]");
}

/* Joints whose rotation is another than in the first pose. */
static void find_turning(packer *p)
{
    const size_t n = (size_t)p->movers->leader->skeleton->n_joints;
    for (size_t pose = 1; pose < p->pool.n_poses; pose++) {
        const float *rots = p->pool.floats + pose * p->pool.width;
        for (size_t i = 0; i < 3 * n; i++)
            p->turns[i / 3] = p->turns[i / 3] || !(fabsf(rots[i] - p->pool.floats[i]) <= same_turn);
    }
}

static void write_turning(dbt_buffer *out, const packer *p)
{
    const int n_joints = p->movers->leader->skeleton->n_joints;
    const float *rots = p->pool.floats;
    cli_json_key(out, "turning");
    dbt_buffer_text(out, "[");
    for (int j = 0, n = 0; j < n_joints; j++)
        if (p->turns[j])
            dbt_buffer_format(out, n++ > 0 ? ",%d" : "%d", j);
    dbt_buffer_text(out, "]");
    cli_json_key(out, "still");
    dbt_buffer_text(out, "[");
    for (int j = 0, n = 0; j < n_joints; j++) {
        if (p->turns[j])
            continue;
        dbt_buffer_text(out, n++ > 0 ? "," : "");
        for (int axis = 0; axis < 3; axis++) {
            dbt_buffer_text(out, axis == 0 ? "[" : ",");
            dbt_buffer_number(out, (double)rots[3 * j + axis], 9); /* a float's digits */
        }
        dbt_buffer_text(out, "]");
    }
    dbt_buffer_text(out, "]");
}

/* Takes the rotations of joints that do not turn out of all poses; how many floats are left. */
static size_t leave_still_out(packer *p)
{
    const size_t n = (size_t)p->movers->leader->skeleton->n_joints, width = p->pool.width;
    float *to = p->pool.floats;
    for (size_t pose = 0; pose < p->pool.n_poses; pose++) {
        const float *from = p->pool.floats + pose * width;
        for (size_t i = 0; i < width; i++)
            if (i >= 3 * n || p->turns[i / 3])
                *to++ = from[i];
    }
    return (size_t)(to - p->pool.floats);
}

/* After it the pool is of no more use. */
static void write_poses(dbt_buffer *out, packer *p, size_t n_methods)
{
    find_turning(p);
    write_turning(out, p);
    cli_json_key(out, "origins");
    const char *before = "[";
    for (int i = 0; i < p->movers->leader->n_placed; i++) {
        if (!p->movers->moves[i])
            continue;
        dbt_buffer_text(out, before);
        cli_json_vector(out, p->from[i]);
        before = ",";
    }
    dbt_buffer_text(out, *before == '[' ? "[]" : "]");
    cli_json_key(out, "poses");
    dbt_buffer_text(out, "\"");
    const size_t n_floats = leave_still_out(p);
    dbt_base64_floats(out, p->pool.floats, n_floats);
    dbt_buffer_text(out, "\"");
    static const char *const sides[] = { "source", "target" };
    for (size_t side = 0; side < DBT_N_CUT_CLIPS; side++) {
        cli_json_key(out, sides[side]);
        write_runs(out, p, n_methods + side);
    }
}

/* ---- contacts ---- */

static void write_contact(dbt_buffer *out, const cli_recorder *leader, int cut, int joint)
{
    const cli_window *w = &leader->windows[cut];
    const bool *stands = leader->stands[cut] + joint;
    const size_t n = (size_t)leader->skeleton->n_joints;
    const char *before = "[";
    for (size_t f = 0; f < w->n_frames; f++) {
        if (!stands[f * n])
            continue;
        const size_t begin = f;
        while (f + 1 < w->n_frames && stands[(f + 1) * n])
            f++;
        dbt_buffer_format(out, "%s[%zu,%zu]", before, w->first + begin, w->first + f);
        before = ",";
    }
    dbt_buffer_text(out, *before == '[' ? "[]" : "]");
}

static void write_contacts(dbt_buffer *out, const cli_recorder *leader, int cut)
{
    const char *before = "[";
    cli_json_key(out, "contacts");
    for (int j = 0; j < leader->skeleton->n_joints; j++) {
        if (!leader->feet[j])
            continue;
        dbt_buffer_format(out, "%s{\"joint\":%d,\"frames\":", before, j);
        write_contact(out, leader, cut, j);
        dbt_buffer_text(out, "}");
        before = ",";
    }
    dbt_buffer_text(out, *before == '[' ? "[]" : "]");
}

/* ---- a cut ---- */

static void write_times(dbt_buffer *out, const cli_report_sequence *s, const cli_window *w)
{
    const double dt = dbt_sequence_frame_time(s->trial.contenders[0].sequence);
    cli_json_key(out, "frame_time");
    dbt_buffer_exact(out, dt);
    cli_json_key(out, "at");
    dbt_buffer_number(out, (double)w->cut * dt, 9);
    dbt_buffer_format(out, ",\"first\":%zu,\"n_frames\":%zu,\"cut\":%zu,\"window_frames\":%zu",
                      w->first, w->n_frames, w->cut, s->trial.window_frames);
    if (w->has_source_last)
        dbt_buffer_format(out, ",\"source_end\":%zu", w->source_last);
}

/* The sequence's other cuts that the window shows. */
static void write_neighbours(dbt_buffer *out, const cli_report_sequence *s, int cut)
{
    const cli_window *w = &s->windows[cut];
    const char *before = "[";
    cli_json_key(out, "neighbours");
    for (int i = 0; i < s->trial.n_cuts; i++) {
        const size_t frame = s->windows[i].cut;
        if (i == cut || frame < w->first || frame >= w->first + w->n_frames)
            continue;
        dbt_buffer_format(out, "%s{\"number\":%d,\"frame\":%zu", before, i + 1, frame);
        cli_json_name(out, "source_name", s->clips[i]);
        cli_json_name(out, "target_name", s->clips[i + 1]);
        dbt_buffer_text(out, "}");
        before = ",";
    }
    dbt_buffer_text(out, *before == '[' ? "[]" : "]");
}

static bool write_cut(dbt_buffer *out, const cli_report_sequence *s, packer *p, int cut,
                      dbt_error *err)
{
    const ptrdiff_t n = arrlen(s->trial.contenders);
    cli_json_name(out, "sequence", s->name);
    dbt_buffer_format(out, ",\"number\":%d", cut + 1);
    cli_json_name(out, "source_name", s->clips[cut]);
    cli_json_name(out, "target_name", s->clips[cut + 1]);
    write_times(out, s, p->window);
    write_neighbours(out, s, cut);
    cli_json_key(out, "options");
    cli_report_options_write(out, s, cut);
    write_poses(out, p, (size_t)n);
    write_contacts(out, &s->recorders[0], cut);
    cli_json_key(out, "methods");
    for (ptrdiff_t i = 0; i < n; i++) {
        dbt_buffer_text(out, i == 0 ? "[\n{\"frames\":" : ",\n{\"frames\":");
        write_runs(out, p, (size_t)i);
        if (!cli_report_method_write(out, s, i, cut, err))
            return false;
        dbt_buffer_text(out, "}");
    }
    dbt_buffer_text(out, "]}");
    return true;
}

/* How the methods do at a cut, as `compare` of it alone has them. */
static void rank_methods(cli_report_sequence *s, int cut)
{
    cli_contender *contenders = s->trial.contenders;
    const ptrdiff_t n = arrlen(contenders);
    ptrdiff_t *order = dbt_list_realloc(NULL, (size_t)n * sizeof *order);
    for (ptrdiff_t i = 0; i < n; i++)
        cli_sum_cuts(&contenders[i], cut, cut + 1);
    cli_rank(contenders, s->rank, order);
    for (ptrdiff_t i = 0; i < n; i++)
        s->places[order[i]] = i + 1;
    dbt_free(order);
    cli_find_least(contenders, s->least);
    cli_report_find_rivals(s, cut, s->rivalries);
}

bool cli_report_part_write(cli_report_part *part, cli_report_sequence *sequence, dbt_error *err)
{
    cli_report_sequence *s = sequence;
    movers m = { 0 };
    bool ok = find_movers(&m, s, err);
    if (ok)
        write_skeleton(&part->skeleton, &m, s->trial.spec.up);
    for (int cut = 0; ok && cut < s->trial.n_cuts; cut++) {
        packer p;
        rank_methods(s, cut);
        ok = init_packer(&p, s, &m, cut, err) && pack_all(&p, s, cut, err) &&
             write_cut(&part->cuts, s, &p, cut, err);
        release_packer(&p);
        for (ptrdiff_t i = 0; i < arrlen(s->trial.contenders); i++)
            cli_recorder_drop(&s->recorders[i], cut);
        arrput(part->ends, part->cuts.size);
    }
    release_movers(&m);
    return ok && dbt_buffer_check(&part->skeleton, err) && dbt_buffer_check(&part->cuts, err);
}
