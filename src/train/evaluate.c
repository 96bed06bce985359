#include "train/evaluate.h"

#include "base/arena.h"
#include "base/budgets.h"
#include "base/mem.h"
#include "method/transition.h"

#include <stdio.h>
#include <string.h>

/* Seconds after the start at which errors are measured, each at the nearest frame. */
static const double wanted_horizons[DBT_N_HORIZONS] = { 0.1, 0.2, 0.5, 1.0 };

static const double start_every = 0.25, free_seconds = 4.0;
enum { FREE_EVERY = 10, FRAMES_BEFORE = 2 };

enum { LINEAR = 2 };

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

/* The errors of one start. */
typedef struct start_errors {
    double of[DBT_N_RIVALS][DBT_N_HORIZONS];
} start_errors;

typedef struct evaluator {
    const dbt_skeleton *skeleton;
    dbt_tuning settings[DBT_N_RIVALS];
    dbt_transition *transitions[DBT_N_RIVALS];
    int motion_root, up;
    double dt;
    dbt_allowance *allowance;
    size_t horizons[DBT_N_HORIZONS];                       /* [out->n_horizons] frames */
    dbt_transform *pose, *linear, *world, *truth, *before; /* [n_joints] */
    dbt_transform *past[FRAMES_BEFORE + 1];                /* [n_joints] */
    start_errors *starts;                                  /* stb_ds list */
    dbt_evaluation *out;
    dbt_arena memory; /* of the poses */
} evaluator;

static double mean_distance(const evaluator *e, const dbt_transform *a, const dbt_transform *b)
{
    double sum = 0.0;
    for (int j = 0; j < e->skeleton->n_joints; j++)
        sum += dbt_vec3_length(dbt_vec3_sub(a[j].pos, b[j].pos));
    return sum / e->skeleton->n_joints;
}

static bool begin(evaluator *e, int rival, dbt_error *err)
{
    const dbt_transition_start start = { .tuning = &e->settings[rival],
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

/* Takes the work of some frames of the network, and of the other poses of a start. */
static bool take_work(evaluator *e, double n_frames, int n_poses, dbt_error *err)
{
    const dbt_tuning *network = &e->settings[DBT_RIVAL_LEARNED];
    const double blends = n_frames * network->method->blends(network, e->dt) + n_poses;
    return dbt_allowance_take(e->allowance, DBT_STEPS_TO_BLEND * e->skeleton->n_joints * blends,
                              DBT_SETTING("evaluate"), err);
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
            errors.of[r][h] = mean_distance(e, e->world, e->truth);
        }
        n = e->horizons[h] + 1;
    }
    arrput(e->starts, errors);
    return (arrlen(e->starts) - 1) % FREE_EVERY != 0 || run_free(e, err);
}

static bool measure_run(evaluator *e, dbt_track *track, dbt_frame_run run, dbt_error *err)
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

/* Finds the horizons that differ in whole frames. */
static void find_horizons(evaluator *e)
{
    int *n = &e->out->n_horizons;
    for (int h = 0; h < DBT_N_HORIZONS; h++) {
        const size_t frames = (size_t)fmax(1.0, round(wanted_horizons[h] / e->dt));
        if (*n > 0 && e->horizons[*n - 1] == frames)
            continue;
        e->horizons[*n] = frames;
        e->out->seconds[(*n)++] = (double)frames * e->dt;
    }
}

static bool init(evaluator *e, const dbt_tuning *tuning, dbt_error *err)
{
    const size_t n = (size_t)e->skeleton->n_joints;
    int *map = dbt_arena_array(&e->memory, n, sizeof *map);
    dbt_transform **const poses[] = { &e->pose,   &e->linear,  &e->world,   &e->truth,
                                      &e->before, &e->past[0], &e->past[1], &e->past[2] };
    for (size_t i = 0; i < sizeof poses / sizeof *poses; i++)
        *poses[i] = dbt_arena_array(&e->memory, n, sizeof **poses[i]);
    e->up = tuning->model->up;
    if (!dbt_arena_check(&e->memory, err) ||
        !tuning->method->fits(tuning, e->skeleton, e->up, e->dt, err) ||
        !dbt_model_fits(tuning->model, e->skeleton, map, err))
        return false;
    e->motion_root = map[0];
    e->settings[DBT_RIVAL_LEARNED] = *tuning;
    for (int r = 1; r < DBT_N_RIVALS; r++) {
        e->settings[r] = dbt_tuning_default(dbt_method_find(sides[r].method, NULL));
        const int halflife = dbt_method_param(e->settings[r].method, "halflife");
        if (sides[r].halflife > 0.0)
            e->settings[r].values[halflife] = sides[r].halflife;
    }
    find_horizons(e);
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

static void release(evaluator *e)
{
    for (int r = 0; r < DBT_N_RIVALS; r++)
        dbt_transition_free(e->transitions[r]);
    dbt_arena_release(&e->memory);
    arrfree(e->starts);
}

bool dbt_evaluate(dbt_track *tracks, int n_tracks, const dbt_tuning *tuning,
                  dbt_allowance *allowance, dbt_evaluation *evaluation, dbt_error *err)
{
    *evaluation = (dbt_evaluation){ .n_starts = 0 };
    evaluator e = { .skeleton = tracks[0].skeleton,
                    .dt = tracks[0].clip->frame_time,
                    .allowance = allowance,
                    .out = evaluation };
    bool ok = init(&e, tuning, err);
    for (int t = 0; ok && t < n_tracks; t++)
        for (size_t r = 0; ok && r < dbt_clip_n_runs(tracks[t].clip); r++)
            ok = measure_run(&e, &tracks[t], dbt_track_run(&tracks[t], r), err);
    if (ok && arrlen(e.starts) == 0)
        ok = dbt_fail(err, DBT_E_FRAMES,
                      "no clip continues for %zu frames after its third: nothing to measure",
                      e.horizons[evaluation->n_horizons - 1]);
    if (ok)
        sum_up(&e);
    release(&e);
    return ok;
}
