#include "search/best_cuts.h"

#include "base/min_max.h"
#include "base/mem.h"
#include "blend/timeline.h"

bool dbt_cut_weights(const dbt_best_cut_spec *choice, const dbt_skeleton *skeleton,
                     double **weights, dbt_error *err)
{
    *weights = NULL;
    if (choice->n_weights == 0)
        return true;
    *weights = dbt_alloc_array((size_t)skeleton->n_joints, sizeof **weights);
    bool ok = true;
    for (int j = 0; j < skeleton->n_joints; j++)
        (*weights)[j] = 1.0;
    for (int i = 0; ok && i < choice->n_weights; i++) {
        const char *glob = choice->weights[i].glob;
        ok = dbt_skeleton_check_match(skeleton, glob, err);
        for (int j = -1; (j = dbt_skeleton_next_match(skeleton, glob, j)) >= 0;)
            (*weights)[j] = choice->weights[i].factor;
    }
    if (!ok) {
        dbt_free(*weights);
        *weights = NULL;
    }
    return ok;
}

/* A pass through the cuts of a sequence. Frames are at the output's rate. */
typedef struct best_cut_chooser {
    dbt_sequence_spec *spec;
    dbt_timeline timeline; /* only its clips' tracks are used */
    dbt_chain chain;
    dbt_view view;
    double play; /* min frames from a cut to the next cut or the end of the clip */
    int n_threads;
    bool searched;
    double cut;         /* the last cut: frame of the output */
    double plays, from; /* the clip that plays: its first frame, in the output and in the clip */
} best_cut_chooser;

/* ---- the frames to choose from ---- */

/* Frames from low to high, both included. */
typedef struct frame_range {
    double low, high;
} frame_range;

/* If `choice` is wanted, returns the frames of its range within `bounds`; none: low > high. Else
 * returns the one frame of the time `given`, even outside `bounds`. last: the frame that `end`
 * means. */
static frame_range allowed(const best_cut_chooser *c, dbt_time given, const dbt_time_choice *choice,
                           double last, frame_range bounds)
{
    const double dt = c->view.frame_time;
    if (!choice->wanted) {
        const double frame = dbt_time_frame(given, dt, last);
        return (frame_range){ frame, frame };
    }
    return (frame_range){ fmax(bounds.low, dbt_time_frame(choice->range.low, dt, last)),
                          fmin(bounds.high, dbt_time_frame(choice->range.high, dt, last)) };
}

static double gap_frames(const best_cut_chooser *c, int i)
{
    return dbt_time_frame(c->spec->segments[i].gap, c->view.frame_time, 0.0);
}

/* Returns the output frames at which cut i may be, up to `last`, the last frame of the clip that
 * plays: those that the user allows, at least c->play frames (and one) after the cut before, after
 * the clip's first frame and not after `until`. None: low > high. A frame that the user fixed is
 * returned without bounds. An `until` that counts from the end bounds the new clip's frames
 * instead, in from_frames. */
static frame_range cut_frames(const best_cut_chooser *c, int i, double last)
{
    const dbt_segment *segment = &c->spec->segments[i];
    frame_range bounds = { c->cut + fmax(1.0, c->play), last };
    if (i > 1)
        bounds.low = fmax(bounds.low, c->plays + 1.0);
    if (c->spec->has_until && !c->spec->until.from_end)
        bounds.high = fmin(bounds.high, dbt_time_frame(c->spec->until, c->view.frame_time, last));
    return allowed(c, segment->at, &segment->choose_at, last, bounds);
}

/* Returns the frames at which clip i, of n frames, may be entered: those that the user allows, and
 * that leave c->play frames of the clip. In the last clip an `until` that counts from the end also
 * bounds them. No frames: low > high. A frame that the user fixed is returned without these bounds.
 */
static frame_range from_frames(const best_cut_chooser *c, int i, double n)
{
    const dbt_segment *segment = &c->spec->segments[i];
    const dbt_time until = c->spec->until;
    frame_range bounds = { 0.0, n - 1.0 - c->play };
    if (c->spec->has_until && until.from_end && i == c->spec->n_segments - 1)
        bounds.high = fmin(bounds.high,
                           dbt_time_frame(until, c->view.frame_time, n - 1.0 + gap_frames(c, i)));
    return allowed(c, segment->from, &segment->choose_from, n - 1.0, bounds);
}

static bool fail_none(const best_cut_chooser *c, int i, dbt_error *err)
{
    return dbt_fail_at(err, DBT_E_TIME, c->spec->segments[i].clip->file, 0, 0,
                       "cut %d: no frames are left to choose from; each clip plays %.0f frames "
                       "before and after it (--play)",
                       i, c->play);
}

/* Fails with DBT_E_TIME, in the clip's file, if a wanted range begins after its clip's frame
 * `last`, or its end is before its begin: then no frames are left. what: the option, for the
 * message. */
