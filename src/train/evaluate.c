#include "train/evaluate.h"

#include "base/arena.h"
#include "base/budgets.h"
#include "base/mem.h"
#include "method/transition.h"

#include <stdio.h>
#include <string.h>

enum { FRAMES_BEFORE = 2 };

/* Poses of a gap. */
enum { SRC, BEFORE, PAST, DST = PAST + DBT_BRIDGE_PAST, AFTER, MADE, N_POSES };

/* The errors of one start. */
typedef struct start_errors {
    double of[DBT_N_RIVALS][DBT_N_HORIZONS];
} start_errors;

typedef struct evaluator {
    const dbt_skeleton *skeleton;
    int motion_root, up;
    double dt;
    dbt_allowance *allowance;
    dbt_tuning tunings[DBT_N_RIVALS];    /* the network's first */
    dbt_transform *pose, *world, *truth; /* [n_joints] */
    dbt_arena memory;                    /* of all poses */
    /* of starts */
    dbt_transition *transitions[DBT_N_RIVALS];
    size_t horizons[DBT_N_HORIZONS];        /* [out->n_horizons] frames */
    dbt_transform *linear, *before;         /* [n_joints] */
    dbt_transform *past[FRAMES_BEFORE + 1]; /* [n_joints] */
    start_errors *starts;                   /* stb_ds list */
    dbt_evaluation *out;
    /* of gaps */
    dbt_transform *ends[N_POSES]; /* [n_joints] */
    dbt_bridge_evaluation *gaps;
} evaluator;

/* ---- starts and gaps alike ---- */

/* Allocates n lists of poses, and checks that the network is for the clips' skeleton. */
static bool init(evaluator *e, const dbt_tuning *network, dbt_transform **const *poses, size_t n,
                 dbt_error *err)
{
    const size_t n_joints = (size_t)e->skeleton->n_joints;
    int *map = dbt_arena_array(&e->memory, n_joints, sizeof *map);
    for (size_t i = 0; i < n; i++)
        *poses[i] = dbt_arena_array(&e->memory, n_joints, sizeof **poses[i]);
    e->tunings[0] = *network;
    e->up = network->model->up;
    if (!dbt_arena_check(&e->memory, err) ||
        !network->method->fits(network, e->skeleton, e->up, e->dt, err) ||
        !dbt_model_fits(network->model, e->skeleton, map, err))
        return false;
    e->motion_root = map[0];
    return true;
}

/* Takes the work of some frames of the network, and of other poses. */
static bool take_work(evaluator *e, double n_frames, double n_poses, dbt_error *err)
{
    const double blends = n_frames * e->tunings[0].method->blends(&e->tunings[0], e->dt) + n_poses;
    return dbt_allowance_take(e->allowance, DBT_STEPS_TO_BLEND * e->skeleton->n_joints * blends,
                              DBT_SETTING("evaluate"), err);
}

/* Calls `measure` for each run of frames of the clips. */
static bool measure_all(evaluator *e, dbt_track *tracks, int n_tracks,
                        bool (*measure)(evaluator *e, dbt_track *track, dbt_frame_run run,
                                        dbt_error *err),
                        dbt_error *err)
{
    bool ok = true;
    for (int t = 0; ok && t < n_tracks; t++)
        for (size_t r = 0; ok && r < dbt_clip_n_runs(tracks[t].clip); r++)
            ok = measure(e, &tracks[t], dbt_track_run(&tracks[t], r), err);
    return ok;
}

static evaluator evaluator_of(const dbt_track *tracks, dbt_allowance *allowance)
{
    return (evaluator){ .skeleton = tracks[0].skeleton,
                        .dt = tracks[0].clip->frame_time,
                        .allowance = allowance };
}

/* ---- starts ---- */

/* Seconds after the start at which errors are measured, each at the nearest frame. */
static const double wanted_horizons[DBT_N_HORIZONS] = { 0.1, 0.2, 0.5, 1.0 };

