#include "cli/suggest_parts.h"

#include "base/hash.h"
#include "base/json_write.h"
#include "base/mem.h"
#include "base/version.h"
#include "bvh/bvh.h"
#include "cli/suggestions.h"
#include "host/input.h"
#include "run/clip_record.h"

#include <limits.h>
#include <string.h>

/* A part: these words, what all parts have in common behind its size, the number of the shard, its
 * cuts, and the hash of all this. */
static const char magic[] = "dbtool suggest part 1\n";
enum { MAGIC = sizeof magic - 1, HASH = 8, CUT = 56 };

/* ---- writing ---- */

static void add(dbt_buffer *out, uint64_t number)
{
    dbt_record_add_number(out, number, 8);
}

static void add_text(dbt_buffer *out, const char *text, size_t n)
{
    add(out, n);
    dbt_buffer_add(out, text, n);
}

static void add_time(dbt_buffer *out, dbt_time time)
{
    dbt_record_add_double(out, time.value);
    add(out, (uint64_t)time.unit);
    add(out, time.from_end);
}

static void add_range(dbt_buffer *out, const dbt_time_range *range)
{
    add(out, range != NULL);
    if (range) {
        add_time(out, range->low);
        add_time(out, range->high);
    }
}

/* The settings as a plan with one job, which a merge reads. */
static void add_plan(dbt_buffer *out, const dbt_job *job)
{
    dbt_buffer plan = { 0 };
    dbt_json_out json = { .out = &plan, .keeps_bytes = true };
    cli_plan_begin(&json, job);
    dbt_json_begin_line(&json, 2, NULL, '{');
    dbt_json_add_text(&json, "name", "part");
    dbt_json_begin(&json, "cuts", '[');
    for (int clip = 0; clip < 2; clip++) {
        dbt_json_begin(&json, NULL, '{');
        dbt_json_add_text(&json, "clip", "clip.bvh");
        if (clip > 0)
            cli_plan_add_frame(&json, "at", 1);
        dbt_json_end(&json, '}');
    }
    dbt_json_end(&json, ']');
    dbt_json_end(&json, '}');
    cli_plan_end(&json);
    add_text(out, plan.bytes ? plan.bytes : "", plan.size);
    dbt_buffer_release(&plan);
}

/* What decides about the cuts, beside the clips. */
static void add_spec(dbt_buffer *out, const dbt_suggest_spec *spec, int n_weights)
{
    add_text(out, spec->root ? spec->root : "", spec->root ? strlen(spec->root) : 0);
    add(out, (uint64_t)spec->up);
    add(out, (uint64_t)spec->interpolation);
    dbt_record_add_double(out, spec->frame_time);
    dbt_record_add_double(out, spec->velocity_weight);
    for (int j = 0; spec->weights && j < n_weights; j++)
        dbt_record_add_double(out, spec->weights[j]);
    add_time(out, spec->play);
    add_time(out, spec->apart);
    add_range(out, spec->at);
    add_range(out, spec->from);
    add(out, spec->top);
}

void cli_part_write(const dbt_clip_list *clips, const dbt_library_wish *wish,
                    const dbt_suggest_spec *spec, const dbt_library_cuts *cuts, dbt_buffer *out)
{
    dbt_buffer common = { 0 }, settings = { 0 };
    dbt_buffer_text(&common, DBT_VERSION "\n");
    add(&common, spec->n_shards);
    add(&common, wish->n);
    add(&common, wish->of_each);
    add(&common, wish->per_pair);
    add_plan(&common, clips->job);
    add(&common, clips->n);
    for (size_t clip = 0; clip < clips->n; clip++) {
        add_text(&common, clips->paths[clip], strlen(clips->paths[clip]));
        add(&common, clips->hashes[clip]);
    }
    add_spec(&settings, spec, clips->held.clips[0]->skeleton.n_joints);
    add(&common, dbt_digest_of(settings.bytes, settings.size));
    dbt_buffer_text(out, magic);
    add_text(out, common.bytes ? common.bytes : "", common.size);
    add(out, spec->shard + 1);
    add(out, cuts->n);
    for (size_t i = 0; i < cuts->n; i++) {
        const dbt_library_cut *c = &cuts->list[i];
        dbt_record_add_number(out, c->a, 4);
        dbt_record_add_number(out, c->b, 4);
        add(out, c->cell.i);
        add(out, c->cell.j);
        dbt_record_add_double(out, c->frame_time);
        dbt_record_add_double(out, c->cell.cost.cost);
        dbt_record_add_double(out, c->cell.cost.pose);
        dbt_record_add_double(out, c->cell.cost.velocity);
    }
    dbt_buffer_release(&settings);
    dbt_buffer_release(&common);
    add(out, dbt_digest_of(out->bytes, out->size));
}