static bool check_range(const best_cut_chooser *c, int i, const dbt_time_choice *choice,
                        const char *what, double last, const dbt_clip *clip, dbt_error *err)
{
    dbt_error why;
    return !choice->wanted ||
           dbt_time_range_check(choice->range, c->view.frame_time, last, what, &why) ||
           dbt_fail_at(err, why.code, clip->file, 0, 0, "cut %d: %s", i, why.msg);
}

/* Overwrites *query: the cells to search for cut i, in frames of the two clips, and top 1. a, b and
 * found become NULL. Fails with DBT_E_TIME, in a clip's file, if a range is outside its clip
 * (check_range) or no cell is left; barred cells count. Also if a frame that the user fixed is
 * outside its clip. *query then stays. */
static bool find_cells(const best_cut_chooser *c, int i, dbt_cut_query *query, dbt_error *err)
{
    const double n_a = (double)c->timeline.clips[i - 1].track->n_frames;
    const double n_b = (double)c->timeline.clips[i].track->n_frames;
    const double shift = c->plays - c->from;
    const double last = shift + n_a - 1.0;
    const dbt_segment *const before = &c->spec->segments[i - 1], *const segment = before + 1;
    if (!check_range(c, i, &segment->choose_at, "--at", last, before->clip, err) ||
        !check_range(c, i, &segment->choose_from, "--from", n_b - 1.0, segment->clip, err))
        return false;
    const frame_range at = cut_frames(c, i, last);
    const frame_range from = from_frames(c, i, n_b);
    if (!(at.low <= at.high && at.low >= c->plays && at.high <= last && from.low <= from.high &&
          from.low >= 0.0 && from.high <= n_b - 1.0))
        return fail_none(c, i, err);
    *query = (dbt_cut_query){ .i_begin = (size_t)(at.low - shift),
                              .i_end = (size_t)(at.high - shift) + 1,
                              .j_begin = (size_t)from.low,
                              .j_end = (size_t)from.high + 1,
                              .top = 1 };
    return true;
}

/* ---- choosing ---- */

/* Sets *found to the cheapest cell of cut i, in frames of the clips, by a search of the cells of
 * `query`, whose a, b and found are ignored. Prepares the frames of both clips that the cells need
 * for the call: theirs and, for velocities, the one before or after, if there is one. Fails with
 * DBT_E_TIME, in the new clip's file, if all cells are barred, or as dbt_searched_init and
 * dbt_check_searched do; *found is then undefined. */
static bool search(best_cut_chooser *c, int i, dbt_cut_query query, dbt_cut_cell *found,
                   dbt_error *err)
{
    const dbt_clip *clips[] = { c->spec->segments[i - 1].clip, c->spec->segments[i].clip };
    const size_t n = clips[0] == clips[1] ? 1 : 2, n_b = c->timeline.clips[i].track->n_frames;
    const dbt_clip_source source = dbt_clips_in_memory(clips);
    dbt_frame_run frames[2] = { { query.i_begin > 0 ? query.i_begin - 1 : 0, query.i_end },
                                { query.j_begin, dbt_min(query.j_end + 1, n_b) } };
    if (n == 1) /* both ranges are of one clip */
        frames[0] = frames[1] = (dbt_frame_run){ dbt_min(frames[0].begin, frames[1].begin),
                                                 dbt_max(frames[0].end, frames[1].end) };
    const dbt_chosen_clips chosen = { .source = &source, .n = n, .frames = frames };
    dbt_searched searched[2];
    if (!dbt_searched_init(searched, &chosen, &c->view, c->n_threads, NULL, err))
        return false;
    query.a = &searched[0];
    query.b = &searched[n - 1];
    query.found = found;
    query.i_begin -= frames[0].begin; /* counted from the first frame that is prepared */
    query.i_end -= frames[0].begin;
    query.j_begin -= frames[1].begin;
    query.j_end -= frames[1].begin;
    const double n_bytes =
        (double)clips[0]->text.size + (n == 1 ? 0.0 : (double)clips[1]->text.size);
    bool ok = dbt_check_searched(dbt_cut_n_cells(&query), n_bytes, clips[0]->file, err);
    if (ok) {
        dbt_cut_search(&query, 1, c->n_threads, NULL, NULL);
        ok = query.n_found > 0 || fail_none(c, i, err);
    }
    if (ok) {
        found->i += frames[0].begin;
        found->j += frames[1].begin;
    }
    for (size_t s = 0; s < n; s++)
        dbt_searched_release(&searched[s]);
    return ok;
}

static void name_clip(dbt_buffer *name, const dbt_clip *clip)
{
    dbt_buffer_format(name, "\n%zu %d ", clip->n_frames, clip->skeleton.n_channels);
    dbt_buffer_exact(name, clip->frame_time);
    dbt_buffer_format(name, " %s", dbt_clip_key(clip));
}

/* Appends a key for the memo, a text of everything that the result of cut i depends on. Clips are
 * named by dbt_clip_key, length, number of channels and frame time. */