static const double start_every = 0.25, free_seconds = 4.0;
enum { FREE_EVERY = 10, LINEAR = 2 };

/* The methods that are compared. root_linear: the motion root continues at its velocity. */
static const struct {
    const char *name, *method;
    double halflife; /* 0: the method's default */
    bool root_linear;
} sides[DBT_N_RIVALS] = {
    [DBT_RIVAL_LEARNED] = { "dead-learned", NULL, 0.0, false },
    { "cached-pose", "cached-pose", 0.0, false },
    [LINEAR] = { "dead-linear", "dead-linear", 0.0, false },
    { "dead-decay", "dead-decay", 0.0, false },
    { "root-linear 0.05", "dead-decay", 0.05, true },
    { "root-linear 0.1", "dead-decay", 0.1, true },
    { "root-linear 0.15", "dead-decay", 0.15, true },
    { "root-linear 0.2", "dead-decay", 0.2, true },
    { "root-linear 0.3", "dead-decay", 0.3, true },
    { "root-linear 0.4", "dead-decay", 0.4, true },
    { "root-linear 0.5", "dead-decay", 0.5, true },
};

static bool begin(evaluator *e, int rival, dbt_error *err)
{
    const dbt_transition_start start = { .tuning = &e->tunings[rival],
                                         .skeleton = e->skeleton,
                                         .motion_root = e->motion_root,
                                         .up = e->up,
                                         .dt = e->dt,
                                         .src = e->past[0],
                                         .src_before = e->past[1],
                                         .src_earlier = e->past[2],
                                         .dst = e->past[0] };
    dbt_transition_free(e->transitions[rival]);
    e->transitions[rival] = dbt_transition_begin(&start, err);
    return e->transitions[rival] != NULL;
}

/* The pose of a rival some frames after the start; for the network call it for each frame in
 * order. */
static void go_on(evaluator *e, int rival, size_t frames)
{
    dbt_transition_extrapolate(e->transitions[rival], (ptrdiff_t)frames, NULL, e->pose);
    if (!sides[rival].root_linear)
        return;
    dbt_transition_extrapolate(e->transitions[LINEAR], (ptrdiff_t)frames, NULL, e->linear);
    for (int j = e->motion_root; j >= 0; j = e->skeleton->joints[j].parent)
        e->pose[j].pos = e->linear[j].pos;
}

static void raise_speeds(const evaluator *e, const dbt_transform *world, double *fastest)
{
    for (int j = 0; j < e->skeleton->n_joints; j++) {
        const double moved = dbt_vec3_length(dbt_vec3_sub(world[j].pos, e->before[j].pos));
        *fastest = fmax(*fastest, moved / e->dt);
    }
    memcpy(e->before, world, (size_t)e->skeleton->n_joints * sizeof *world);
}

static bool run_free(evaluator *e, dbt_error *err)
{
    if (!take_work(e, free_seconds / e->dt, 0, err) || !begin(e, DBT_RIVAL_LEARNED, err))
        return false;
    dbt_pose_world(e->skeleton, e->past[0], e->before);
    for (size_t n = 1; (double)n * e->dt <= free_seconds; n++) {
        go_on(e, DBT_RIVAL_LEARNED, n);
        dbt_pose_world(e->skeleton, e->pose, e->world);
        raise_speeds(e, e->world, &e->out->free_run);
    }
    return true;
}

