#include "measure/choice.h"

#include "base/arena.h"
#include "base/least.h"
#include "base/mem.h"
#include "blend/blend_budget.h"
#include "measure/metrics.h"
#include "measure/reference.h"
#include "measure/standing.h"
#include "method/candidates.h"

#include <stdint.h>

/* ---- candidates ---- */

static int last_auto(const dbt_sequence_spec *spec)
{
    int last = spec->n_segments - 1;
    while (last > 0 && !dbt_tuning_is_auto(&spec->segments[last].tuning))
        last--;
    return last;
}

bool dbt_chooses_methods(const dbt_sequence_spec *spec)
{
    return last_auto(spec) > 0;
}

bool dbt_choice_check(const dbt_method_choice *choice, const dbt_sequence_spec *spec,
                      dbt_error *err)
{
    bool ok = true, checked[2] = { false, false }; /* without a gap, and with one */
    for (int i = 1; ok && choice->list && i < spec->n_segments; i++) {
        const dbt_segment *segment = &spec->segments[i];
        const bool has_gap = segment->gap.value > 0.0;
        dbt_tuning *candidates = NULL;
        if (!dbt_tuning_is_auto(&segment->tuning) || checked[has_gap])
            continue;
        ok = dbt_candidates_at(choice->list, &segment->tuning, has_gap, &candidates, err);
        checked[has_gap] = true;
        arrfree(candidates);
    }
    return ok;
}

/* ---- a cut ---- */

/* What the rule of measure/standing.h needs. */
static const dbt_metric judged[] = { DBT_ANG_JERK_PEAK,     DBT_LIN_JERK_PEAK,
                                     DBT_ANG_JERK_PEAK_REF, DBT_LIN_JERK_PEAK_REF,
                                     DBT_DISPLACEMENT_LIN,  DBT_ANG_VEL_JUMP };

/* The sums of a joint over frames in which a clip plays alone. */
typedef struct solo {
    double jerk[DBT_N_KINDS], displacement;
} solo;

/* The frames around a cut that all its candidates share. Frames count in the output. */
typedef struct scene {
    size_t first;    /* of the poses */
    size_t begin;    /* of the earliest transition: measured from here */
    size_t window;   /* frames from the cut, even past the output's end */
    size_t n_frames; /* of the output as if the cut's clip were the last */
    size_t poses_end;
    dbt_cut_frames at; /* its cut and gap */
} scene;

typedef struct chooser {
    const dbt_method_choice *choice;
    dbt_sequence *sequence;
    dbt_timeline *timeline; /* the sequence's */
    size_t n_joints;
    dbt_player *player;
    dbt_encoder encoder;
    dbt_warnings warnings; /* of candidates: nobody reads them */
    int cut;
    scene scene;
    dbt_metrics *metrics; /* of the cut */
    /* While a clip plays alone, [n_frames][n_joints]: its poses as written; and what the frames add
     * up to, from the scene's begin to a frame (source), or from a frame to its end (target). */
    dbt_transform *written[DBT_N_CUT_CLIPS];
    solo *solos[DBT_N_CUT_CLIPS];
    solo *sum;        /* [n_joints]: scratch */
    dbt_arena memory; /* of the solos */
} chooser;

/* ---- the clips alone ---- */

static solo *solos_at(const chooser *c, dbt_cut_clip side, size_t frame)
{
    return c->solos[side] + (frame - c->scene.first) * c->n_joints;
}

static dbt_transform *written_at(const chooser *c, dbt_cut_clip side, size_t frame)
{
    return c->written[side] + (frame - c->scene.first) * c->n_joints;
}

static void set_sums(const chooser *c, const solo *solos)
{
    for (size_t j = 0; j < c->n_joints; j++) {
        double *sums = dbt_metrics_joint(c->metrics, (int)j);
        sums[DBT_ANG_JERK_PEAK] = solos ? solos[j].jerk[DBT_ANGULAR] : 0.0;
        sums[DBT_LIN_JERK_PEAK] = solos ? solos[j].jerk[DBT_LINEAR] : 0.0;
        sums[DBT_DISPLACEMENT_LIN] = solos ? solos[j].displacement : 0.0;
    }
}

static void get_sums(const chooser *c, solo *solos)
{
    for (size_t j = 0; j < c->n_joints; j++) {
        const double *sums = dbt_metrics_joint(c->metrics, (int)j);
        solos[j] = (solo){ { sums[DBT_ANG_JERK_PEAK], sums[DBT_LIN_JERK_PEAK] },
                           sums[DBT_DISPLACEMENT_LIN] };
    }
}

static void add_solos(const chooser *c, const solo *from, solo *to)
{
    for (size_t j = 0; j < c->n_joints; j++) {
        for (int kind = 0; kind < DBT_N_KINDS; kind++)
            dbt_raise(&to[j].jerk[kind], from[j].jerk[kind]);
        to[j].displacement += from[j].displacement;
    }
}

