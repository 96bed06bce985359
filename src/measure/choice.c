#include "measure/choice.h"

#include "base/arena.h"
#include "base/mem.h"
#include "blend/audition.h"
#include "blend/blend_budget.h"
#include "measure/cut_windows.h"
#include "measure/metrics.h"
#include "measure/reference.h"
#include "measure/standing.h"
#include "method/candidates.h"

#include <stdint.h>
#include <string.h>

/* ---- candidates ---- */

static int last_auto(const dbt_sequence_spec *spec)
{
    int last = spec->n_segments - 1;
    while (last > 0 && !dbt_tuning_is_auto(&spec->segments[last].tuning))
        last--;
    return last;
}

/* Checks each list once for all cuts, whatever the length of their transitions. */
bool dbt_choice_check(const dbt_method_choice *choice, const dbt_sequence_spec *spec,
                      dbt_error *err)
{
    const dbt_tuning any = dbt_tuning_default(&dbt_method_auto);
    bool ok = true, bridges = false, joins = false;
    for (int i = 1; choice->candidates && i < spec->n_segments; i++) {
        const dbt_segment *segment = &spec->segments[i];
        const bool is_auto = dbt_tuning_is_auto(&segment->tuning);
        bridges = bridges || (is_auto && segment->gap.value > 0.0);
        joins = joins || (is_auto && !(segment->gap.value > 0.0));
    }
    for (int gap = 0; ok && gap < 2; gap++) {
        dbt_tuning *candidates = NULL;
        if (gap ? bridges : joins)
            ok = dbt_candidates_read(&candidates, choice->candidates, &any, gap, err);
        arrfree(candidates);
    }
    return ok;
}

/* ---- a cut ---- */

/* The frames around a cut that all its candidates share. Frames count in the output. */
typedef struct scene {
    size_t first;      /* of the poses */
    size_t begin, end; /* measured frames: from the begin of the earliest transition to the end of
                          the window. Displacement goes up to end, jerk three frames further */
    size_t window;     /* frames from the cut, even past the output's end */
    size_t poses_end;
    dbt_cut_frames at; /* its cut and gap */
    double levels[DBT_N_KINDS];
} scene;

/* The metrics that the rule of measure/standing.h needs. */
typedef struct figures {
    double jerk[DBT_N_KINDS], vel_jump;
} figures;

/* What the figures of each frame of a scene are if a clip plays alone: [n_frames]; distances
 * [n_joints] each. */
typedef struct solo {
    double *jerk[DBT_N_KINDS]; /* the largest jerk from the scene's begin to this frame (source), or
                                  from this frame to the end (target) */
    dbt_vec3 *places;          /* world positions of the clip's joints */
    double *distances;         /* distance of the joints as written from there */
    double *integrals;         /* sum of the distances from the scene's begin, or to its end */
} solo;

typedef struct chooser {
    const dbt_method_choice *choice;
    dbt_sequence *sequence;
    const dbt_timeline *timeline; /* the sequence's */
    dbt_audition *audition;
    const dbt_skeleton *skeleton;
    double dt;
    dbt_derivatives differ;
    dbt_transform *local, *world; /* [n_joints] */
    dbt_jerk_level *levels;       /* [n_joints] */
    double *moved, *distances;    /* [n_joints]: sum of a candidate's distances so far, and its
                                     distance in the last frame */
    scene scene;
    solo solos[DBT_N_CUT_CLIPS];
    dbt_arena memory, solo_memory; /* of the arrays; of the solos */
} chooser;

/* ---- the clips alone ---- */

static bool init_solos(chooser *c, dbt_error *err)
{
    dbt_arena *memory = &c->solo_memory;
    const size_t n = c->scene.poses_end - c->scene.first, n_joints = (size_t)c->skeleton->n_joints;
    dbt_arena_release(memory);
    for (int side = 0; side < DBT_N_CUT_CLIPS; side++) {
        solo *s = &c->solos[side];
        for (int kind = 0; kind < DBT_N_KINDS; kind++)
            s->jerk[kind] = dbt_arena_array(memory, n, sizeof *s->jerk[kind]);
        s->places = dbt_arena_array(memory, n, n_joints * sizeof *s->places);
        s->distances = dbt_arena_array(memory, n, n_joints * sizeof *s->distances);
        s->integrals = dbt_arena_array(memory, n, n_joints * sizeof *s->integrals);
    }
    return dbt_arena_check(memory, err);
}

