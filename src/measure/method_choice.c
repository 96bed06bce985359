#include "measure/method_choice.h"

#include "base/min_max.h"
#include "base/mem.h"
#include "measure/metrics.h"
#include "measure/jerk_reference.h"
#include "method/candidates.h"

#include <stdint.h>

/* ---- candidates ---- */

/* Returns the last cut, from 1, whose method is auto; 0: none. */
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
    bool checked[2] = { false, false }; /* without a gap, and with one */
    dbt_tuning *list = NULL;
    bool ok = !choice->text || dbt_candidates_read(&list, choice->text, err);
    for (int i = 1; ok && list && i < spec->n_segments; i++) {
        const dbt_segment *segment = &spec->segments[i];
        const bool has_gap = segment->gap.value > 0.0;
        dbt_tuning *candidates = NULL;
        if (!dbt_tuning_is_auto(&segment->tuning) || checked[has_gap])
            continue;
        ok = dbt_candidates_at(list, &segment->tuning, has_gap, &candidates, err);
        checked[has_gap] = true;
        arrfree(candidates);
    }
    arrfree(list);
    return ok;
}

/* ---- a cut ---- */

/* The metrics that the rule of measure/seam_score.h compares; the last one, which takes longest, is
 * measured only where all candidates have a seam. */
static const dbt_metric judged[] = { DBT_SEAM_RATIO, DBT_DISPLACEMENT_LIN, DBT_OVERSHOOT_ANG };
enum { N_JUDGED = sizeof judged / sizeof *judged };

/* Degrees: a joint spins if it overshoots by more than half a turn. */
static const double spin_angle = 180.0;

static const dbt_seam_score worst = {
    .level = DBT_LARGE_SEAM, .seam = INFINITY, .displacement = INFINITY, .spins = true
};

/* The state of dbt_choose_methods. */
typedef struct auto_chooser {
    const dbt_method_choice *choice;
    dbt_tuning *list; /* stb_ds list, owned: the choice's candidates; NULL: the default list */
    dbt_sequence *sequence;
    dbt_timeline *timeline; /* the sequence's */
    dbt_player *player;
    dbt_encoder encoder;
    dbt_warnings warnings; /* of candidates; discarded */
    int cut;               /* the current cut, from 1 */
    /* The frames of the output around the cut that its candidates need. */
    size_t first, poses_end; /* [first, poses_end): the frames that have poses */
    dbt_cut_frames at;       /* the cut and its gap, `before` 0 */
    dbt_metrics *metrics;    /* of the cut, as its cut 1; owned; NULL: none yet */
    dbt_tried **tried;       /* stb_ds list that receives every candidate; NULL: not needed */
} auto_chooser;

/* ---- a candidate ---- */

/* Copies a tuning into the timeline's clip of c->cut, and sets the frames of its transition. */
static void set_tuning(auto_chooser *c, const dbt_tuning *tuning)
{
    dbt_placed_clip *clip = &c->timeline->clips[c->cut];
    clip->tuning = *tuning;
    clip->at = dbt_timeline_cut_frames(c->timeline, c->cut, tuning);
}

/* Returns the seam score of the frames in c->metrics, the maximum over the joints. More frames only
 * raise its values. `spins` is false unless DBT_OVERSHOOT_ANG is measured, up to the last frame. */
static dbt_seam_score seam_score_so_far(const auto_chooser *c)
{
    double row[DBT_N_METRICS] = { 0.0 };
    for (int j = 0; j < c->timeline->skeleton->n_joints; j++) {
        const double *sums = dbt_metrics_row(c->metrics, 1, j);
        dbt_raise(&row[DBT_SEAM_RATIO], sums[DBT_SEAM_RATIO]);
        dbt_raise(&row[DBT_DISPLACEMENT_LIN], sums[DBT_DISPLACEMENT_LIN]);
        dbt_raise(&row[DBT_OVERSHOOT_ANG], sums[DBT_OVERSHOOT_ANG]);
    }
    dbt_seam_score score = dbt_seam_score_of(row, c->choice->smooth);
    score.spins = row[DBT_OVERSHOOT_ANG] > spin_angle;
    return score;
}

/* Sets the tuning in the timeline, restarts c->metrics, and adds the candidate's transition and the
 * frames around it that finite differences need. *lost: set to whether the candidate is certain to
 * be worse than *best; then measuring stops there. best: NULL: measures all frames, *lost is false.
 * Fails with DBT_E_NUMBER if a frame is not finite, else as dbt_player_next and dbt_encode; the
 * timeline has the tuning even then. */