/* Measures a frame of a clip alone, and keeps it. */
static bool measure_solo(chooser *c, dbt_cut_clip side, size_t index, const dbt_frame *frame,
                         dbt_error *err)
{
    dbt_transform *written = written_at(c, side, index);
    dbt_values_frame values;
    if (!dbt_encode(&c->encoder, frame, &values, err))
        return false;
    dbt_pose_from_values(c->timeline->skeleton, values.values, written);
    dbt_metrics_add_pose(c->metrics, written);
    get_sums(c, solos_at(c, side, index));
    return true;
}

static bool measure_solos(chooser *c, dbt_error *err)
{
    const scene *s = &c->scene;
    const size_t plays = dbt_cut_plays(s->at);
    dbt_frame frame;
    dbt_metrics_again(c->metrics, s->at, s->first);
    dbt_player_go_to(c->player, s->first);
    for (size_t f = s->first; f < s->at.cut; f++)
        if (!dbt_player_next(c->player, &frame, err) ||
            !measure_solo(c, DBT_SOURCE, f, &frame, err))
            return false;
    dbt_metrics_again(c->metrics, s->at, plays);
    for (size_t f = plays; f < s->poses_end; f++) {
        set_sums(c, NULL);
        if (!dbt_player_clip_frame(c->player, c->cut, f, &frame, err) ||
            !measure_solo(c, DBT_TARGET, f, &frame, err))
            return false;
    }
    for (size_t f = s->poses_end - 1; f-- > plays;)
        add_solos(c, solos_at(c, DBT_TARGET, f + 1), solos_at(c, DBT_TARGET, f));
    return true;
}

/* ---- a candidate ---- */

static void set_tuning(chooser *c, const dbt_tuning *tuning)
{
    dbt_placed_clip *clip = &c->timeline->clips[c->cut];
    clip->tuning = *tuning;
    clip->at = dbt_timeline_cut_frames(c->timeline, c->cut, tuning);
}

/* Measures the transition, with the frames beside it that differences reach over. The solos have
 * the rest. */
static bool measure_candidate(chooser *c, const dbt_tuning *tuning, dbt_error *err)
{
    const scene *s = &c->scene;
    set_tuning(c, tuning);
    const dbt_cut_frames at = c->timeline->clips[c->cut].at;
    const size_t begin = dbt_cut_begin(at), lead = DBT_FRAMES_JERK - 1;
    const size_t first = begin > lead ? begin - lead : 0;
    const size_t made = dbt_least(at.end, s->poses_end);
    const size_t end = dbt_least(made + DBT_JERK_AFTER, s->poses_end);
    dbt_metrics_again(c->metrics, at, first);
    for (size_t f = first; f < begin; f++)
        dbt_metrics_add_pose(c->metrics, written_at(c, DBT_SOURCE, f));
    if (begin > s->begin)
        set_sums(c, solos_at(c, DBT_SOURCE, begin - 1));
    dbt_player_go_to(c->player, begin);
    for (size_t f = begin; f < made; f++) {
        dbt_frame frame;
        dbt_values_frame values;
        if (!dbt_player_next(c->player, &frame, err) ||
            !dbt_encode(&c->encoder, &frame, &values, err))
            return false;
        dbt_metrics_add(c->metrics, values.values);
    }
    for (size_t f = made; f < end; f++)
        dbt_metrics_add_pose(c->metrics, written_at(c, DBT_TARGET, f));
    if (end < s->poses_end) {
        get_sums(c, c->sum);
        add_solos(c, solos_at(c, DBT_TARGET, end), c->sum);
        set_sums(c, c->sum);
    }
    return true;
}

static bool try_candidate(chooser *c, const dbt_tuning *tuning, dbt_standing *standing,
                          dbt_error *err)
{
    double row[DBT_N_METRICS];
    *standing = (dbt_standing){ .figure = INFINITY, .vel_jump = INFINITY };
    if (!measure_candidate(c, tuning, err))
        return err->code == DBT_E_NUMBER; /* the worst of all */
    dbt_metrics_sum(c->metrics, 1, NULL, row);
    *standing = dbt_standing_of(row, c->choice->smooth);
    return true;
}

/* ---- choosing ---- */

/* The candidates of a cut, fitted to the output, as an stb_ds list to be freed. A cut whose method
 * is not auto has one: its tuning. */
static bool list_candidates(const chooser *c, int cut, dbt_tuning **candidates, dbt_error *err)
{
    const dbt_tuning *asked = &c->sequence->spec.segments[cut].tuning;
    const bool has_gap = c->timeline->clips[cut].at.gap > 0;
    bool ok = true;
    *candidates = NULL;
    if (dbt_tuning_is_auto(asked))
        ok = dbt_candidates_at(c->choice->list, asked, has_gap, candidates, err);
    else
        arrput(*candidates, *asked);
    for (ptrdiff_t i = 0; ok && i < arrlen(*candidates); i++)
        ok = dbt_timeline_fit(c->timeline, &(*candidates)[i], err);
    return ok;
}