static size_t row_of(const chooser *c, size_t frame)
{
    return (frame - c->scene.first) * (size_t)c->skeleton->n_joints;
}

/* Sets the world positions of a clip's joints at a frame. */
static void find_places(chooser *c, bool target, size_t frame)
{
    dbt_vec3 *places = c->solos[target].places + row_of(c, frame);
    dbt_audition_clip(c->audition, target, frame, c->local);
    dbt_pose_world(c->skeleton, c->local, c->world);
    for (int j = 0; j < c->skeleton->n_joints; j++)
        places[j] = c->world[j].pos;
}

/* Takes the next frame as it would be written: updates derivatives and the frame's jerk. */
static void take_solo_frame(chooser *c, bool target, size_t frame)
{
    solo *s = &c->solos[target];
    const dbt_transform *written = dbt_audition_written(c->audition, target, frame);
    const size_t row = row_of(c, frame), f = frame - c->scene.first;
    find_places(c, target, frame);
    dbt_derivatives_next(&c->differ);
    for (int j = 0; j < c->skeleton->n_joints; j++) {
        dbt_step step;
        dbt_derivatives_take(&c->differ, j, written[j], &step);
        for (int kind = 0; kind < DBT_N_KINDS; kind++)
            if (c->differ.n_frames >= DBT_FRAMES_JERK)
                dbt_raise(&s->jerk[kind][f], step.changes[kind].jerk);
        s->distances[row + (size_t)j] =
            dbt_vec3_length(dbt_vec3_sub(step.world.pos, s->places[row + (size_t)j]));
    }
}

/* Sums a clip's jerks and distances: the source's from the scene's begin, the target's back from
 * the scene's end. */
static void sum_solo(chooser *c, dbt_cut_clip side)
{
    const size_t n = (size_t)c->skeleton->n_joints;
    const scene *s = &c->scene;
    solo *o = &c->solos[side];
    const bool back = side == DBT_TARGET;
    const size_t begin = back ? dbt_cut_plays(s->at) : s->begin + 1;
    const size_t end = back ? s->poses_end - 1 : s->at.cut;
    for (size_t k = begin; k < end; k++) {
        const size_t frame = back ? begin + end - 1 - k : k, last = back ? frame + 1 : frame - 1;
        const size_t row = row_of(c, frame), last_row = row_of(c, last);
        for (int kind = 0; kind < DBT_N_KINDS; kind++)
            dbt_raise(&o->jerk[kind][frame - s->first], o->jerk[kind][last - s->first]);
        for (size_t j = 0; frame < s->end && j < n; j++)
            o->integrals[row + j] =
                o->integrals[last_row + j] +
                0.5 * (o->distances[last_row + j] + o->distances[row + j]) * c->dt;
    }
}

static bool find_solos(chooser *c, dbt_error *err)
{
    const scene *s = &c->scene;
    if (!init_solos(c, err))
        return false;
    dbt_derivatives_restart(&c->differ);
    for (size_t f = s->first; f < s->at.cut; f++)
        take_solo_frame(c, false, f);
    dbt_derivatives_restart(&c->differ);
    for (size_t f = dbt_cut_plays(s->at); f < s->poses_end; f++)
        take_solo_frame(c, true, f);
    sum_solo(c, DBT_SOURCE);
    sum_solo(c, DBT_TARGET);
    return true;
}

/* ---- a candidate ---- */

