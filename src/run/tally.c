#include "run/tally.h"

#include "base/mem.h"
#include "base/number.h"
#include "measure/standing.h"
#include "method/candidates.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- filling ---- */

size_t dbt_tally_add_cut(dbt_tally *tally, const char *sequence, int cut, double at)
{
    arrput(tally->cuts,
           ((dbt_tally_cut){ .sequence = dbt_copy_text(sequence), .cut = cut, .at = at }));
    return (size_t)arrlen(tally->cuts) - 1;
}

size_t dbt_tally_method_index(dbt_tally *tally, const char *label, const dbt_tuning *tuning)
{
    dbt_buffer key = { 0 };
    dbt_buffer_text(&key, label ? "" : "\n"); /* no label begins with it */
    if (label)
        dbt_buffer_text(&key, label);
    else
        dbt_tuning_text(tuning, &key);
    size_t *index = dbt_names_item(&tally->method_names, key.bytes, sizeof *index);
    dbt_buffer_release(&key);
    if (*index == 0) {
        dbt_tally_method method = { .label = label ? dbt_copy_text(label) : NULL };
        if (!label) {
            method.tuning = *tuning;
            method.preset = dbt_preset_of(tuning);
        }
        arrput(tally->methods, method);
        *index = (size_t)arrlen(tally->methods); /* from 1 */
    }
    return *index - 1;
}

const double *dbt_tally_keep_row(dbt_tally *tally, const double row[DBT_N_METRICS])
{
    double *copy = dbt_arena_array(&tally->rows, DBT_N_METRICS, sizeof *copy);
    if (copy)
        return memcpy(copy, row, DBT_N_METRICS * sizeof *copy);
    dbt_out_of_memory();
}

bool dbt_tally_add(dbt_tally *tally, size_t cut, size_t method, const double row[DBT_N_METRICS])
{
    const uint32_t hash = (uint32_t)(cut * 0x9e3779b1u + method * 0x85ebca6bu);
    size_t at = hash;
    for (uint32_t item; (item = dbt_table_next(&tally->cell_table, hash, &at)) > 0;)
        if (tally->cells[item - 1].cut == cut && tally->cells[item - 1].method == method)
            return false;
    arrput(tally->cells, ((dbt_tally_cell){ cut, method, row }));
    tally->cuts[cut].n++;
    tally->methods[method].n_cuts++;
    dbt_table_add(&tally->cell_table, hash, (uint32_t)arrlen(tally->cells));
    return true;
}

dbt_tally_entry *dbt_tally_entries(const dbt_trial *trial)
{
    const double dt = trial->candidates[0].work.sequence->timeline.frame_time;
    dbt_tally_entry *entries = NULL;
    for (int cut = 1; cut <= trial->n_cuts; cut++) {
        for (ptrdiff_t i = 0; i < arrlen(trial->candidates); i++) {
            const dbt_candidate *m = &trial->candidates[i];
            dbt_tally_entry entry = { .label = m->label ? dbt_copy_text(m->label) : NULL,
                                      .tuning = m->job->sequence.segments[cut].tuning,
                                      .cut = cut,
                                      .at = (double)trial->cut_frames[cut - 1] * dt };
            memcpy(entry.row, m->cut_rows + (size_t)(cut - 1) * DBT_N_METRICS, sizeof entry.row);
            arrput(entries, entry);
        }
    }
    return entries;
}

void dbt_tally_entries_free(dbt_tally_entry *entries)
{
    for (ptrdiff_t i = 0; i < arrlen(entries); i++)
        dbt_free(entries[i].label);
    arrfree(entries);
}

void dbt_tally_add_sequence(dbt_tally *tally, const char *sequence, const dbt_tally_entry *entries)
{
    size_t cut = 0;
    for (ptrdiff_t i = 0; i < arrlen(entries); i++) {
        const dbt_tally_entry *e = &entries[i];
        if (i == 0 || e->cut != entries[i - 1].cut)
            cut = dbt_tally_add_cut(tally, sequence, e->cut, e->at);
        (void)dbt_tally_add(tally, cut, dbt_tally_method_index(tally, e->label, &e->tuning),
                            dbt_tally_keep_row(tally, e->row));
    }
}

static void free_methods(dbt_tally_method *methods)
{
    for (ptrdiff_t i = 0; i < arrlen(methods); i++)
        dbt_free(methods[i].label);
    arrfree(methods);
}

void dbt_tally_release(dbt_tally *tally)
{
    free_methods(tally->methods);
    free_methods(tally->left_out);
    for (ptrdiff_t i = 0; i < arrlen(tally->cuts); i++)
        dbt_free(tally->cuts[i].sequence);
    arrfree(tally->cuts);
    arrfree(tally->cells);
    dbt_table_release(&tally->cell_table);
    dbt_arena_release(&tally->rows);
    dbt_names_release_values(&tally->method_names);
    *tally = (dbt_tally){ .methods = NULL };
}