static bool measure_start(evaluator *e, dbt_track *track, size_t frame, dbt_error *err)
{
    start_errors errors;
    if (!take_work(e, (double)e->horizons[e->out->n_horizons - 1],
                   DBT_N_RIVALS * (1 + e->out->n_horizons), err))
        return false;
    for (size_t i = 0; i <= FRAMES_BEFORE; i++)
        dbt_track_pose(track, frame - i, e->past[i]);
    for (int r = 0; r < DBT_N_RIVALS; r++)
        if (!begin(e, r, err))
            return false;
    size_t n = 1;
    for (int h = 0; h < e->out->n_horizons; h++) {
        dbt_track_pose(track, frame + e->horizons[h], e->pose);
        dbt_pose_world(e->skeleton, e->pose, e->truth);
        for (; n < e->horizons[h]; n++)
            go_on(e, DBT_RIVAL_LEARNED, n);
        for (int r = 0; r < DBT_N_RIVALS; r++) {
            go_on(e, r, e->horizons[h]);
            dbt_pose_world(e->skeleton, e->pose, e->world);
            double sum = 0.0;
            for (int j = 0; j < e->skeleton->n_joints; j++)
                sum += dbt_vec3_length(dbt_vec3_sub(e->world[j].pos, e->truth[j].pos));
            errors.of[r][h] = sum / e->skeleton->n_joints;
        }
        n = e->horizons[h] + 1;
    }
    arrput(e->starts, errors);
    return (arrlen(e->starts) - 1) % FREE_EVERY != 0 || run_free(e, err);
}

static bool measure_starts(evaluator *e, dbt_track *track, dbt_frame_run run, dbt_error *err)
{
    const size_t stride = (size_t)fmax(1.0, round(start_every / e->dt));
    const size_t last = e->horizons[e->out->n_horizons - 1];
    for (size_t f = run.begin; f < run.end; f++) {
        dbt_track_pose(track, f, e->pose);
        dbt_pose_world(e->skeleton, e->pose, e->world);
        if (f == run.begin)
            memcpy(e->before, e->world, (size_t)e->skeleton->n_joints * sizeof *e->world);
        raise_speeds(e, e->world, &e->out->fastest);
    }
    for (size_t f = run.begin + FRAMES_BEFORE; f + last < run.end; f += stride)
        if (!measure_start(e, track, f, err))
            return false;
    return true;
}

static bool init_starts(evaluator *e, const dbt_tuning *network, dbt_error *err)
{
    dbt_transform **const poses[] = { &e->pose,   &e->world,   &e->truth,   &e->linear,
                                      &e->before, &e->past[0], &e->past[1], &e->past[2] };
    if (!init(e, network, poses, sizeof poses / sizeof *poses, err))
        return false;
    for (int r = 1; r < DBT_N_RIVALS; r++) {
        e->tunings[r] = dbt_tuning_default(dbt_method_find(sides[r].method, NULL));
        const int halflife = dbt_method_param(e->tunings[r].method, "halflife");
        if (sides[r].halflife > 0.0)
            e->tunings[r].values[halflife] = sides[r].halflife;
    }
    /* the horizons that differ in whole frames */
    for (int h = 0, *n = &e->out->n_horizons; h < DBT_N_HORIZONS; h++) {
        const size_t frames = (size_t)fmax(1.0, round(wanted_horizons[h] / e->dt));
        if (*n > 0 && e->horizons[*n - 1] == frames)
            continue;
        e->horizons[*n] = frames;
        e->out->seconds[(*n)++] = (double)frames * e->dt;
    }
    return true;
}

static void sum_up(evaluator *e)
{
    dbt_evaluation *out = e->out;
    const ptrdiff_t n = arrlen(e->starts);
    out->n_starts = (size_t)n;
    for (int r = 0; r < DBT_N_RIVALS; r++)
        out->rivals[r].name = sides[r].name;
    for (int h = 0; h < out->n_horizons; h++) {
        for (int r = 0; r < DBT_N_RIVALS; r++)
            for (ptrdiff_t i = 0; i < n; i++)
                out->rivals[r].error[h] += e->starts[i].of[r][h] / (double)n;
        out->best[h] = 1;
        for (int r = 2; r < DBT_N_RIVALS; r++)
            if (out->rivals[r].error[h] < out->rivals[out->best[h]].error[h])
                out->best[h] = r;
        for (ptrdiff_t i = 0; i < n; i++)
            out->beaten[h] +=
                (e->starts[i].of[DBT_RIVAL_LEARNED][h] < e->starts[i].of[out->best[h]][h]) /
                (double)n;
    }
}