/* Adds an output frame of a candidate. The solos hold the positions it is compared with. */
static void take_frame(chooser *c, dbt_cut_frames at, size_t frame, const dbt_transform *written,
                       figures *found)
{
    const scene *s = &c->scene;
    const size_t plays = dbt_cut_plays(at), in_a_row = ++c->differ.n_frames;
    const bool counts = frame >= dbt_cut_begin(at) && frame <= s->end + DBT_JERK_AFTER;
    const bool in_gap = frame >= at.cut && frame < plays;
    const bool moves = frame >= dbt_cut_begin(at) && frame <= s->end && !in_gap;
    const bool goes_on = frame > s->begin && frame != plays;
    const bool jumps =
        in_a_row >= DBT_FRAMES_VEL_JUMP && dbt_is_at_join(at, frame, DBT_FRAMES_VEL_JUMP - 1);
    const dbt_vec3 *places = c->solos[frame >= at.cut].places + row_of(c, frame);
    for (int j = 0; j < c->skeleton->n_joints; j++) {
        dbt_step step;
        dbt_derivatives_take(&c->differ, j, written[j], &step);
        if (jumps)
            dbt_raise(&found->vel_jump, step.changes[DBT_ANGULAR].vel_jump);
        for (int kind = 0; counts && in_a_row >= DBT_FRAMES_JERK && kind < DBT_N_KINDS; kind++)
            dbt_raise(&found->jerk[kind], step.changes[kind].jerk);
        if (!moves)
            continue;
        const double distance = dbt_vec3_length(dbt_vec3_sub(step.world.pos, places[j]));
        if (goes_on)
            c->moved[j] += 0.5 * (c->distances[j] + distance) * c->dt;
        c->distances[j] = distance;
    }
}

/* Starts with the figures of the source alone, up to the transition's begin. */
static void begin_figures(chooser *c, dbt_cut_frames at, figures *found)
{
    const size_t n = (size_t)c->skeleton->n_joints, begin = dbt_cut_begin(at);
    *found = (figures){ .vel_jump = 0.0 };
    memset(c->moved, 0, n * sizeof *c->moved);
    if (begin == c->scene.begin)
        return;
    const solo *s = &c->solos[DBT_SOURCE];
    const size_t row = row_of(c, begin - 1);
    memcpy(c->moved, s->integrals + row, n * sizeof *c->moved);
    memcpy(c->distances, s->distances + row, n * sizeof *c->distances);
    for (int kind = 0; kind < DBT_N_KINDS; kind++)
        found->jerk[kind] = s->jerk[kind][begin - 1 - c->scene.first];
}

/* Adds the figures of the target alone after `last`, the last frame taken. */
static void end_figures(chooser *c, size_t last, figures *found)
{
    const solo *s = &c->solos[DBT_TARGET];
    const size_t moved_to = dbt_least(last, c->scene.end);
    for (int j = 0; j < c->skeleton->n_joints; j++)
        c->moved[j] += s->integrals[row_of(c, moved_to) + (size_t)j];
    if (last + 1 < c->scene.poses_end)
        for (int kind = 0; kind < DBT_N_KINDS; kind++)
            dbt_raise(&found->jerk[kind], s->jerk[kind][last + 1 - c->scene.first]);
}

static double most_moved(const chooser *c)
{
    double most = 0.0;
    for (int j = 0; j < c->skeleton->n_joints; j++)
        dbt_raise(&most, c->moved[j]);
    return most;
}

/* The standing of the row `*`: only the columns that the rule needs. */
static dbt_standing standing_of(const chooser *c, const figures *found)
{
    double row[DBT_N_METRICS] = { 0.0 };
    for (int kind = 0; kind < DBT_N_KINDS; kind++)
        row[DBT_ANG_JERK_PEAK_RATIO + kind] =
            dbt_jerk_ratio(found->jerk[kind], c->scene.levels[kind], c->dt);
    row[DBT_DISPLACEMENT_LIN] = most_moved(c);
    row[DBT_ANG_VEL_JUMP] = found->vel_jump;
    dbt_metrics_cap(row);
    return dbt_standing_of(row, c->choice->smooth);
}