/* ---- names ---- */

static uint32_t differences(const dbt_tally *t, const dbt_tuning *tuning)
{
    uint32_t bits = 0;
    for (ptrdiff_t i = 0; i < arrlen(t->methods); i++) {
        const dbt_tally_method *other = &t->methods[i];
        if (other->label || other->tuning.method != tuning->method || other->preset)
            continue;
        for (int p = 0; p < tuning->method->n_params; p++)
            bits |= (uint32_t)(dbt_tuning_compare(tuning, &other->tuning, p) != 0) << p;
    }
    return bits;
}

static void name_methods(dbt_tally *t)
{
    const size_t n = (size_t)arrlen(t->methods);
    dbt_buffer *names = dbt_alloc_array(n, sizeof *names);
    for (size_t i = 0; i < n; i++) {
        if (!t->methods[i].label)
            dbt_tuning_name(&t->methods[i].tuning, differences(t, &t->methods[i].tuning),
                            &names[i]);
    }
    for (size_t i = 0; i < n; i++) {
        if (!t->methods[i].label)
            t->methods[i].label = dbt_copy_text(names[i].bytes);
        dbt_buffer_release(&names[i]);
    }
    dbt_free(names);
}

/* ---- values over the common cuts ---- */

static bool is_common(const dbt_tally *t, size_t cut)
{
    return t->cuts[cut].n == (size_t)arrlen(t->methods);
}

static size_t count_common(const dbt_tally *t)
{
    size_t n = 0;
    for (ptrdiff_t i = 0; i < arrlen(t->cuts); i++)
        n += is_common(t, (size_t)i);
    return n;
}

/* How many rows are of cuts that several methods have. */
static size_t count_shared(const dbt_tally *tally)
{
    size_t n = 0;
    for (ptrdiff_t i = 0; i < arrlen(tally->cuts); i++)
        n += tally->cuts[i].n > 1 ? tally->cuts[i].n : 0;
    return n;
}

/* The value below which that share of sorted[n] lies, interpolated linearly. */
static double quantile(const double *sorted, size_t n, double share)
{
    if (n == 0)
        return NAN;
    const double at = share * (double)(n - 1);
    const size_t below = (size_t)at, above = below + 1 < n ? below + 1 : below;
    return sorted[below] + (at - (double)below) * (sorted[above] - sorted[below]);
}

/* Sums up the metrics of a method from its rows[n] at the common cuts. values has room for n. */
static void sum_up(dbt_tally_method *m, const dbt_tally_cell *const *rows, size_t n, double *values)
{
    static const double shares[DBT_N_QUANTILES] = { [DBT_MEDIAN] = 0.5, [DBT_P90] = 0.9 };
    for (int metric = 0; metric < DBT_N_METRICS; metric++) {
        size_t n_values = 0;
        for (size_t i = 0; i < n; i++)
            if (!isnan(rows[i]->row[metric]))
                values[n_values++] = rows[i]->row[metric];
        qsort(values, n_values, sizeof *values, dbt_compare_doubles);
        for (int q = 0; q < DBT_N_QUANTILES; q++)
            m->quantiles[q][metric] = quantile(values, n_values, shares[q]);
    }
}

static void judge(const dbt_tally *t, dbt_tally_method *m, const dbt_tally_cell *const *rows,
                  size_t n, dbt_metric worst_by)
{
    double worst = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        m->n_seamless += dbt_standing_of(rows[i]->row, t->smooth).seamless;
        const double value = isnan(rows[i]->row[worst_by]) ? INFINITY : rows[i]->row[worst_by];
        if (value > worst) {
            worst = value;
            m->worst = rows[i]->cut;
        }
    }
}

/* Less than 0: a is better. */
static int compare_rows(const double *a, const double *b, const dbt_ranking *ranking, double smooth)
{
    const dbt_standing left = dbt_standing_of(a, smooth), right = dbt_standing_of(b, smooth);
    return ranking->by_rule ? dbt_standing_compare(&left, &right)
                            : dbt_judged_compare(a[ranking->metric], b[ranking->metric]);
}

/* Counts a win for every method with the best row at one cut. Method m's row is rows[m * n_common].
 */
static void count_wins(dbt_tally *t, const dbt_tally_cell *const *rows, const dbt_ranking *ranking)
{
    const size_t n = (size_t)arrlen(t->methods);
    const double *best = rows[0]->row;
    for (size_t m = 1; m < n; m++)
        if (compare_rows(rows[m * t->n_common]->row, best, ranking, t->smooth) < 0)
            best = rows[m * t->n_common]->row;
    for (size_t m = 0; m < n; m++)
        if (compare_rows(rows[m * t->n_common]->row, best, ranking, t->smooth) == 0)
            t->methods[m].n_wins++;
}