bool dbt_evaluate(dbt_track *tracks, int n_tracks, const dbt_tuning *tuning,
                  dbt_allowance *allowance, dbt_evaluation *evaluation, dbt_error *err)
{
    evaluator e = evaluator_of(tracks, allowance);
    *evaluation = (dbt_evaluation){ .n_starts = 0 };
    e.out = evaluation;
    bool ok =
        init_starts(&e, tuning, err) && measure_all(&e, tracks, n_tracks, measure_starts, err);
    if (ok && arrlen(e.starts) == 0)
        ok = dbt_fail(err, DBT_E_FRAMES,
                      "no clip continues for %zu frames after its third: nothing to measure",
                      e.horizons[evaluation->n_horizons - 1]);
    if (ok)
        sum_up(&e);
    for (int r = 0; r < DBT_N_RIVALS; r++)
        dbt_transition_free(e.transitions[r]);
    dbt_arena_release(&e.memory);
    arrfree(e.starts);
    return ok;
}

/* ---- gaps ---- */

static const double missing[DBT_N_GAP_LENGTHS] = { 5.0, 15.0, 30.0 };
static const double rate = 30.0, gap_every = 0.5;
static const char *const methods[DBT_N_BRIDGES] = { [DBT_BRIDGE_LEARNED] = "bridge-learned",
                                                    [DBT_BRIDGE_LINEAR] = "bridge-linear",
                                                    [DBT_BRIDGE_TWO_SIDED] = "dead-two-sided" };

/* Adds share times the pose's mean distance and mean angle from the clip's. */
static void add_errors(evaluator *e, dbt_bridge_result *result, int length, double share)
{
    const int n = e->skeleton->n_joints;
    dbt_pose_world(e->skeleton, e->ends[MADE], e->world);
    for (int j = 0; j < n; j++) {
        const dbt_transform *a = &e->world[j], *b = &e->truth[j];
        result->error[length] += share * dbt_vec3_length(dbt_vec3_sub(a->pos, b->pos)) / n;
        result->angle_deg[length] += share * dbt_quat_angle_between(a->rot, b->rot) / n;
    }
}

static bool fill(evaluator *e, dbt_track *track, size_t frame, size_t gap, int length, int bridge,
                 dbt_error *err)
{
    dbt_transition_start start = { .tuning = &e->tunings[bridge],
                                   .skeleton = e->skeleton,
                                   .motion_root = e->motion_root,
                                   .up = e->up,
                                   .dt = e->dt,
                                   .src = e->ends[SRC],
                                   .src_before = e->ends[BEFORE],
                                   .dst = e->ends[DST],
                                   .dst_after = e->ends[AFTER],
                                   .gap = gap };
    for (int i = 0; i < DBT_BRIDGE_PAST; i++)
        start.long_past[i] = e->ends[PAST + i];
    dbt_transition *transition = dbt_transition_begin(&start, err);
    if (!transition)
        return false;
    for (size_t k = 0; k < gap; k++) {
        dbt_transition_eval(transition, (ptrdiff_t)k, e->ends[DST], NULL, e->ends[MADE]);
        if (k == 0)
            continue;
        dbt_track_pose(track, frame + k, e->pose);
        dbt_pose_world(e->skeleton, e->pose, e->truth);
        add_errors(e, &e->gaps->results[bridge], length, 1.0 / (double)(gap - 1));
    }
    dbt_transition_free(transition);
    return true;
}