static bool try_candidate(chooser *c, const dbt_tuning *tuning, dbt_cut_frames at,
                          dbt_standing *standing, dbt_error *err)
{
    const scene *s = &c->scene;
    const size_t begin = dbt_cut_begin(at), plays = dbt_cut_plays(at);
    const size_t made = dbt_least(at.end, s->poses_end);
    const size_t end = dbt_least(dbt_greatest(made, plays) + DBT_JERK_AFTER, s->poses_end);
    const size_t lead = DBT_FRAMES_JERK - 1;
    figures found;
    if (!dbt_audition_begin(c->audition, tuning, at, err))
        return false;
    begin_figures(c, at, &found);
    dbt_derivatives_restart(&c->differ);
    for (size_t f = begin > lead ? begin - lead : 0; f < begin; f++)
        take_frame(c, at, f, dbt_audition_written(c->audition, false, f), &found);
    for (size_t f = begin; f < made; f++)
        take_frame(c, at, f, dbt_audition_play(c->audition), &found);
    for (size_t f = dbt_greatest(made, plays); f < end; f++)
        take_frame(c, at, f, dbt_audition_written(c->audition, true, f), &found);
    end_figures(c, end - 1, &found);
    *standing = standing_of(c, &found);
    return true;
}

/* ---- choosing ---- */

static void find_levels(chooser *c, int cut)
{
    const scene *s = &c->scene;
    const size_t n_frames =
        dbt_greatest(s->at.cut + s->window + 4 - s->begin, DBT_LEAST_LEVEL_FRAMES);
    dbt_reference_levels(c->sequence, cut, n_frames, &c->differ, c->local, c->levels);
    for (int kind = 0; kind < DBT_N_KINDS; kind++) {
        c->scene.levels[kind] = 0.0;
        for (int j = 0; j < c->skeleton->n_joints; j++)
            dbt_raise(&c->scene.levels[kind], c->levels[j].peak[kind]);
    }
}

/* The candidates of a cut, fitted to the output, as an stb_ds list to be freed. A cut whose method
 * is not auto has one: its tuning. */
static bool list_candidates(const chooser *c, int cut, dbt_tuning **candidates, dbt_error *err)
{
    const dbt_tuning *asked = &c->sequence->spec.segments[cut].tuning;
    const bool has_gap = c->timeline->clips[cut].at.gap > 0;
    bool ok = true;
    *candidates = NULL;
    if (dbt_tuning_is_auto(asked))
        ok = dbt_candidates_read(candidates, c->choice->candidates, asked, has_gap, err);
    else
        arrput(*candidates, *asked);
    for (ptrdiff_t i = 0; ok && i < arrlen(*candidates); i++)
        ok = dbt_timeline_fit(c->timeline, &(*candidates)[i], err);
    return ok;
}

/* The end of the frames at this cut that the next cut may read; 0: the next cut has no candidates
 * to try. */
static bool find_next(const chooser *c, int cut, int last, size_t *end, dbt_error *err)
{
    dbt_tuning *candidates = NULL;
    *end = 0;
    const bool ok = cut >= last || list_candidates(c, cut + 1, &candidates, err);
    for (ptrdiff_t i = 0; ok && i < arrlen(candidates); i++)
        *end = dbt_greatest(*end,
                            dbt_timeline_cut_frames(c->timeline, cut + 1, &candidates[i]).end + 4);
    arrfree(candidates);
    return ok;
}

/* Sets the span that all candidates of a cut share. next: end of the frames that the next cut
 * reads. */
static bool set_scene(chooser *c, int cut, size_t next, const dbt_tuning *candidates,
                      dbt_error *err)
{
    const dbt_timeline *t = c->timeline;
    const size_t n_frames = cut + 1 < t->n_clips ? dbt_timeline_clip_last(t, cut) + 1 : t->n_frames;
    const size_t lead = DBT_FRAMES_JERK - 1;
    size_t last = 0; /* the largest end of a transition */
    scene *s = &c->scene;
    *s = (scene){ .begin = SIZE_MAX };
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++) {
        s->at = dbt_timeline_cut_frames(c->timeline, cut, &candidates[i]);
        s->begin = dbt_least(s->begin, dbt_cut_begin(s->at));
        s->window =
            dbt_greatest(s->window, dbt_timeline_compared(c->timeline, cut, &candidates[i]));
        last = dbt_greatest(last, s->at.end);
    }
    s->first = s->begin > lead ? s->begin - lead : 0;
    s->end = dbt_least(s->at.cut + s->window, n_frames - 1);
    s->poses_end =
        dbt_greatest(dbt_least(s->at.cut + s->window + 4, n_frames), dbt_cut_plays(s->at) + 1);
    return dbt_audition_next(c->audition, s->first,
                             dbt_greatest(s->poses_end, dbt_least(last, next)), err);
}