/* The cells of the common cuts, [n methods][n_common]; free with dbt_free. */
static const dbt_tally_cell **find_common(const dbt_tally *t)
{
    const size_t n_cuts = (size_t)arrlen(t->cuts), n_methods = (size_t)arrlen(t->methods);
    const dbt_tally_cell **cells = dbt_alloc_array(n_methods * t->n_common, sizeof *cells);
    size_t *places = dbt_alloc_array(n_cuts, sizeof *places), n = 0;
    for (size_t cut = 0; cut < n_cuts; cut++)
        places[cut] = is_common(t, cut) ? n++ : 0;
    for (ptrdiff_t i = 0; i < arrlen(t->cells); i++)
        if (is_common(t, t->cells[i].cut))
            cells[t->cells[i].method * n + places[t->cells[i].cut]] = &t->cells[i];
    dbt_free(places);
    return cells;
}

static void sum_up_all(dbt_tally *t, const dbt_ranking *ranking)
{
    const size_t n_methods = (size_t)arrlen(t->methods), n = t->n_common;
    /* the metric whose largest value is a method's worst cut */
    const dbt_metric worst_by = ranking->by_rule ? DBT_SEAM_RATIO : ranking->metric;
    const dbt_tally_cell **cells = find_common(t);
    double *values = dbt_alloc_array(n, sizeof *values);
    for (size_t m = 0; m < n_methods; m++) {
        sum_up(&t->methods[m], cells + m * n, n, values);
        judge(t, &t->methods[m], cells + m * n, n, worst_by);
    }
    for (size_t cut = 0; cut < n; cut++)
        count_wins(t, cells + cut, ranking);
    dbt_free(values);
    dbt_free(cells);
}

/* ---- ranks ---- */

static int compare_methods(const dbt_tally_method *a, const dbt_tally_method *b,
                           const dbt_ranking *ranking)
{
    const double *left = a->quantiles[DBT_MEDIAN], *right = b->quantiles[DBT_MEDIAN];
    if (!ranking->by_rule)
        return dbt_judged_compare(left[ranking->metric], right[ranking->metric]);
    if (a->n_seamless != b->n_seamless)
        return a->n_seamless > b->n_seamless ? -1 : 1;
    const dbt_metric then = a->n_seamless > 0 ? DBT_DISPLACEMENT_LIN : DBT_SEAM_RATIO;
    return dbt_judged_compare(left[then], right[then]);
}

/* Sorts the methods by rank, equal ones as they came. They are few. */
static void rank_methods(dbt_tally *t, const dbt_ranking *ranking)
{
    const ptrdiff_t n = arrlen(t->methods);
    for (ptrdiff_t i = 1; i < n; i++) {
        const dbt_tally_method m = t->methods[i];
        ptrdiff_t k = i;
        for (; k > 0 && compare_methods(&m, &t->methods[k - 1], ranking) < 0; k--)
            t->methods[k] = t->methods[k - 1];
        t->methods[k] = m;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        const bool ties =
            i > 0 && compare_methods(&t->methods[i - 1], &t->methods[i], ranking) == 0;
        t->methods[i].ties = ties;
        t->methods[i].rank = ties ? t->methods[i - 1].rank : (size_t)i + 1;
        if (ties)
            t->methods[i - 1].ties = true;
    }
}

static void find_least(dbt_tally *t)
{
    for (int q = 0; q < DBT_N_QUANTILES; q++)
        for (int metric = 0; metric < DBT_N_METRICS; metric++) {
            double *least = &t->least[q][metric];
            *least = INFINITY;
            for (ptrdiff_t i = 0; i < arrlen(t->methods); i++)
                *least = fmin(*least, dbt_six_digits(t->methods[i].quantiles[q][metric]));
        }
}

bool dbt_tally_is_best(const dbt_tally *tally, size_t method, int metric, dbt_quantile of)
{
    return dbt_metric_infos[metric].judged &&
           dbt_six_digits(tally->methods[method].quantiles[of][metric]) <= tally->least[of][metric];
}

/* ---- which methods are compared ---- */

/* Removes a method. Its cells go to `merge_into`; if that is the method itself, they are deleted.
 */
static void remove_method(dbt_tally *t, size_t method, size_t merge_into)
{
    ptrdiff_t kept = 0;
    for (ptrdiff_t i = 0; i < arrlen(t->cells); i++) {
        dbt_tally_cell *cell = &t->cells[i];
        if (cell->method == method && merge_into == method) {
            t->cuts[cell->cut].n--;
            continue;
        }
        if (cell->method == method)
            cell->method = merge_into;
        cell->method -= cell->method > method;
        t->cells[kept++] = *cell;
    }
    arrsetlen(t->cells, (size_t)kept);
    arrdel(t->methods, method);
}

