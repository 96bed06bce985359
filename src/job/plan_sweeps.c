/* Sweeps: lists and patterns that expand one job into several. */
#include "base/hash_table.h"
#include "base/mem.h"
#include "base/rng.h"
#include "host/matching_files.h"
#include "job/plan_reader.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- finding sweeps ---- */

/* Returns whether a key is the time of a cut. */
static bool is_time_of_cut(const char *key)
{
    const dbt_setting *setting = dbt_setting_find(key, DBT_OF_CUT);
    return setting && setting->kind == DBT_KIND_CUT;
}

const sweep *dbt_plan_find_sweep(const plan_reader *r, const char *key, int cut)
{
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++)
        if (strcmp(r->sweeps[i].key, key) == 0 && r->sweeps[i].cut == cut)
            return &r->sweeps[i];
    return NULL;
}

const dbt_json *dbt_plan_cuts(const plan_reader *r)
{
    const dbt_json *cuts = dbt_json_is_array(r->job) ? r->job : dbt_json_member(r->job, "cuts");
    return dbt_json_is_array(cuts) ? cuts : NULL;
}

const dbt_json *dbt_plan_pairs(const plan_reader *r)
{
    return dbt_json_member(r->job, "pairs");
}

/* ---- clips ---- */

/* Appends a path to *clips, unless it is in `seen`. */
static void add_path(const char *path, dbt_names *seen, const char ***clips)
{
    if (dbt_names_get(seen, path))
        return;
    dbt_names_put(seen, path, path);
    arrput(*clips, path);
}

/* Appends the paths that a text names, a path or a pattern, to the stb_ds list *clips, except those
 * in `seen`, and adds them to `seen`. The document or the plan owns the paths. Fails at a node that
 * is no text or empty, and at a pattern without a match; a path need not exist. */
static bool add_paths(plan_reader *r, const dbt_json *node, dbt_names *seen, const char ***clips)
{
    const char *text = dbt_json_string(node);
    char ***files = &r->plan->strings;
    const ptrdiff_t n_before = arrlen(*files);
    dbt_error err;
    if (!text || !*text)
        return dbt_plan_fail_type(r, node, "a file's name, or a list of them");
    if (!dbt_is_pattern(r->options->folder, text)) {
        add_path(text, seen, clips);
        return true;
    }
    if (!dbt_find_matching(r->options->folder, text, files, &r->plan->warnings, &err))
        return dbt_plan_fail(r, node, "%s", err.msg);
    for (ptrdiff_t i = n_before; i < arrlen(*files); i++)
        add_path((*files)[i], seen, clips);
    return arrlen(*files) > n_before || dbt_plan_fail(r, node, "no file matches '%.200s'", text);
}

/* Appends the paths that a node names, each once, to the stb_ds list *clips; the caller frees it,
 * also on failure. Fails if there are none, or as add_paths does. */
static bool list_clips(plan_reader *r, const dbt_json *node, const char ***clips)
{
    dbt_names seen = { .list = NULL };
    bool ok = true;
    for (const dbt_json *m = dbt_plan_first_value(node); m && !dbt_plan_is_over(r);
         m = dbt_plan_next_value(node, m))
        ok = add_paths(r, m, &seen, clips) && ok;
    dbt_names_release(&seen);
    return ok && (arrlen(*clips) > 0 || dbt_plan_fail(r, node, "expected at least one clip"));
}

/* Adds a sweep over the clips of a cut (0: of the job or the defaults), if `node` is a list or a
 * pattern and the job has no pairs; else adds none. Fails if the clips cannot be listed or are
 * none; the sweep is then added, too. */
static bool sweep_clips(plan_reader *r, const dbt_json *node, int cut)
{
    const char *text = dbt_json_string(node);
    const bool swept = text ? dbt_is_pattern(r->options->folder, text) : dbt_json_is_array(node);
    if (!swept || dbt_plan_pairs(r)) /* with pairs, read_clip reports an error */
        return true;
    sweep s = { .key = "clip", .cut = cut, .list = node };
    const bool ok = list_clips(r, node, &s.clips);
    s.n = (size_t)arrlen(s.clips);
    arrput(r->sweeps, s);
    return ok;
}

/* ---- pairs ---- */

