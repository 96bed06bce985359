#include "motion/glitch.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/text.h"
#include "motion/pops.h"

#include <math.h>

/* Runs shorter than 1/SHORT_RUN of the longest are dropped. */
enum { SHORT_RUN = 10 };

/* Returns a pop as a glitch. A jump into frame k causes pops at frames k and k + 1. A jump into
 * frame 1 causes a pop at frame 2 only, as frame 1 has no pop. So a run of pops at frames `first`
 * to `last` has bad frames `first` to last - 2; a single pop after frame 2 has none. */
static dbt_glitch glitch_of(const dbt_pop *pop)
{
    const bool at_start = pop->first == 2;
    return (dbt_glitch){ .frame = pop->frame,
                         .begin = pop->first - at_start,
                         .end = pop->last > pop->first || at_start ? pop->last - 1 : pop->last,
                         .pop = pop->pop };
}

/* Sets g->runs, which the caller frees, to the runs of frames before, between and after the
 * glitches, without those shorter than 1/SHORT_RUN of the longest. g->n_runs must be 0. */
static void list_runs(dbt_glitches *g, size_t n_frames)
{
    size_t longest = 0;
    g->runs = dbt_alloc_array(g->n + 1, sizeof *g->runs);
    for (size_t i = 0; i <= g->n; i++) {
        const size_t begin = i > 0 ? g->list[i - 1].end : 0;
        const size_t end = i < g->n ? g->list[i].begin : n_frames;
        g->runs[i] = (dbt_frame_run){ begin, end };
        longest = dbt_max(longest, end - begin);
    }
    for (size_t i = 0; i <= g->n; i++)
        if (SHORT_RUN * (g->runs[i].end - g->runs[i].begin) >= longest)
            g->runs[g->n_runs++] = g->runs[i];
}

void dbt_glitches_find(dbt_clip *clip, double limit)
{
    dbt_glitches *g = &clip->glitches;
    dbt_jumps jumps;
    if (isinf(limit) || !dbt_clip_may_pop(clip, limit))
        return;
    dbt_jumps_init(&jumps, clip, 1);
    clip->pops = dbt_pops_find(&jumps, DBT_POP_LIMIT);
    dbt_jumps_release(&jumps);
    g->list = dbt_alloc_array(arrlenu(clip->pops), sizeof *g->list);
    for (ptrdiff_t i = 0; i < arrlen(clip->pops); i++)
        if (clip->pops[i].pop > DBT_POP_GLITCH)
            g->list[g->n++] = glitch_of(&clip->pops[i]);
    if (g->n > 0)
        list_runs(g, clip->n_frames);
}

void dbt_glitches_line(const dbt_clip *clip, dbt_buffer *out)
{
    const dbt_glitches *g = &clip->glitches;
    size_t begin = 0, n = 0;
    dbt_buffer_text(out, "dbtool: ");
    dbt_buffer_name(out, clip->file);
    dbt_buffer_format(out, ": glitch at frame %zu, pop %.3g", g->list[0].frame, g->list[0].pop);
    if (g->n > 1)
        dbt_buffer_format(out, " (and %zu more)", g->n - 1);
    dbt_buffer_text(out, ": what is learned from the clip leaves out ");
    for (size_t r = 0; r <= g->n_runs; r++) {
        const size_t end = r < g->n_runs ? g->runs[r].begin : clip->n_frames;
        if (begin < end) /* these frames are in no run */
            dbt_buffer_format(out, end - begin == 1 ? "%sframe %zu" : "%sframes %zu to %zu",
                              n > 0 ? ", " : "", begin, end - 1);
        n += end - begin;
        begin = r < g->n_runs ? g->runs[r].end : end;
    }
    dbt_buffer_text(out, n > 0 ? "" : g->n > 1 ? "these jumps" : "this jump");
}