static bool is_auto(const dbt_tally_method *method)
{
    return !method->label && dbt_tuning_is_auto(&method->tuning);
}

static bool has_two_autos(const dbt_tally *t)
{
    bool *has = dbt_alloc_array((size_t)arrlen(t->cuts), sizeof *has), two = false;
    for (ptrdiff_t i = 0; i < arrlen(t->cells); i++) {
        if (!is_auto(&t->methods[t->cells[i].method]))
            continue;
        two = two || has[t->cells[i].cut];
        has[t->cells[i].cut] = true;
    }
    dbt_free(has);
    return two;
}

static void merge_autos(dbt_tally *t)
{
    size_t first = 0;
    while (first < (size_t)arrlen(t->methods) && !is_auto(&t->methods[first]))
        first++;
    if (first == (size_t)arrlen(t->methods) || has_two_autos(t))
        return;
    for (size_t i = (size_t)arrlen(t->methods) - 1; i > first; i--) {
        if (!is_auto(&t->methods[i]))
            continue;
        t->methods[first].n_cuts += t->methods[i].n_cuts;
        t->methods[first].tuning = dbt_tuning_auto();
        remove_method(t, i, first);
    }
}

/* Names a method with the fewest cuts, and a cut that it lacks. */
static bool fail_no_common(const dbt_tally *t, dbt_error *err)
{
    size_t fewest = 0;
    for (ptrdiff_t i = 1; i < arrlen(t->methods); i++)
        if (t->methods[i].n_cuts < t->methods[fewest].n_cuts)
            fewest = (size_t)i;
    size_t lacking = 0;
    bool *has = dbt_alloc_array((size_t)arrlen(t->cuts), sizeof *has);
    for (ptrdiff_t i = 0; i < arrlen(t->cells); i++)
        has[t->cells[i].cut] = has[t->cells[i].cut] || t->cells[i].method == fewest;
    while (lacking + 1 < (size_t)arrlen(t->cuts) && has[lacking])
        lacking++;
    dbt_free(has);
    return dbt_fail(err, DBT_E_PARAM,
                    "no cut was made by all %td methods: '%.80s' lacks cut %d of '%.80s'%s",
                    arrlen(t->methods), t->methods[fewest].label, t->cuts[lacking].cut,
                    t->cuts[lacking].sequence, t->advice ? t->advice : "");
}

/* Leaves out a method that shares the fewest cuts with others; of several the one with the fewest
 * cuts, or the last. */
static void leave_one_out(dbt_tally *t)
{
    const size_t n = (size_t)arrlen(t->methods);
    size_t *shared = dbt_alloc_array(n, sizeof *shared), least = 0;
    for (ptrdiff_t i = 0; i < arrlen(t->cells); i++)
        shared[t->cells[i].method] += t->cuts[t->cells[i].cut].n > 1;
    for (size_t i = 1; i < n; i++)
        if (shared[i] < shared[least] ||
            (shared[i] == shared[least] && t->methods[i].n_cuts <= t->methods[least].n_cuts))
            least = i;
    dbt_free(shared);
    arrput(t->left_out, t->methods[least]);
    remove_method(t, least, least);
}

void dbt_tally_add_left_out(const dbt_tally *tally, dbt_buffer *out)
{
    const ptrdiff_t n = arrlen(tally->left_out);
    if (n > 0)
        dbt_buffer_format(
            out, "no cut was made by all %td methods; left out:", arrlen(tally->methods) + n);
    for (ptrdiff_t i = 0; i < n; i++) {
        const dbt_tally_method *method = &tally->left_out[i];
        dbt_buffer_text(out, i > 0 ? ", '" : " '");
        dbt_buffer_name(out, method->label);
        dbt_buffer_format(out, "' (%zu cut%s)", method->n_cuts, method->n_cuts == 1 ? "" : "s");
    }
}

/* ---- */

bool dbt_tally_finish(dbt_tally *tally, const dbt_ranking *ranking, double smooth, dbt_error *err)
{
    dbt_tally *t = tally;
    t->smooth = smooth;
    if (!dbt_check_compared((size_t)arrlen(t->methods), err))
        return false;
    merge_autos(t);
    name_methods(t);
    if (count_common(t) == 0 && count_shared(t) == 0)
        return fail_no_common(t, err);
    while ((t->n_common = count_common(t)) == 0)
        leave_one_out(t);
    sum_up_all(t, ranking);
    rank_methods(t, ranking);
    find_least(t);
    return true;
}