static void name_query(const best_cut_chooser *c, int i, const dbt_cut_query *q, dbt_buffer *name)
{
    dbt_buffer_format(name, "best %zu %zu %zu %zu %d %d %d ", q->i_begin, q->i_end, q->j_begin,
                      q->j_end, c->view.motion_root, c->view.up, (int)c->view.interpolation);
    dbt_buffer_exact(name, c->view.velocity_weight);
    dbt_buffer_text(name, " ");
    dbt_buffer_exact(name, c->view.frame_time);
    for (int j = 0; c->view.weights && j < c->view.skeleton->n_joints; j++) {
        dbt_buffer_text(name, " ");
        dbt_buffer_exact(name, c->view.weights[j]);
    }
    name_clip(name, c->spec->segments[0].clip);
    name_clip(name, c->spec->segments[i - 1].clip);
    name_clip(name, c->spec->segments[i].clip);
}

static dbt_time time_of(double frame)
{
    return (dbt_time){ .value = frame, .unit = DBT_TIME_FRAMES };
}

static bool is_wanted(const dbt_segment *segment)
{
    return segment->choose_at.wanted || segment->choose_from.wanted;
}

/* Sets c->cut, c->plays and c->from to those of cut i, whose times are set in its segment. They
 * must be those of the cut before. */
static void pass_cut(best_cut_chooser *c, int i)
{
    const dbt_segment *segment = &c->spec->segments[i];
    const double n_a = (double)c->timeline.clips[i - 1].track->n_frames;
    const double n_b = (double)c->timeline.clips[i].track->n_frames;
    const double dt = c->view.frame_time;
    c->cut = dbt_time_frame(segment->at, dt, c->plays + n_a - 1.0 - c->from);
    c->plays = c->cut + gap_frames(c, i);
    c->from = dbt_time_frame(segment->from, dt, n_b - 1.0);
}

/* Sets the times `at` and `from` of cut i that are wanted, in frames, to those of the cheapest cell
 * of `query`, from the memo if it is there. Else searches, sets c->searched to true, also on
 * failure, and stores the result in the memo, if there is one. Other times and the choices stay.
 * Fails as search does, and then sets none; the memo gets NULL, so that a later call searches
 * again. */
static bool choose_times(best_cut_chooser *c, int i, const dbt_cut_query *query, dbt_error *err)
{
    dbt_memo *memo = c->spec->memo;
    dbt_segment *segment = &c->spec->segments[i];
    dbt_buffer name = { 0 };
    dbt_cut_cell found;
    if (memo)
        name_query(c, i, query, &name);
    bool ok = true;
    if (!dbt_memo_get(memo, name.bytes, &found, sizeof found)) {
        c->searched = true;
        ok = search(c, i, *query, &found, err);
        dbt_memo_put(memo, name.bytes, ok ? &found : NULL, sizeof found);
    }
    dbt_buffer_release(&name);
    if (ok && segment->choose_at.wanted)
        segment->at = time_of((double)found.i + c->plays - c->from);
    if (ok && segment->choose_from.wanted)
        segment->from = time_of((double)found.j);
    return ok;
}

bool dbt_choose_cuts(dbt_sequence_spec *spec, const dbt_best_cut_spec *choice, int n_threads,
                     bool *searched, dbt_error *err)
{
    best_cut_chooser c = { .spec = spec, .n_threads = n_threads };
    const dbt_sequence_spec *s = spec;
    const dbt_timeline *t = &c.timeline;
    double *weights = NULL;
    bool wants = false;
    for (int i = 1; i < s->n_segments; i++)
        wants = wants || is_wanted(&s->segments[i]);
    *searched = false;
    if (!wants)
        return true;
    bool ok = dbt_timeline_init(&c.timeline, s, err) &&
              dbt_chain_init(&c.chain, t->tracks, t->n_tracks, s->root, err);
    if (ok) {
        c.view = (dbt_view){ .skeleton = t->skeleton,
                             .motion_root = c.chain.motion_root,
                             .up = s->up,
                             .frame_time = t->frame_time,
                             .interpolation = s->interpolation,
                             .velocity_weight = choice->velocity_weight };
        c.play = dbt_time_frame(choice->play, t->frame_time, 0.0);
        c.from = dbt_time_frame(s->segments[0].from, t->frame_time,
                                (double)t->clips[0].track->n_frames - 1.0);
        ok = dbt_cut_weights(choice, t->skeleton, &weights, err);
        c.view.weights = weights;
        ok = ok && dbt_view_reference(&c.view, s->segments[0].clip, err);
    }
    for (int i = 1; ok && i < s->n_segments; i++) {
        dbt_cut_query query = { .top = 1 };
        ok = !is_wanted(&s->segments[i]) ||
             (find_cells(&c, i, &query, err) && choose_times(&c, i, &query, err));
        if (ok)
            pass_cut(&c, i);
    }
    dbt_timeline_release(&c.timeline);
    dbt_free(weights);
    *searched = c.searched;
    return ok;
}
