#include "run/scores.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "base/number.h"
#include "measure/seam_score.h"
#include "method/candidates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns a value as printed: rounded to six significant digits, noise (dbt_is_noise) as 0. NAN and
 * infinity stay. */
static double six_digits(double x)
{
    if (dbt_is_noise(x))
        return 0.0;
    if (isinf(x))
        return x;
    char text[DBT_GENERAL_SIZE];
    double rounded = x;
    dbt_number_read(text, dbt_general_write(text, x, 6), &rounded);
    return rounded;
}

bool dbt_check_compared(size_t n, dbt_error *err)
{
    return n <= DBT_MAX_COMPARED ||
           dbt_fail(err, DBT_E_LIMIT, "more than %d methods to compare, which is the limit",
                    DBT_MAX_COMPARED);
}

/* ---- scores ---- */

/* Returns the quantile of sorted[n], interpolated linearly; NAN if n is 0. */
static double quantile(const double *sorted, size_t n, double fraction)
{
    if (n < 2)
        return n == 0 ? NAN : sorted[0];
    const double at = fraction * (double)(n - 1);
    const size_t below = (size_t)at, above = below + 1 < n ? below + 1 : below;
    return sorted[below] + (at - (double)below) * (sorted[above] - sorted[below]);
}

/* Overwrites a method's score, but is_last, from its rows[n]: wins, rank and ties become 0. NAN
 * does not count in quantiles, and is the worst value of all. values: scratch [n]. */
static void score(dbt_score *s, const double *const *rows, size_t n, const dbt_ranking *ranking,
                  double *values)
{
    static const double fractions[DBT_N_QUANTILES] = { [DBT_MEDIAN] = 0.5, [DBT_P90] = 0.9 };
    const dbt_metric worst_by = ranking->by_rule ? DBT_SEAM_RATIO : ranking->metric;
    double worst = -INFINITY;
    *s = (dbt_score){ .is_last = s->is_last };
    for (int metric = 0; metric < DBT_N_METRICS; metric++) {
        size_t n_values = 0;
        for (size_t i = 0; i < n; i++)
            if (!isnan(rows[i][metric]))
                values[n_values++] = rows[i][metric];
        qsort(values, n_values, sizeof *values, dbt_compare_doubles);
        for (int q = 0; q < DBT_N_QUANTILES; q++)
            s->quantiles[q][metric] = quantile(values, n_values, fractions[q]);
    }
    for (size_t i = 0; i < n; i++) {
        s->n_seamless += dbt_seam_score_of(rows[i], ranking->smooth).level == 0;
        const double value = isnan(rows[i][worst_by]) ? INFINITY : rows[i][worst_by];
        if (value > worst) {
            worst = value;
            s->worst = i;
        }
    }
}

/* Returns less than 0 if a is better, 0 for a tie. */
static int compare_rows(const double *a, const double *b, const dbt_ranking *ranking)
{
    const dbt_seam_score left = dbt_seam_score_of(a, ranking->smooth);
    const dbt_seam_score right = dbt_seam_score_of(b, ranking->smooth);
    return ranking->by_rule ? dbt_seam_score_compare(&left, &right)
                            : dbt_judged_compare(a[ranking->metric], b[ranking->metric]);
}

/* Counts a win, in scores[n].n_wins, for every method with the best row at one cut. */
static void count_wins(dbt_score *scores, size_t n, const double *const *rows, size_t n_cuts,
                       size_t cut, const dbt_ranking *ranking)
{
    const double *best = rows[cut];
    for (size_t m = 1; m < n; m++)
        if (compare_rows(rows[m * n_cuts + cut], best, ranking) < 0)
            best = rows[m * n_cuts + cut];
    for (size_t m = 0; m < n; m++)
        scores[m].n_wins += compare_rows(rows[m * n_cuts + cut], best, ranking) == 0;
}

/* The sort key of a method. Unused criteria are 0 in all keys. */
typedef struct rank_key {
    bool is_last;
    size_t n_seamless;
    dbt_seam_score medians; /* then the rank, with the rule */
    double value;           /* or with a metric; smaller is better */
    double target_error;    /* order within ties */
    size_t index;
} rank_key;