static bool measure_candidate(auto_chooser *c, const dbt_tuning *tuning, const dbt_seam_score *best,
                              bool *lost, dbt_error *err)
{
    set_tuning(c, tuning);
    const dbt_cut_frames at = c->timeline->clips[c->cut].at;
    const size_t begin = dbt_cut_begin(at), lead = DBT_FRAMES_ACC_JUMP - 1;
    const size_t first = begin > lead ? begin - lead : 0;
    const size_t end = dbt_min(at.end + lead, c->poses_end);
    *lost = false;
    dbt_metrics_again(c->metrics, at, first);
    dbt_player_go_to(c->player, first);
    for (size_t f = first; f < end && !*lost; f++) {
        dbt_frame frame;
        dbt_values_frame values;
        if (!dbt_player_next(c->player, &frame, err) ||
            !dbt_encode(&c->encoder, &frame, &values, err))
            return false;
        dbt_metrics_add(c->metrics, values.values);
        if (best) {
            const dbt_seam_score now = seam_score_so_far(c);
            *lost = dbt_seam_score_has_lost(&now, best);
        }
    }
    return true;
}

/* ---- choosing ---- */

/* Removes from `candidates`, an stb_ds list, those whose transition ends after the last frame of
 * the clip, the output or the frame of the next cut, unless these are all. Keeps their order. */
static void drop_cut_short(const dbt_timeline *t, int cut, dbt_tuning *candidates)
{
    const bool is_last = cut + 1 == t->n_clips;
    const size_t last = is_last ? t->n_frames - 1
                                : dbt_min(dbt_timeline_clip_last(t, cut), t->clips[cut + 1].at.cut);
    ptrdiff_t kept = 0;
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++)
        if (dbt_timeline_cut_frames(t, cut, &candidates[i]).end <= last)
            candidates[kept++] = candidates[i];
    if (kept > 0)
        arrsetlen(candidates, (size_t)kept);
}

/* Sets *candidates to the candidates of a cut, fitted to the output (dbt_timeline_fit), without
 * those that drop_cut_short removes: an stb_ds list that the caller frees, also on failure. A cut
 * that is not auto has one candidate: its tuning. Fails as dbt_candidates_at and dbt_timeline_fit.
 */
static bool list_candidates(const auto_chooser *c, int cut, dbt_tuning **candidates, dbt_error *err)
{
    const dbt_tuning *asked = &c->sequence->spec.segments[cut].tuning;
    const bool has_gap = c->timeline->clips[cut].at.gap > 0;
    bool ok = true;
    *candidates = NULL;
    if (dbt_tuning_is_auto(asked))
        ok = dbt_candidates_at(c->list, asked, has_gap, candidates, err);
    else
        arrput(*candidates, *asked);
    for (ptrdiff_t i = 0; ok && i < arrlen(*candidates); i++)
        ok = dbt_timeline_fit(c->timeline, &(*candidates)[i], err);
    if (ok)
        drop_cut_short(c->timeline, cut, *candidates);
    return ok;
}

/* Sets c->first and c->poses_end to the frames that any candidate of the cut needs, and c->at to
 * the timeline's frames of the cut with `before` 0. candidates: an stb_ds list. */
static void set_frames(auto_chooser *c, const dbt_tuning *candidates)
{
    const dbt_timeline *t = c->timeline;
    const size_t lead = DBT_FRAMES_ACC_JUMP - 1;
    const size_t n_frames =
        c->cut + 1 < t->n_clips ? dbt_timeline_clip_last(t, c->cut) + 1 : t->n_frames;
    c->at = t->clips[c->cut].at;
    size_t begin = c->at.cut, end = 0;
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++) {
        const dbt_cut_frames at = dbt_timeline_cut_frames(t, c->cut, &candidates[i]);
        begin = dbt_min(begin, dbt_cut_begin(at));
        end = dbt_max(end, at.end);
    }
    c->at.before = 0; /* no transition until a candidate is tried */
    c->first = begin > lead ? begin - lead : 0;
    c->poses_end = dbt_max(dbt_min(end + lead, n_frames), dbt_cut_plays(c->at) + 1);
}

/* Frees c->metrics, and sets it to metrics of c->cut alone that measure judged[0] to judged[n - 1].
 * Fails as dbt_metrics_new, with c->metrics NULL. */
static bool renew_metrics(auto_chooser *c, int n, dbt_error *err)
{
    const dbt_metrics_spec spec = { .skeleton = c->timeline->skeleton,
                                    .frame_time = c->timeline->frame_time,
                                    .n_frames = c->poses_end,
                                    .cuts = &c->at,
                                    .n_cuts = 1,
                                    .player = c->player,
                                    .n_earlier = c->cut - 1,
                                    .wanted = judged,
                                    .n_wanted = n,
                                    .n_again = c->poses_end - c->first };
    dbt_metrics_free(c->metrics);
    c->metrics = dbt_metrics_new(&spec, err);
    return c->metrics != NULL;
}

/* Measures the candidates that can be better than *best (in and out, like *chosen), and sets *best
 * and *chosen, an index, to the best of them; of equals, to the first in the list. Both stay if
 * none is better. bounds: [n], in and out, the seam score of each over the frames measured so far.
 *
 * A candidate with a frame that is not finite becomes the worst; that is no failure, but fills err.
 * Fails as measure_candidate otherwise. tried: NULL, or a list to which each measured candidate of
 * an auto cut is appended; then all its frames are measured. err: not NULL. */