const char *dbt_plan_swept_clip(const plan_reader *r, int cut)
{
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++) {
        const sweep *s = &r->sweeps[i];
        if (s->pairs && cut <= 2) {
            const size_t n = (size_t)arrlen(s->clips);
            const size_t number = s->chosen ? (size_t)s->chosen[s->index] : s->index;
            size_t pair[] = { number, number + 1 }; /* indices of clips */
            if (s->pairs == PAIRS_ALL) {
                pair[0] = number / (n - 1);
                pair[1] = number % (n - 1) + (number % (n - 1) >= pair[0]);
            }
            return s->clips[pair[cut - 1]];
        }
        if (s->clips && !s->pairs && s->cut == cut)
            return s->clips[s->index];
    }
    return NULL;
}

static int by_number(const void *a, const void *b)
{
    const unsigned long long x = *(const unsigned long long *)a;
    const unsigned long long y = *(const unsigned long long *)b;
    return (x > y) - (x < y);
}

/* Returns whether a number is in chosen[]; `table` is a hash index of chosen[]. */
static bool is_chosen(const dbt_table *table, const unsigned long long *chosen, uint64_t number)
{
    size_t at = (uint32_t)number;
    uint32_t item;
    while ((item = dbt_table_next(table, (uint32_t)number, &at)) > 0)
        if (chosen[item - 1] == number)
            return true;
    return false;
}

/* Returns n different numbers from 0 to `below` - 1, ascending. n is at most `below`. All sets are
 * equally likely, and a seed always makes the same set. Floyd's sampling (Bentley, Programming
 * Pearls, 1987). The caller frees them with dbt_free. */
static unsigned long long *sample_sorted(size_t n, uint64_t below, uint64_t seed)
{
    uint64_t rng = seed;
    unsigned long long *chosen = dbt_alloc_array(n, sizeof *chosen);
    size_t n_chosen = 0;
    dbt_table table = { .n = 0 };
    for (uint64_t last = below - n; last < below; last++) {
        const uint64_t number = (uint64_t)(dbt_rng_unit(&rng) * (double)(last + 1));
        const uint64_t next = is_chosen(&table, chosen, number) ? last : number;
        chosen[n_chosen++] = (unsigned long long)next;
        dbt_table_add(&table, (uint32_t)next, (uint32_t)n_chosen);
    }
    dbt_table_release(&table);
    qsort(chosen, n, sizeof *chosen, by_number);
    return chosen;
}

/* Reads 1 to 18 digits at *text and the character `end` after them, and advances *text past both,
 * but not past the text's NUL. On failure *text stays. */
static bool read_whole(const char **text, char end, uint64_t *value)
{
    const size_t n = strspn(*text, "0123456789");
    if (n == 0 || n > 18 || (*text)[n] != end)
        return false;
    *value = strtoull(*text, NULL, 10);
    *text += n + (end != '\0');
    return true;
}

/* Sets pairs, n and chosen of a sweep with at least two clips from the rule in `node`; NULL: all
 * pairs. chosen, owned by the sweep, is only set by random:N:SEED. It stays NULL if N exceeds
 * r->max_jobs, which check_combinations reports. Fails at a bad rule, or if it wants more pairs
 * than there are. */
static bool read_pair_rule(plan_reader *r, const dbt_json *node, sweep *s)
{
    const uint64_t n = (uint64_t)arrlen(s->clips), all = n * (n - 1);
    const char *text = node ? dbt_json_string(node) : "all";
    uint64_t wanted, seed;
    if (!text)
        return dbt_plan_fail_type(r, node, "\"all\", \"chain\" or \"random:N:SEED\"");
    s->pairs = strcmp(text, "chain") == 0 ? PAIRS_CHAIN : PAIRS_ALL;
    s->n = (size_t)(s->pairs == PAIRS_CHAIN ? n - 1 : all);
    if (strcmp(text, "all") == 0 || s->pairs == PAIRS_CHAIN)
        return true;
    const char *rest = text + (strncmp(text, "random:", 7) == 0 ? 7 : 0);
    if (rest == text || !read_whole(&rest, ':', &wanted) || !read_whole(&rest, '\0', &seed) ||
        wanted == 0)
        return dbt_plan_fail(r, node,
                             "expected \"all\", \"chain\" or \"random:N:SEED\", N pairs by chance "
                             "that SEED decides, found '%.60s'",
                             text);
    if (wanted > all)
        return dbt_plan_fail(r, node, "%zu clips make only %zu pairs", (size_t)n, (size_t)all);
    s->n = (size_t)wanted;
    if (s->n <= r->max_jobs) /* otherwise the caller reports too many combinations */
        s->chosen = sample_sorted(s->n, all, seed);
    return true;
}