/* Returns the key by which a method is ranked. index: the method's, breaks ties. */
static rank_key key_of(const dbt_score *score, const dbt_ranking *ranking, size_t index)
{
    const double *median = score->quantiles[DBT_MEDIAN];
    rank_key key = { .is_last = score->is_last, .index = index };
    if (ranking->by_rule) {
        key.n_seamless = score->n_seamless;
        key.medians = dbt_seam_score_of(median, ranking->smooth);
    } else {
        key.value = median[ranking->metric];
        key.target_error = median[DBT_TARGET_ERROR_RMS];
    }
    return key;
}

/* Returns less than 0 if a ranks first, more than 0 if b does, 0 for a tie: target_error and index
 * do not count. */
static int compare_ranks(const rank_key *a, const rank_key *b)
{
    if (a->is_last != b->is_last)
        return a->is_last ? 1 : -1;
    if (a->n_seamless != b->n_seamless)
        return a->n_seamless > b->n_seamless ? -1 : 1;
    const int order = dbt_seam_score_compare(&a->medians, &b->medians);
    return order ? order : dbt_judged_compare(a->value, b->value);
}

static int compare_keys(const void *left, const void *right)
{
    const rank_key *a = left, *b = right;
    int order = compare_ranks(a, b);
    if (order == 0)
        order = dbt_judged_compare(a->target_error, b->target_error);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

void dbt_rank(dbt_score *scores, size_t n, const double *const *rows, size_t n_cuts,
              const dbt_ranking *ranking, size_t *order)
{
    rank_key *keys = dbt_alloc_array(n + 1, sizeof *keys);
    double *values = dbt_alloc_array(n_cuts, sizeof *values);
    for (size_t m = 0; m < n; m++) {
        score(&scores[m], rows + m * n_cuts, n_cuts, ranking, values);
        keys[m] = key_of(&scores[m], ranking, m);
    }
    for (size_t cut = 0; cut < n_cuts; cut++)
        count_wins(scores, n, rows, n_cuts, cut, ranking);
    qsort(keys, n, sizeof *keys, compare_keys);
    for (size_t i = 0, rank = 0; i < n; i++) {
        dbt_score *s = &scores[keys[i].index];
        s->ties = i > 0 && compare_ranks(&keys[i - 1], &keys[i]) == 0;
        s->rank = rank = s->ties ? rank : i + 1;
        if (s->ties)
            scores[keys[i - 1].index].ties = true;
        if (order)
            order[i] = keys[i].index;
    }
    dbt_free(keys);
    dbt_free(values);
}

void dbt_find_min(const dbt_score *scores, size_t n, dbt_score_minima *min)
{
    for (int q = 0; q < DBT_N_QUANTILES; q++)
        for (int metric = 0; metric < DBT_N_METRICS; metric++) {
            double *value = &min->of[q][metric];
            *value = INFINITY;
            for (size_t i = 0; i < n; i++)
                *value = fmin(*value, six_digits(scores[i].quantiles[q][metric]));
        }
}

bool dbt_is_best(const dbt_score *score, const dbt_score_minima *min, int metric, dbt_quantile of)
{
    return dbt_metric_infos[metric].judged &&
           six_digits(score->quantiles[of][metric]) <= min->of[of][metric];
}

bool dbt_slides_more(int metric, double value, double min)
{
    static const double more = 5.0; /* units */
    return metric == DBT_SKATE && value > min + more;
}

/* ---- filling ---- */

static char *copy_text(dbt_scores *scores, const char *text)
{
    const size_t size = strlen(text) + 1;
    return memcpy(dbt_arena_array(&scores->memory, size, 1), text, size);
}

size_t dbt_scores_add_cut(dbt_scores *scores, const char *sequence, int cut, double at)
{
    arrput(scores->cuts,
           ((dbt_scored_cut){ .sequence = copy_text(scores, sequence), .cut = cut, .at = at }));
    return (size_t)arrlen(scores->cuts) - 1;
}

size_t dbt_scores_method(dbt_scores *scores, const char *label, const dbt_tuning *tuning)
{
    dbt_buffer key = { 0 };
    dbt_buffer_text(&key, label ? "" : "\n"); /* no label begins with \n */
    if (label)
        dbt_buffer_text(&key, label);
    else
        dbt_tuning_text(tuning, &key);
    size_t *index = dbt_names_item(&scores->method_names, key.bytes, sizeof *index);
    dbt_buffer_release(&key);
    if (*index == 0) {
        dbt_scored_method method = { .label = label ? copy_text(scores, label) : NULL,
                                     .number = (size_t)arrlen(scores->methods) };
        if (!label) {
            method.tuning = *tuning;
            method.preset = dbt_preset_of(tuning);
        }
        arrput(scores->methods, method);
        *index = (size_t)arrlen(scores->methods); /* from 1; 0: a new name */
    }
    return *index - 1;
}

static const double *row_of(const dbt_scored_cut *cut, size_t method)
{
    return method < (size_t)arrlen(cut->rows) ? cut->rows[method] : NULL;
}

bool dbt_scores_has(const dbt_scores *scores, size_t cut, size_t method)
{
    return row_of(&scores->cuts[cut], method) != NULL;
}

static void set_row(dbt_scored_cut *cut, size_t method, const double *row)
{
    while ((size_t)arrlen(cut->rows) <= method)
        arrput(cut->rows, NULL);
    cut->rows[method] = row;
}

void dbt_scores_add(dbt_scores *scores, size_t cut, size_t method, const double row[DBT_N_METRICS])
{
    if (dbt_scores_has(scores, cut, method))
        return;
    double *copy = dbt_arena_array(&scores->memory, DBT_N_METRICS, sizeof *copy);
    memcpy(copy, row, DBT_N_METRICS * sizeof *copy);
    set_row(&scores->cuts[cut], method, copy);
    scores->cuts[cut].n++;
    scores->methods[method].n_cuts++;
}

void dbt_scores_add_trial(dbt_scores *scores, const char *sequence, const dbt_trial *trial)
{
    for (int number = 1; number <= trial->n_cuts; number++) {
        const double at = (double)trial->cut_frames[number - 1] * trial->frame_time;
        const size_t cut = dbt_scores_add_cut(scores, sequence, number, at);
        for (ptrdiff_t i = 0; i < arrlen(trial->candidates); i++) {
            const dbt_candidate *m = &trial->candidates[i];
            const size_t method =
                dbt_scores_method(scores, m->label, &m->job->sequence.segments[number].tuning);
            dbt_scores_add(scores, cut, method, dbt_trial_row(trial, i, number));
            if (m->misses && m->misses[number - 1])
                scores->methods[method].score.is_last = true;
        }
    }
}

void dbt_scores_release(dbt_scores *scores)
{
    arrfree(scores->methods);
    arrfree(scores->left_out);
    for (ptrdiff_t i = 0; i < arrlen(scores->cuts); i++)
        arrfree(scores->cuts[i].rows);
    arrfree(scores->cuts);
    dbt_arena_release(&scores->memory);
    dbt_names_release_values(&scores->method_names);
    *scores = (dbt_scores){ .methods = NULL };
}

/* ---- names ---- */

/* Returns the bits of the parameters in which a tuning differs from those of unnamed methods with
 * the same dbt_method. Methods that are presets are not compared. */
static uint32_t differences(const dbt_scores *s, const dbt_tuning *tuning)
{
    uint32_t bits = 0;
    for (ptrdiff_t i = 0; i < arrlen(s->methods); i++) {
        const dbt_scored_method *other = &s->methods[i];
        if (!other->tuning.method || other->tuning.method != tuning->method || other->preset)
            continue;
        for (int p = 0; p < tuning->method->n_params; p++)
            bits |= (uint32_t)(dbt_tuning_compare(tuning, &other->tuning, p) != 0) << p;
    }
    return bits;
}

/* Sets the labels of methods without one: the method with the parameters that differ. */
static void name_methods(dbt_scores *s)
{
    for (ptrdiff_t i = 0; i < arrlen(s->methods); i++) {
        dbt_scored_method *m = &s->methods[i];
        dbt_buffer name = { 0 };
        if (m->label)
            continue;
        dbt_tuning_name(&m->tuning, differences(s, &m->tuning), &name);
        m->label = copy_text(s, name.bytes);
        dbt_buffer_release(&name);
    }
}

/* ---- selection of methods ---- */

/* Removes a method and its rows, and updates `n` of the cuts; the indices of later methods decrease
 * by one. method_names keeps the old indices. */
static void remove_method(dbt_scores *s, size_t method)
{
    for (ptrdiff_t i = 0; i < arrlen(s->cuts); i++) {
        dbt_scored_cut *cut = &s->cuts[i];
        cut->n -= row_of(cut, method) != NULL;
        if (method < (size_t)arrlen(cut->rows))
            arrdel(cut->rows, method);
    }
    arrdel(s->methods, method);
}

static bool is_auto(const dbt_scored_method *method)
{
    return !method->label && dbt_tuning_is_auto(&method->tuning);
}

/* Returns the last `auto` method with a row at the cut; 0 if *n is 0. *n: number of such methods.
 */
static size_t find_auto(const dbt_scores *s, const dbt_scored_cut *cut, size_t *n)
{
    size_t found = 0;
    *n = 0;
    for (size_t m = 0; m < (size_t)arrlen(cut->rows); m++)
        if (cut->rows[m] && is_auto(&s->methods[m])) {
            found = m;
            ++*n;
        }
    return found;
}

/* Merges the methods `auto`, which differ in their settings, into the first of them, unless a cut
 * has several. A merged method has the default settings of `auto`. */
static void merge_autos(dbt_scores *s)
{
    size_t first = 0, n;
    while (first < (size_t)arrlen(s->methods) && !is_auto(&s->methods[first]))
        first++;
    for (ptrdiff_t i = 0; i < arrlen(s->cuts); i++) {
        (void)find_auto(s, &s->cuts[i], &n);
        if (n > 1)
            return;
    }
    for (ptrdiff_t i = 0; i < arrlen(s->cuts); i++) {
        dbt_scored_cut *cut = &s->cuts[i];
        const size_t method = find_auto(s, cut, &n);
        if (n == 0 || method == first)
            continue;
        set_row(cut, first, cut->rows[method]);
        cut->rows[method] = NULL;
        s->methods[first].n_cuts++;
        s->methods[first].tuning = dbt_tuning_auto();
    }
    for (size_t i = (size_t)arrlen(s->methods); i-- > first + 1;)
        if (is_auto(&s->methods[i]))
            remove_method(s, i);
}

static bool is_common(const dbt_scores *s, const dbt_scored_cut *cut)
{
    return cut->n == (size_t)arrlen(s->methods);
}

static size_t count_common(const dbt_scores *s)
{
    size_t n = 0;
    for (ptrdiff_t i = 0; i < arrlen(s->cuts); i++)
        n += is_common(s, &s->cuts[i]);
    return n;
}

/* Returns the number of cuts that a method has in common with another method. */
static size_t count_in_common(const dbt_scores *s, size_t method)
{
    size_t n = 0;
    for (ptrdiff_t i = 0; i < arrlen(s->cuts); i++)
        n += s->cuts[i].n > 1 && row_of(&s->cuts[i], method);
    return n;
}

/* Fails with DBT_E_PARAM, without a file: names the method that has the fewest cuts, and a cut that
 * it lacks; adds s->advice. Returns false. */
static bool fail_no_common(const dbt_scores *s, dbt_error *err)
{
    size_t fewest = 0, lacking = 0;
    for (ptrdiff_t i = 1; i < arrlen(s->methods); i++)
        if (s->methods[i].n_cuts < s->methods[fewest].n_cuts)
            fewest = (size_t)i;
    while (lacking + 1 < (size_t)arrlen(s->cuts) && row_of(&s->cuts[lacking], fewest))
        lacking++;
    return dbt_fail(err, DBT_E_PARAM,
                    "no cut was made by all %td methods: '%.80s' lacks cut %d of '%.80s'%s",
                    arrlen(s->methods), s->methods[fewest].label, s->cuts[lacking].cut,
                    s->cuts[lacking].sequence, s->advice ? s->advice : "");
}

/* Moves to left_out a method with the fewest cuts in common with others; among equals the one with
 * the fewest cuts, or the last. Fails as fail_no_common if no two methods have a cut in common. */
static bool exclude_one(dbt_scores *s, dbt_error *err)
{
    size_t chosen = 0, fewest = SIZE_MAX, n_in_common = 0;
    for (size_t i = 0; i < (size_t)arrlen(s->methods); i++) {
        const size_t n = count_in_common(s, i);
        n_in_common += n;
        if (n < fewest || (n == fewest && s->methods[i].n_cuts <= s->methods[chosen].n_cuts)) {
            chosen = i;
            fewest = n;
        }
    }
    if (n_in_common == 0)
        return fail_no_common(s, err);
    arrput(s->left_out, s->methods[chosen]);
    remove_method(s, chosen);
    return true;
}

void dbt_scores_add_left_out(const dbt_scores *scores, dbt_buffer *out)
{
    const ptrdiff_t n = arrlen(scores->left_out);
    if (n > 0)
        dbt_buffer_format(
            out, "no cut was made by all %td methods; left out:", arrlen(scores->methods) + n);
    for (ptrdiff_t i = 0; i < n; i++) {
        const dbt_scored_method *method = &scores->left_out[i];
        dbt_buffer_text(out, i > 0 ? ", '" : " '");
        dbt_buffer_name(out, method->label);
        dbt_buffer_format(out, "' (%zu cut%s)", method->n_cuts, method->n_cuts == 1 ? "" : "s");
    }
}

/* ---- ranks ---- */

/* Ranks the methods over the s->n_common cuts, one or more, sorts them by rank, and sets their
 * scores and s->minima. score.worst: index in s->cuts. The rows of cuts are not sorted: they stay
 * in the methods' order before. */
static void rank_methods(dbt_scores *s, const dbt_ranking *ranking)
{
    const size_t n = (size_t)arrlen(s->methods);
    dbt_arena memory = { 0 };
    const double **rows = dbt_arena_array(&memory, n * s->n_common, sizeof *rows);
    size_t *cuts = dbt_arena_array(&memory, s->n_common, sizeof *cuts);
    size_t *order = dbt_arena_array(&memory, n, sizeof *order);
    dbt_score *scores = dbt_arena_array(&memory, n, sizeof *scores);
    dbt_scored_method *listed = dbt_arena_array(&memory, n, sizeof *listed);
    size_t n_cuts = 0;
    for (ptrdiff_t i = 0; i < arrlen(s->cuts); i++)
        if (is_common(s, &s->cuts[i]))
            cuts[n_cuts++] = (size_t)i;
    for (size_t m = 0; m < n; m++) {
        scores[m] = s->methods[m].score;
        for (size_t i = 0; i < n_cuts; i++)
            rows[m * n_cuts + i] = s->cuts[cuts[i]].rows[m];
    }
    dbt_rank(scores, n, rows, n_cuts, ranking, order);
    dbt_find_min(scores, n, &s->minima);
    memcpy(listed, s->methods, n * sizeof *listed);
    for (size_t i = 0; i < n; i++) {
        s->methods[i] = listed[order[i]];
        s->methods[i].score = scores[order[i]];
        s->methods[i].score.worst = cuts[scores[order[i]].worst];
    }
    dbt_arena_release(&memory);
}

bool dbt_scores_finish(dbt_scores *scores, const dbt_ranking *ranking, dbt_error *err)
{
    dbt_scores *s = scores;
    if (!dbt_check_compared((size_t)arrlen(s->methods), err))
        return false;
    merge_autos(s);
    name_methods(s);
    while ((s->n_common = count_common(s)) == 0)
        if (!exclude_one(s, err))
            return false;
    rank_methods(s, ranking);
    return true;
}