/* Sets the span that all candidates of the cut share. */
static void set_scene(chooser *c, const dbt_tuning *candidates)
{
    const dbt_timeline *t = c->timeline;
    const size_t lead = DBT_FRAMES_JERK - 1;
    scene *s = &c->scene;
    *s = (scene){ .begin = SIZE_MAX, .at = t->clips[c->cut].at };
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++) {
        const dbt_cut_frames at = dbt_timeline_cut_frames(t, c->cut, &candidates[i]);
        s->begin = dbt_least(s->begin, dbt_cut_begin(at));
        s->window = dbt_greatest(s->window, dbt_timeline_compared(t, c->cut, &candidates[i]));
    }
    s->at.before = 0; /* until a candidate is tried, the clips play alone */
    s->first = s->begin > lead ? s->begin - lead : 0;
    s->n_frames = c->cut + 1 < t->n_clips ? dbt_timeline_clip_last(t, c->cut) + 1 : t->n_frames;
    s->poses_end = dbt_greatest(dbt_least(s->at.cut + s->window + DBT_JERK_AFTER + 1, s->n_frames),
                                dbt_cut_plays(s->at) + 1);
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
    return ok && dbt_check_blends(frames * (double)c->n_joints, DBT_CANDIDATES_EACH,
                                  c->timeline->skeleton, c->timeline->n_frames,
                                  "candidates of auto", err);
}

static bool init_scene(chooser *c, dbt_error *err)
{
    const scene *s = &c->scene;
    const size_t before = s->at.cut - s->begin, n_frames = s->poses_end - s->first;
    const dbt_metrics_spec spec = { .skeleton = c->timeline->skeleton,
                                    .frame_time = c->timeline->frame_time,
                                    .n_frames = s->n_frames,
                                    .cuts = &s->at,
                                    .n_cuts = 1,
                                    .befores = &before,
                                    .windowed = true,
                                    .window_frames = s->window,
                                    .player = c->player,
                                    .n_earlier = c->cut - 1,
                                    .wanted = judged,
                                    .n_wanted = sizeof judged / sizeof *judged,
                                    .n_again = n_frames };
    for (int side = 0; side < DBT_N_CUT_CLIPS; side++) {
        c->written[side] =
            dbt_arena_array(&c->memory, n_frames, c->n_joints * sizeof *c->written[side]);
        c->solos[side] =
            dbt_arena_array(&c->memory, n_frames, c->n_joints * sizeof *c->solos[side]);
    }
    c->sum = dbt_arena_array(&c->memory, c->n_joints, sizeof *c->sum);
    c->metrics = dbt_arena_check(&c->memory, err) ? dbt_metrics_new(&spec, err) : NULL;
    return c->metrics != NULL;
}

static void release_scene(chooser *c)
{
    dbt_metrics_free(c->metrics);
    dbt_arena_release(&c->memory);
    c->metrics = NULL;
}

static bool choose(chooser *c, const dbt_tuning *candidates, ptrdiff_t *chosen, dbt_error *err)
{
    dbt_standing best = { .smooth = false }, standing;
    *chosen = 0;
    if (!init_scene(c, err))
        return false;
    if (!measure_solos(c, err)) /* rendering will fail, too, and name the frame */
        return err->code == DBT_E_NUMBER;
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++) {
        if (!try_candidate(c, &candidates[i], &standing, err))
            return false;
        if (i > 0 && dbt_standing_compare(&standing, &best) >= 0)
            continue;
        best = standing;
        *chosen = i;
    }
    return true;
}

static bool choose_at(chooser *c, dbt_error *err)
{
    dbt_tuning *candidates = NULL;
    ptrdiff_t chosen = 0;
    bool ok = list_candidates(c, c->cut, &candidates, err);
    if (ok) {
        set_scene(c, candidates);
        const bool tries = arrlen(candidates) > 1;
        c->timeline->clips[c->cut].at = c->scene.at;
        ok = dbt_player_try(c->player, c->cut, c->scene.first,
                            tries ? c->scene.poses_end : c->scene.first, err) &&
             (!tries || choose(c, candidates, &chosen, err));
        release_scene(c);
    }
    if (ok)
        set_tuning(c, &candidates[chosen]);
    arrfree(candidates);
    return ok;
}

bool dbt_choose_methods(dbt_sequence *sequence, const dbt_method_choice *choice, int decimals,
                        dbt_error *err)
{
    dbt_timeline *timeline = &sequence->timeline;
    const int last = last_auto(&sequence->spec);
    if (last == 0)
        return true;
    chooser c = { .choice = choice,
                  .sequence = sequence,
                  .timeline = timeline,
                  .n_joints = (size_t)timeline->skeleton->n_joints };
    dbt_error why = { .code = DBT_OK };
    bool ok = check_work(&c, last, &why) && (c.player = dbt_player_new(sequence, true, &why)) &&
              dbt_encoder_init(&c.encoder, timeline->skeleton, decimals, false,
                               dbt_clip_frame(&timeline->grid, 0), &c.warnings, &why);
    for (c.cut = 1; ok && c.cut <= last; c.cut++)
        ok = choose_at(&c, &why);
    ok = ok && dbt_timeline_place_transitions(timeline, &why);
    if (!ok && err)
        *err = why;
    dbt_encoder_release(&c.encoder);
    dbt_player_free(c.player);
    return ok;
}