/* Fails if trying all candidates of all cuts is too much work for this output. Runs before the
 * first one is tried. */
static bool check_work(const chooser *c, int last, dbt_error *err)
{
    double frames = 0.0;
    bool ok = true;
    for (int cut = 1; ok && cut <= last; cut++) {
        dbt_tuning *candidates = NULL;
        ok = list_candidates(c, cut, &candidates, err);
        for (ptrdiff_t i = 0; ok && i < arrlen(candidates); i++)
            frames += (double)(dbt_timeline_cut_frames(c->timeline, cut, &candidates[i]).before +
                               dbt_timeline_compared(c->timeline, cut, &candidates[i]) +
                               DBT_FRAMES_JERK_JUMP);
        arrfree(candidates);
    }
    return ok && dbt_check_blends(frames * c->skeleton->n_joints, DBT_CANDIDATES_EACH, c->skeleton,
                                  c->timeline->n_frames, "candidates of auto", err);
}

static bool choose(chooser *c, int cut, const dbt_tuning *candidates, ptrdiff_t *chosen,
                   dbt_error *err)
{
    dbt_standing best = { .smooth = false }, standing;
    *chosen = 0;
    if (arrlen(candidates) == 1)
        return true;
    find_levels(c, cut);
    if (!find_solos(c, err))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++) {
        const dbt_cut_frames at = dbt_timeline_cut_frames(c->timeline, cut, &candidates[i]);
        if (!try_candidate(c, &candidates[i], at, &standing, err))
            return false;
        if (i > 0 && dbt_standing_compare(&standing, &best) >= 0)
            continue;
        best = standing;
        *chosen = i;
    }
    return true;
}

static bool choose_at(chooser *c, int cut, int last, dbt_error *err)
{
    dbt_tuning *candidates = NULL;
    ptrdiff_t chosen = 0;
    size_t next;
    const bool ok =
        list_candidates(c, cut, &candidates, err) && find_next(c, cut, last, &next, err) &&
        set_scene(c, cut, next, candidates, err) && choose(c, cut, candidates, &chosen, err) &&
        dbt_audition_take(c->audition, &candidates[chosen], err);
    arrfree(candidates);
    return ok;
}

static bool init(chooser *c, int decimals, dbt_error *err)
{
    const size_t n = (size_t)c->skeleton->n_joints;
    c->audition = dbt_audition_new(c->sequence, decimals, err);
    if (!c->audition ||
        !dbt_derivatives_init(&c->differ, c->skeleton, &dbt_audition_mobility(c->audition)->turning,
                              c->dt, err))
        return false;
    c->local = dbt_arena_array(&c->memory, n, sizeof *c->local);
    c->world = dbt_arena_array(&c->memory, n, sizeof *c->world);
    c->levels = dbt_arena_array(&c->memory, n, sizeof *c->levels);
    c->moved = dbt_arena_array(&c->memory, n, sizeof *c->moved);
    c->distances = dbt_arena_array(&c->memory, n, sizeof *c->distances);
    return dbt_arena_check(&c->memory, err);
}

bool dbt_choose_methods(dbt_sequence *sequence, const dbt_method_choice *choice, int decimals,
                        dbt_error *err)
{
    const int last = last_auto(&sequence->spec);
    if (last == 0)
        return true;
    chooser c = { .choice = choice,
                  .sequence = sequence,
                  .timeline = &sequence->timeline,
                  .skeleton = sequence->timeline.skeleton,
                  .dt = sequence->timeline.frame_time };
    bool ok = init(&c, decimals, err) && check_work(&c, last, err);
    for (int cut = 1; ok && cut <= last; cut++)
        ok = choose_at(&c, cut, last, err);
    ok = ok && dbt_timeline_place_transitions(&sequence->timeline, err);
    dbt_derivatives_release(&c.differ);
    dbt_audition_free(c.audition);
    dbt_arena_release(&c.memory);
    dbt_arena_release(&c.solo_memory);
    return ok;
}