/* ---- reading ---- */

/* A cost, which may be infinite, but not below 0. */
static double take_cost(dbt_record_source *s)
{
    const double value = dbt_record_value(dbt_record_take_number(s, 8));
    s->failed = s->failed || !(value >= 0.0);
    return value;
}

static dbt_span take_text(dbt_record_source *s)
{
    const uint64_t n = dbt_record_take_number(s, 8);
    const char *begin = dbt_record_take(s, n);
    return (dbt_span){ begin, begin ? begin + n : NULL };
}

typedef struct merge {
    cli_merged *out;
    dbt_input first; /* the first part; its bytes hold `common` */
    dbt_span common;
    uint64_t n_shards;
    bool *seen; /* [n_shards] */
    dbt_library_wish wish;
    const char *file; /* the part that is being read */
} merge;

static bool fail_damaged(const merge *m, dbt_error *err)
{
    (void)dbt_fail_at(err, DBT_E_FORMAT, m->file, 0, 0,
                      "damaged, or no part of a list of cuts, as --shard writes them");
    return false; /* written out for analysers that see one file at a time */
}

static bool fail_merge(const merge *m, const char *why, dbt_error *err)
{
    (void)dbt_fail_at(err, DBT_E_PARAM, m->file, 0, 0, "%s", why);
    return false;
}

/* Reads what all parts have in common. n_files: how many parts there are. */
static bool read_common(merge *m, size_t n_files, dbt_error *err)
{
    dbt_record_source s = { .at = m->common.begin, .end = m->common.end };
    const dbt_span version = { dbt_record_take(&s, sizeof DBT_VERSION), s.at };
    if (s.failed || memcmp(version.begin, DBT_VERSION "\n", sizeof DBT_VERSION) != 0)
        return fail_merge(m, "another version of dbtool made this part", err);
    m->n_shards = dbt_record_take_number(&s, 8);
    m->wish = (dbt_library_wish){ .n = (size_t)dbt_record_take_number(&s, 8),
                                  .of_each = dbt_record_take_number(&s, 8) != 0,
                                  .per_pair = (size_t)dbt_record_take_number(&s, 8) };
    const dbt_span plan = take_text(&s);
    const uint64_t n_clips = dbt_record_take_number(&s, 8);
    for (uint64_t clip = 0; !s.failed && clip < n_clips; clip++) {
        const dbt_span path = take_text(&s);
        const size_t n = (size_t)(path.end - path.begin);
        (void)dbt_record_take_number(&s, 8);
        s.failed = s.failed || n == 0 || n >= PATH_MAX || memchr(path.begin, '\0', n);
        if (!s.failed)
            arrput(m->out->paths, dbt_texts_add(&m->out->strings, path.begin, n));
    }
    (void)dbt_record_take_number(&s, 8);
    if (s.failed || s.at != s.end || m->n_shards == 0 || m->wish.n == 0 || m->wish.per_pair == 0)
        return fail_damaged(m, err);
    if (m->n_shards != n_files) {
        (void)dbt_fail_at(err, DBT_E_PARAM, m->file, 0, 0,
                          "a part of %llu, expected all of them, each once; found %zu",
                          (unsigned long long)m->n_shards, n_files);
        return false;
    }
    m->seen = dbt_alloc_array(n_files, sizeof *m->seen);
    if (!m->seen)
        return dbt_fail_memory(err);
    const dbt_plan_options options = { .max_jobs = 1 };
    return (dbt_plan_read(&m->out->plan, plan.begin, (size_t)(plan.end - plan.begin), m->file,
                          &options) &&
            arrlen(m->out->plan.jobs) == 1) ||
           fail_damaged(m, err);
}

/* Whether a clip can have these frames at this rate. n: the cut's number in its part. */
static bool check_frames(const merge *m, uint64_t n, const dbt_library_cut *c, dbt_error *err)
{
    const size_t frame = c->cell.i > c->cell.j ? c->cell.i : c->cell.j;
    bool ok = true;
    if (!(c->frame_time >= DBT_MIN_FRAME_TIME && c->frame_time <= DBT_MAX_FRAME_TIME))
        ok = dbt_fail_at(err, DBT_E_FORMAT, m->file, 0, 0,
                         "cut %llu: expected a frame time of %g to %g s, found %g",
                         (unsigned long long)n, DBT_MIN_FRAME_TIME, DBT_MAX_FRAME_TIME,
                         c->frame_time);
    else if (frame >= UINT32_MAX)
        ok = dbt_fail_at(err, DBT_E_FORMAT, m->file, 0, 0,
                         "cut %llu: expected frames below %lu, found %llu", (unsigned long long)n,
                         (unsigned long)UINT32_MAX, (unsigned long long)frame);
    return ok;
}