/* Adds a sweep over the pairs of `node`. Fails at a node that is no object, a bad key or rule, or
 * without two clips; the sweep may then be added, too. */
static bool sweep_pairs(plan_reader *r, const dbt_json *node)
{
    if (!dbt_json_is_object(node))
        return dbt_plan_fail_type(r, node, "pairs: {\"clips\": ..., \"take\": ...}");
    const dbt_json *clips = dbt_json_member(node, "clips");
    if (!dbt_plan_check_keys(r, node, DBT_IN_PAIRS))
        return false;
    if (!clips)
        return dbt_plan_fail(r, node, "expected the key 'clips'");
    sweep s = { .key = "pairs", .list = node };
    bool ok = list_clips(r, clips, &s.clips);
    if (ok && arrlen(s.clips) < 2)
        ok = dbt_plan_fail(r, clips, "expected at least two clips, found one");
    ok = ok && read_pair_rule(r, dbt_json_member(node, "take"), &s);
    arrput(r->sweeps, s);
    return ok;
}

/* ---- all sweeps of a job ---- */

/* Appends the sweeps of an object to r->sweeps; none if it is NULL or no object. cut: from 1, the
 * number of the cut that is the object; 0: it is the job or the defaults. The job overrides a sweep
 * of the defaults if it has that key, or names its method by the other of `method` and `preset`.
 * Fails at an empty list, a key that is swept twice, or clips or pairs that cannot be listed; adds
 * the other sweeps. */
static bool add_sweeps(plan_reader *r, const dbt_json *object, int cut)
{
    const bool of_defaults = object == r->defaults;
    const bool names_method =
        of_defaults && (dbt_json_member(r->job, "method") || dbt_json_member(r->job, "preset"));
    bool ok = true;
    if (!dbt_json_is_object(object))
        return true;
    for (const dbt_json *m = dbt_json_first(object); m; m = dbt_json_next(m)) {
        const char *key = dbt_json_key(m);
        const bool of_method = strcmp(key, "method") == 0 || strcmp(key, "preset") == 0;
        const int of_cut = is_time_of_cut(key) ? cut : 0;
        if (strcmp(key, "clip") == 0)
            ok = sweep_clips(r, m, cut) && ok;
        else if (strcmp(key, "pairs") == 0)
            ok = sweep_pairs(r, m) && ok;
        if (!(of_method || dbt_param_find(key) || is_time_of_cut(key)) || !dbt_json_is_array(m))
            continue;
        if (of_defaults && (dbt_json_member(r->job, key) || (of_method && names_method)))
            continue;
        if (dbt_json_length(m) == 0)
            ok = dbt_plan_fail(r, m, "expected at least one value to sweep over");
        else if (dbt_plan_find_sweep(r, key, of_cut))
            ok = dbt_plan_fail(r, m, "'%s' is swept twice in one job", key);
        else
            arrput(r->sweeps, ((sweep){ .key = key,
                                        .cut = of_cut,
                                        .list = m,
                                        .value = dbt_json_first(m),
                                        .n = dbt_json_length(m) }));
    }
    return ok;
}

bool dbt_plan_begin_sweeps(plan_reader *r, double *combinations)
{
    const dbt_json *cuts = dbt_plan_cuts(r);
    int number = 1;
    dbt_plan_end_sweeps(r);
    bool ok = add_sweeps(r, r->job, 0);
    for (const dbt_json *m = dbt_json_first(cuts); m; m = dbt_json_next(m), number++)
        ok = add_sweeps(r, m, number) && ok;
    ok = add_sweeps(r, r->defaults, 0) && ok;
    *combinations = 1.0;
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++)
        *combinations *= (double)r->sweeps[i].n;
    return ok;
}

void dbt_plan_end_sweeps(plan_reader *r)
{
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++) {
        arrfree(r->sweeps[i].clips);
        dbt_free(r->sweeps[i].chosen);
    }
    arrsetlen(r->sweeps, 0);
}

/* ---- combinations of values ---- */

bool dbt_plan_next_combination(plan_reader *r)
{
    for (ptrdiff_t i = arrlen(r->sweeps) - 1; i >= 0; i--) {
        sweep *s = &r->sweeps[i];
        s->index = s->index + 1 < s->n ? s->index + 1 : 0;
        if (s->value)
            s->value = s->index > 0 ? dbt_json_next(s->value) : dbt_json_first(s->list);
        if (s->index > 0)
            return true;
    }
    return false;
}