static bool measure_gap(evaluator *e, dbt_track *track, size_t frame, size_t gap, int length,
                        dbt_error *err)
{
    if (!take_work(e, (double)gap, (double)gap * DBT_N_BRIDGES, err))
        return false;
    dbt_track_pose(track, frame, e->ends[SRC]);
    dbt_track_pose(track, frame - 1, e->ends[BEFORE]);
    for (int i = 0; i < DBT_BRIDGE_PAST; i++)
        dbt_track_pose(track, frame - dbt_bridge_past_frames(i, e->dt), e->ends[PAST + i]);
    dbt_track_pose(track, frame + gap, e->ends[DST]);
    dbt_track_pose(track, frame + gap + 1, e->ends[AFTER]);
    for (int b = 0; b < DBT_N_BRIDGES; b++)
        if (!fill(e, track, frame, gap, length, b, err))
            return false;
    e->gaps->n_gaps[length]++;
    return true;
}

static bool measure_gaps(evaluator *e, dbt_track *track, dbt_frame_run run, dbt_error *err)
{
    const size_t stride = (size_t)fmax(1.0, round(gap_every / e->dt));
    for (int i = 0; i < DBT_N_GAP_LENGTHS; i++) {
        const size_t gap = (size_t)round(e->gaps->seconds[i] / e->dt);
        const size_t first = run.begin + dbt_bridge_past_frames(DBT_BRIDGE_PAST - 1, e->dt);
        for (size_t f = first; f + gap + 1 < run.end; f += stride)
            if (!measure_gap(e, track, f, gap, i, err))
                return false;
    }
    return true;
}

static bool init_gaps(evaluator *e, const dbt_tuning *network, dbt_error *err)
{
    dbt_transform **poses[N_POSES + 3] = { &e->pose, &e->world, &e->truth };
    for (int i = 0; i < N_POSES; i++)
        poses[3 + i] = &e->ends[i];
    if (!init(e, network, poses, N_POSES + 3, err))
        return false;
    for (int b = 0; b < DBT_N_BRIDGES; b++) {
        if (b != DBT_BRIDGE_LEARNED)
            e->tunings[b] = dbt_tuning_default(dbt_method_find(methods[b], NULL));
        e->gaps->results[b].name = methods[b];
    }
    /* dead-two-sided changes the gap's frames alone */
    dbt_tuning *two_sided = &e->tunings[DBT_BRIDGE_TWO_SIDED];
    two_sided->values[dbt_method_param(two_sided->method, "blend_time")] = 0.0;
    two_sided->values[dbt_method_param(two_sided->method, "before")] = 0.0;
    for (int i = 0; i < DBT_N_GAP_LENGTHS; i++)
        e->gaps->seconds[i] = fmax(2.0, round((missing[i] + 1.0) / rate / e->dt)) * e->dt;
    return true;
}

bool dbt_evaluate_bridge(dbt_track *tracks, int n_tracks, const dbt_tuning *tuning,
                         dbt_allowance *allowance, dbt_bridge_evaluation *evaluation,
                         dbt_error *err)
{
    evaluator e = evaluator_of(tracks, allowance);
    *evaluation = (dbt_bridge_evaluation){ .n_gaps = { 0 } };
    e.gaps = evaluation;
    bool ok = init_gaps(&e, tuning, err) && measure_all(&e, tracks, n_tracks, measure_gaps, err);
    if (ok && evaluation->n_gaps[0] == 0)
        ok = dbt_fail(err, DBT_E_FRAMES,
                      "no clip has a gap of %zu frames with %zu before it and 2 after it: nothing "
                      "to measure",
                      (size_t)round(evaluation->seconds[0] / e.dt) - 1,
                      dbt_bridge_past_frames(DBT_BRIDGE_PAST - 1, e.dt) + 1);
    for (int b = 0; b < DBT_N_BRIDGES; b++)
        for (int i = 0; i < DBT_N_GAP_LENGTHS; i++) {
            const double n = fmax(1.0, (double)evaluation->n_gaps[i]);
            evaluation->results[b].error[i] /= n;
            evaluation->results[b].angle_deg[i] /= n;
            evaluation->results[b].angle_deg[i] /= DBT_RAD_FROM_DEG;
        }
    dbt_arena_release(&e.memory);
    return ok;
}