static bool read_cuts(merge *m, dbt_record_source *s, uint64_t number, dbt_error *err)
{
    dbt_library_cuts *cuts = &m->out->cuts;
    const uint64_t n = dbt_record_take_number(s, 8), n_clips = (uint64_t)arrlen(m->out->paths);
    if (s->failed || n != (uint64_t)(s->end - s->at) / CUT || (s->end - s->at) % CUT != 0)
        return fail_damaged(m, err);
    dbt_library_cut *list = dbt_resize_array(cuts->list, cuts->n + (size_t)n + 1, sizeof *list);
    if (!list)
        return dbt_fail_memory(err);
    cuts->list = list;
    for (uint64_t k = 0; k < n; k++) {
        dbt_library_cut c = { .a = (size_t)dbt_record_take_number(s, 4),
                              .b = (size_t)dbt_record_take_number(s, 4) };
        c.cell.i = (size_t)dbt_record_take_number(s, 8);
        c.cell.j = (size_t)dbt_record_take_number(s, 8);
        c.frame_time = dbt_record_value(dbt_record_take_number(s, 8));
        c.cell.cost.cost = take_cost(s);
        c.cell.cost.pose = take_cost(s);
        c.cell.cost.velocity = take_cost(s);
        if (s->failed || c.a >= n_clips || c.b >= n_clips || c.a == c.b ||
            c.a % m->n_shards != number - 1)
            return fail_damaged(m, err);
        if (!check_frames(m, k + 1, &c, err))
            return false;
        list[cuts->n++] = c;
    }
    return true;
}

/* Takes the cuts of a part. */
static bool read_part(merge *m, const dbt_input *input, size_t n_files, dbt_error *err)
{
    dbt_record_source s = { .at = input->bytes, .end = input->bytes + input->size };
    const bool is_part = input->size >= MAGIC + HASH && memcmp(s.at, magic, MAGIC) == 0;
    if (!is_part ||
        dbt_record_number(s.end - HASH, HASH) != dbt_digest_of(input->bytes, input->size - HASH))
        return fail_damaged(m, err);
    s.at += MAGIC;
    s.end -= HASH;
    const dbt_span common = take_text(&s);
    const size_t n = (size_t)(common.end - common.begin);
    if (s.failed)
        return fail_damaged(m, err);
    if (!m->seen) { /* the first part */
        m->common = common;
        if (!read_common(m, n_files, err))
            return false;
    } else if (n != (size_t)(m->common.end - m->common.begin) ||
               memcmp(common.begin, m->common.begin, n) != 0) {
        return fail_merge(m,
                          "made with other clips, settings or shards than the first part that "
                          "was named",
                          err);
    }
    const uint64_t number = dbt_record_take_number(&s, 8);
    if (s.failed || number == 0 || number > m->n_shards)
        return fail_damaged(m, err);
    if (m->seen[number - 1])
        return fail_merge(m, "a part that was given already", err);
    m->seen[number - 1] = true;
    return read_cuts(m, &s, number, err);
}

bool cli_parts_merge(const char *const *files, size_t n_files, cli_merged *merged, dbt_error *err)
{
    merge m = { .out = merged };
    bool ok = true;
    *merged = (cli_merged){ .paths = NULL };
    for (size_t k = 0; ok && k < n_files; k++) {
        dbt_input input;
        m.file = files[k];
        ok = dbt_input_read(files[k], &input, err) && read_part(&m, &input, n_files, err) &&
             dbt_input_check(&input, err);
        if (k == 0)
            m.first = input;
        else
            dbt_input_release(&input);
    }
    if (ok)
        dbt_library_choose(&merged->cuts, &m.wish);
    dbt_input_release(&m.first);
    dbt_free(m.seen);
    return ok;
}

void cli_merged_release(cli_merged *merged)
{
    dbt_plan_release(&merged->plan);
    dbt_free(merged->cuts.list);
    arrfree(merged->paths);
    dbt_texts_release(&merged->strings);
}