static bool try_all(auto_chooser *c, const dbt_tuning *candidates, dbt_seam_score *bounds,
                    dbt_tried **tried, ptrdiff_t *chosen, dbt_seam_score *best, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++) {
        bool lost = dbt_seam_score_has_lost(&bounds[i], best);
        if (lost)
            continue;
        const bool ok = measure_candidate(c, &candidates[i], tried ? NULL : best, &lost, err);
        if (!ok && err->code != DBT_E_NUMBER)
            return false;
        bounds[i] = ok ? seam_score_so_far(c) : worst;
        if (tried && dbt_tuning_is_auto(&c->sequence->spec.segments[c->cut].tuning))
            arrput(*tried, ((dbt_tried){ c->cut, candidates[i], bounds[i] }));
        if (lost || dbt_seam_score_compare(&bounds[i], best) >= 0)
            continue;
        *best = bounds[i];
        *chosen = i;
    }
    return true;
}

/* Sets *chosen (0 before the call) to the index of the best candidate. At first no candidate with a
 * seam is measured further than to that seam, unless c->tried is set. If all have one, tries them
 * again, with the spin of each measured. Only the first tries are appended to *c->tried. The
 * timeline then has the tuning that was measured last. Fails as dbt_metrics_new and try_all. The
 * caller frees c->metrics, also on failure. err: not NULL; may be filled even if this returns true.
 */
static bool choose(auto_chooser *c, const dbt_tuning *candidates, ptrdiff_t *chosen, dbt_error *err)
{
    const size_t n = (size_t)arrlen(candidates);
    dbt_seam_score best = { .seam = INFINITY, .displacement = INFINITY };
    dbt_seam_score *bounds = dbt_alloc_array(n, sizeof *bounds);
    bool ok = renew_metrics(c, N_JUDGED - 1, err) &&
              try_all(c, candidates, bounds, c->tried, chosen, &best, err);
    if (ok && isinf(best.displacement)) {
        best = worst;
        ok = renew_metrics(c, N_JUDGED, err) &&
             try_all(c, candidates, bounds, NULL, chosen, &best, err);
    }
    dbt_free(bounds);
    return ok;
}

/* Chooses the tuning of c->cut, and sets it and the cut's frames in the timeline. A single
 * candidate is measured only if c->tried is set. Fails as list_candidates, dbt_player_try and
 * choose; tuning and frames in the timeline may then be changed. err: not NULL; may be filled even
 * if this returns true. */
static bool choose_at(auto_chooser *c, dbt_error *err)
{
    dbt_tuning *candidates = NULL;
    ptrdiff_t chosen = 0;
    bool ok = list_candidates(c, c->cut, &candidates, err);
    if (ok) {
        set_frames(c, candidates);
        const bool tries = arrlen(candidates) > (c->tried ? 0 : 1);
        c->timeline->clips[c->cut].at = c->at;
        ok = dbt_player_try(c->player, c->cut, c->first, tries ? c->poses_end : c->first, err) &&
             (!tries || choose(c, candidates, &chosen, err));
        dbt_metrics_free(c->metrics);
        c->metrics = NULL;
    }
    if (ok)
        set_tuning(c, &candidates[chosen]);
    arrfree(candidates);
    return ok;
}

bool dbt_choose_methods(dbt_sequence *sequence, const dbt_method_choice *choice, int decimals,
                        dbt_tried **tried, dbt_error *err)
{
    dbt_timeline *timeline = &sequence->timeline;
    const int last = last_auto(&sequence->spec);
    if (last == 0)
        return true;
    auto_chooser c = {
        .choice = choice, .sequence = sequence, .timeline = timeline, .tried = tried
    };
    dbt_error why = { .code = DBT_OK };
    bool ok = !choice->text || dbt_candidates_read(&c.list, choice->text, &why);
    for (ptrdiff_t i = 0; i < arrlen(c.list); i++)
        sequence->tries_limits = sequence->tries_limits || c.list[i].method->uses_limits;
    ok = ok && (c.player = dbt_player_new(sequence, true, &why)) != NULL;
    if (ok)
        dbt_encoder_init(&c.encoder, timeline->skeleton, decimals, false,
                         dbt_clip_frame(&timeline->grid, 0), &c.warnings);
    for (c.cut = 1; ok && c.cut <= last; c.cut++)
        ok = choose_at(&c, &why);
    ok = ok && dbt_timeline_schedule_transitions(timeline, &why);
    if (!ok && err)
        *err = why;
    sequence->tries_limits = false; /* the cuts have their methods */
    dbt_encoder_release(&c.encoder);
    dbt_player_free(c.player);
    arrfree(c.list);
    return ok;
}
