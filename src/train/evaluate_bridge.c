#include "train/evaluate_bridge.h"

#include "base/arena.h"
#include "base/budgets.h"
#include "method/transition.h"
#include "net/model.h"

static const double missing[DBT_N_GAP_LENGTHS] = { 5.0, 15.0, 30.0 };
static const double rate = 30.0, gap_every = 0.5;
static const char *const methods[DBT_N_BRIDGES] = { [DBT_BRIDGE_LEARNED] = "bridge-learned",
                                                    [DBT_BRIDGE_LINEAR] = "bridge-linear",
                                                    [DBT_BRIDGE_TWO_SIDED] = "dead-two-sided" };

enum { SRC, BEFORE, PAST, DST = PAST + DBT_BRIDGE_PAST, AFTER, MADE, TRUTH, N_POSES };

typedef struct evaluator {
    const dbt_skeleton *skeleton;
    dbt_tuning tunings[DBT_N_BRIDGES];
    int motion_root, up;
    double dt;
    dbt_allowance *allowance;
    dbt_transform *poses[N_POSES];          /* [n_joints] */
    dbt_transform *made_world, *clip_world; /* [n_joints] */
    dbt_bridge_evaluation *out;
    dbt_arena memory; /* of the poses */
} evaluator;

/* Adds share times the pose's mean distance and mean angle from the clip's. */
static void add_errors(evaluator *e, dbt_bridge_result *result, int length, double share)
{
    const int n = e->skeleton->n_joints;
    dbt_pose_world(e->skeleton, e->poses[MADE], e->made_world);
    for (int j = 0; j < n; j++) {
        const dbt_transform *a = &e->made_world[j], *b = &e->clip_world[j];
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
                                   .src = e->poses[SRC],
                                   .src_before = e->poses[BEFORE],
                                   .dst = e->poses[DST],
                                   .dst_after = e->poses[AFTER],
                                   .gap = gap };
    for (int i = 0; i < DBT_BRIDGE_PAST; i++)
        start.long_past[i] = e->poses[PAST + i];
    dbt_transition *transition = dbt_transition_begin(&start, err);
    if (!transition)
        return false;
    for (size_t k = 0; k < gap; k++) {
        dbt_transition_eval(transition, (ptrdiff_t)k, e->poses[DST], NULL, e->poses[MADE]);
        if (k == 0)
            continue;
        dbt_track_pose(track, frame + k, e->poses[TRUTH]);
        dbt_pose_world(e->skeleton, e->poses[TRUTH], e->clip_world);
        add_errors(e, &e->out->results[bridge], length, 1.0 / (double)(gap - 1));
    }
    dbt_transition_free(transition);
    return true;
}

static bool measure_gap(evaluator *e, dbt_track *track, size_t frame, size_t gap, int length,
                        dbt_error *err)
{
    const dbt_tuning *network = &e->tunings[DBT_BRIDGE_LEARNED];
    const double blends = network->method->blends(network, e->dt) + DBT_N_BRIDGES;
    if (!dbt_allowance_take(e->allowance,
                            DBT_STEPS_TO_BLEND * e->skeleton->n_joints * (double)gap * blends,
                            DBT_SETTING("evaluate"), err))
        return false;
    dbt_track_pose(track, frame, e->poses[SRC]);
    dbt_track_pose(track, frame - 1, e->poses[BEFORE]);
    for (int i = 0; i < DBT_BRIDGE_PAST; i++)
        dbt_track_pose(track, frame - dbt_bridge_past_frames(i, e->dt), e->poses[PAST + i]);
    dbt_track_pose(track, frame + gap, e->poses[DST]);
    dbt_track_pose(track, frame + gap + 1, e->poses[AFTER]);
    for (int b = 0; b < DBT_N_BRIDGES; b++)
        if (!fill(e, track, frame, gap, length, b, err))
            return false;
    e->out->n_gaps[length]++;
    return true;
}

static bool measure_run(evaluator *e, dbt_track *track, dbt_frame_run run, dbt_error *err)
{
    const size_t stride = (size_t)fmax(1.0, round(gap_every / e->dt));
    for (int i = 0; i < DBT_N_GAP_LENGTHS; i++) {
        const size_t gap = (size_t)round(e->out->seconds[i] / e->dt);
        const size_t first = run.begin + dbt_bridge_past_frames(DBT_BRIDGE_PAST - 1, e->dt);
        for (size_t f = first; f + gap + 1 < run.end; f += stride)
            if (!measure_gap(e, track, f, gap, i, err))
                return false;
    }
    return true;
}

static bool init(evaluator *e, const dbt_tuning *tuning, dbt_error *err)
{
    const size_t n = (size_t)e->skeleton->n_joints;
    int *map = dbt_arena_array(&e->memory, n, sizeof *map);
    for (int i = 0; i < N_POSES; i++)
        e->poses[i] = dbt_arena_array(&e->memory, n, sizeof *e->poses[i]);
    e->made_world = dbt_arena_array(&e->memory, n, sizeof *e->made_world);
    e->clip_world = dbt_arena_array(&e->memory, n, sizeof *e->clip_world);
    e->up = tuning->model->up;
    if (!dbt_arena_check(&e->memory, err) ||
        !tuning->method->fits(tuning, e->skeleton, e->up, e->dt, err) ||
        !dbt_model_fits(tuning->model, e->skeleton, map, err))
        return false;
    e->motion_root = map[0];
    for (int b = 0; b < DBT_N_BRIDGES; b++) {
        e->tunings[b] = b == DBT_BRIDGE_LEARNED
                            ? *tuning
                            : dbt_tuning_default(dbt_method_find(methods[b], NULL));
        e->out->results[b].name = methods[b];
    }
    /* dead-two-sided changes the gap's frames alone */
    dbt_tuning *two_sided = &e->tunings[DBT_BRIDGE_TWO_SIDED];
    two_sided->values[dbt_method_param(two_sided->method, "blend_time")] = 0.0;
    two_sided->values[dbt_method_param(two_sided->method, "before")] = 0.0;
    for (int i = 0; i < DBT_N_GAP_LENGTHS; i++)
        e->out->seconds[i] = fmax(2.0, round((missing[i] + 1.0) / rate / e->dt)) * e->dt;
    return true;
}

bool dbt_evaluate_bridge(dbt_track *tracks, int n_tracks, const dbt_tuning *tuning,
                         dbt_allowance *allowance, dbt_bridge_evaluation *evaluation,
                         dbt_error *err)
{
    *evaluation = (dbt_bridge_evaluation){ .n_gaps = { 0 } };
    evaluator e = { .skeleton = tracks[0].skeleton,
                    .dt = tracks[0].clip->frame_time,
                    .allowance = allowance,
                    .out = evaluation };
    bool ok = init(&e, tuning, err);
    for (int t = 0; ok && t < n_tracks; t++)
        for (size_t r = 0; ok && r < dbt_clip_n_runs(tracks[t].clip); r++)
            ok = measure_run(&e, &tracks[t], dbt_track_run(&tracks[t], r), err);
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
