#include "diff/diff.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/threads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- floors ---- */

/* Smaller than anyone can see, and well above what another compiler's rounding does to frames of
 * six decimals: each derivative multiplies a difference in the last decimal by the frame rate. */
static const struct {
    const char *unit;
    double floor;
} unit_floors[] = {
    { "deg/s", 0.1 },  { "u/s", 0.1 },     { "deg/s2", 10.0 }, { "u/s2", 10.0 },
    { "deg/s3", 500 }, { "u/s3", 500 },    { "ratio", 0.01 },  { "deg", 0.01 },
    { "u", 0.01 },     { "deg*s", 0.001 }, { "u*s", 0.001 },
};

double dbt_diff_floor(dbt_metric metric)
{
    for (size_t i = 0; i < sizeof unit_floors / sizeof *unit_floors; i++)
        if (strcmp(unit_floors[i].unit, dbt_metric_infos[metric].unit) == 0)
            return unit_floors[i].floor;
    return 0.0;
}

bool dbt_diff_set_floors(double *floors, const char *unit, size_t n, double floor)
{
    bool any = false;
    for (int m = 0; m < DBT_N_METRICS; m++) {
        if (!dbt_span_equals((dbt_span){ unit, unit + n }, dbt_metric_infos[m].unit))
            continue;
        floors[m] = floor;
        any = true;
    }
    return any;
}

/* ---- figures ---- */

static double value_of(dbt_span cell)
{
    double value = 0.0;
    (void)dbt_number_read(cell.begin, cell.end, &value); /* checked by dbt_diff_side_read */
    return value;
}

/* Decimals such as 0.3 are no exact doubles. A difference equal to the floor or the limit can come
 * out a few units of the last place too large and must not count. */
static bool is_above(double difference, double limit, double old, double new)
{
    return difference - limit > 1e-12 * (fabs(old) + fabs(new));
}

/* An old value below the floor is noise, and a percentage of noise means nothing: it counts as
 * 0. */
static void judge(const dbt_diff_spec *spec, int metric, dbt_diff_figure *figure)
{
    const double old = figure->values[DBT_OLD], new = figure->values[DBT_NEW];
    const double floor = spec->floors[metric], base = fabs(old) < floor ? 0.0 : fabs(old);
    if (!is_above(fabs(new - old), floor, old, new))
        return;
    figure->state = new > old ? DBT_BODY_WORSE : DBT_BODY_BETTER;
    figure->percent = (new - old) / base * 100.0;
    figure->fails =
        spec->gated && new > old &&is_above(new - old, spec->fail_above / 100.0 * base, old, new);
}

static dbt_diff_figure compare_cells(const dbt_diff_spec *spec, int metric, dbt_span old,
                                     dbt_span new)
{
    dbt_diff_figure figure = { .state = DBT_BODY_SAME };
    const size_t n = (size_t)(old.end - old.begin);
    if (old.begin == old.end || new.begin == new.end) {
        figure.state = new.begin != new.end   ? DBT_BODY_ONLY_NEW
                       : old.begin != old.end ? DBT_BODY_ONLY_OLD
                                              : DBT_BODY_NONE;
        figure.fails = spec->fail_missing && figure.state == DBT_BODY_ONLY_OLD;
        return figure;
    }
    if (n == (size_t)(new.end - new.begin) && memcmp(old.begin, new.begin, n) == 0)
        return figure;
    figure.values[DBT_OLD] = value_of(old);
    figure.values[DBT_NEW] = value_of(new);
    judge(spec, metric, &figure);
    return figure;
}

static dbt_diff_figure compare_column(const dbt_diff *diff, int metric,
                                      const dbt_diff_fields fields[DBT_N_SIDES])
{
    if (!diff->columns[metric].compared)
        return (dbt_diff_figure){ .state = DBT_BODY_NONE };
    return compare_cells(&diff->spec, metric, fields[DBT_OLD].of[DBT_COLUMN_METRICS + metric].text,
                         fields[DBT_NEW].of[DBT_COLUMN_METRICS + metric].text);
}

void dbt_diff_row_figures(const dbt_diff *diff, size_t old_row, dbt_diff_figure *figures)
{
    dbt_diff_fields fields[DBT_N_SIDES];
    dbt_diff_side_fields(&diff->sides[DBT_OLD], old_row, &fields[DBT_OLD]);
    dbt_diff_side_fields(&diff->sides[DBT_NEW], diff->match[old_row] - 1, &fields[DBT_NEW]);
    for (int m = 0; m < DBT_N_METRICS; m++)
        figures[m] = compare_column(diff, m, fields);
}

/* ---- the greatest changes of a column ---- */

/* Whether a comes before b: by percent, then by difference, then by row. Works for both directions,
 * since a list holds only one of them. */
static bool is_more(const dbt_diff_change *a, const dbt_diff_change *b)
{
    const double far_a = fabs(a->values[1] - a->values[0]);
    const double far_b = fabs(b->values[1] - b->values[0]);
    if (fabs(a->percent) != fabs(b->percent))
        return fabs(a->percent) > fabs(b->percent);
    if (far_a != far_b)
        return far_a > far_b;
    return a->rows[DBT_OLD] < b->rows[DBT_OLD];
}

static int order(const void *a, const void *b)
{
    return is_more(a, b) ? -1 : is_more(b, a);
}

static void swap(dbt_diff_change *a, dbt_diff_change *b)
{
    const dbt_diff_change kept = *a;
    *a = *b;
    *b = kept;
}

/* Sifts list[i] down in a heap whose first entry is the least change. */
static void sift(dbt_diff_change *list, size_t n, size_t i)
{
    for (size_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && is_more(&list[child], &list[child + 1]))
            child++;
        if (!is_more(&list[i], &list[child]))
            return;
        swap(&list[i], &list[child]);
    }
}

/* Keeps the `top` greatest changes in a stb_ds list, as a heap once it is full. */
static void keep(dbt_diff_change **list, size_t top, const dbt_diff_change *change)
{
    const size_t n = (size_t)arrlen(*list);
    if (n < top) {
        arrput(*list, *change);
        for (size_t i = n + 1 == top ? top / 2 : 0; i-- > 0;)
            sift(*list, top, i);
    } else if (top > 0 && is_more(change, &(*list)[0])) {
        (*list)[0] = *change;
        sift(*list, top, 0);
    }
}

/* ---- comparing rows ---- */

/* Rows [begin, end) of OLD, with the results for them. */
typedef struct part {
    dbt_diff *diff;
    size_t begin, end;
    dbt_diff_column columns[DBT_N_METRICS];
    size_t n_rows;
} part;

static void count_figure(part *p, int metric, const dbt_diff_figure *figure, const uint32_t rows[2])
{
    dbt_diff_column *column = &p->columns[metric];
    const size_t top = p->diff->spec.top;
    const dbt_diff_change change = { .values = { figure->values[0], figure->values[1] },
                                     .percent = figure->percent,
                                     .rows = { rows[0], rows[1] } };
    column->figures += figure->state >= DBT_BODY_SAME;
    column->only[DBT_OLD] += figure->state == DBT_BODY_ONLY_OLD;
    column->only[DBT_NEW] += figure->state == DBT_BODY_ONLY_NEW;
    if (figure->state == DBT_BODY_WORSE) {
        column->worse++;
        column->failing += figure->fails;
        keep(&column->worst, top, &change);
    } else if (figure->state == DBT_BODY_BETTER) {
        column->better++;
        keep(&column->best, top, &change);
    }
}

static void compare_row(part *p, size_t old, size_t new, const dbt_diff_fields fields[DBT_N_SIDES])
{
    const uint32_t rows[2] = { (uint32_t)old, (uint32_t) new };
    p->n_rows++;
    p->diff->match[old] = (uint32_t) new + 1;
    p->diff->taken[new] = true;
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_figure figure = compare_column(p->diff, m, fields);
        count_figure(p, m, &figure, rows);
        p->diff->fails[old] = p->diff->fails[old] || figure.fails;
    }
}

/* Whether that row of NEW has the key. Also reads its fields. */
static bool is_match(const part *p, size_t row, const dbt_diff_key *key, dbt_diff_fields *fields,
                     dbt_buffer *scratch, bool *ok)
{
    const dbt_diff_side *new = &p->diff->sides[DBT_NEW];
    dbt_diff_key other;
    dbt_diff_side_fields(new, row, fields);
    *ok = *ok && dbt_diff_side_key(new, fields, scratch, &other);
    return *ok && dbt_diff_same_key(key, &other, p->diff->by_method);
}

/* The row of NEW with that key, from 1; 0: none. Most files have their rows in one order, so it
 * tries the row after the last match first. */
static size_t find_row(const part *p, size_t guess, uint32_t hash, const dbt_diff_key *key,
                       dbt_diff_fields *fields, dbt_buffer *scratch, bool *ok)
{
    const dbt_diff_side *new = &p->diff->sides[DBT_NEW];
    if (guess < new->n_rows &&new->rows[guess].hash == hash &&
        is_match(p, guess, key, fields, scratch, ok))
        return guess + 1;
    size_t at = hash;
    for (size_t row; *ok && (row = dbt_table_next(&new->table, hash, &at)) > 0;)
        if (is_match(p, row - 1, key, fields, scratch, ok))
            return row;
    return 0;
}

/* Returns false when out of memory. */
static bool compare_part(void *context, size_t index)
{
    part *p = (part *)context + index;
    const dbt_diff_side *old = &p->diff->sides[DBT_OLD];
    dbt_diff_fields fields[DBT_N_SIDES];
    dbt_buffer scratch[DBT_N_SIDES] = { { 0 }, { 0 } };
    size_t guess = p->begin;
    bool ok = true;
    for (size_t row = p->begin; ok && row < p->end; row++) {
        dbt_diff_key key;
        dbt_diff_side_fields(old, row, &fields[DBT_OLD]);
        ok = dbt_diff_side_key(old, &fields[DBT_OLD], &scratch[DBT_OLD], &key);
        const size_t found = ok ? find_row(p, guess, old->rows[row].hash, &key, &fields[DBT_NEW],
                                           &scratch[DBT_NEW], &ok)
                                : 0;
        if (found > 0) {
            compare_row(p, row, found - 1, fields);
            guess = found;
        }
    }
    dbt_buffer_release(&scratch[DBT_OLD]);
    dbt_buffer_release(&scratch[DBT_NEW]);
    return ok;
}

static void merge_list(dbt_diff_change **into, size_t top, dbt_diff_change *from)
{
    for (ptrdiff_t i = 0; i < arrlen(from); i++)
        keep(into, top, &from[i]);
    arrfree(from);
}

static void merge_part(dbt_diff *diff, part *p)
{
    diff->n_rows += p->n_rows;
    for (int m = 0; m < DBT_N_METRICS; m++) {
        dbt_diff_column *column = &diff->columns[m], *more = &p->columns[m];
        column->figures += more->figures;
        column->worse += more->worse;
        column->better += more->better;
        column->failing += more->failing;
        diff->n_figures += more->figures;
        diff->n_failing += more->failing;
        diff->n_missing_figures += more->only[DBT_OLD];
        for (int side = 0; side < DBT_N_SIDES; side++)
            column->only[side] += more->only[side];
        merge_list(&column->worst, diff->spec.top, more->worst);
        merge_list(&column->best, diff->spec.top, more->best);
    }
}

static void sort_list(dbt_diff_change *list, size_t *n)
{
    *n = (size_t)arrlen(list);
    if (*n > 0)
        qsort(list, *n, sizeof *list, order);
}

/* ---- both sides, in up to two threads ---- */

typedef struct both_sides {
    dbt_diff *diff;
    dbt_error errs[DBT_N_SIDES];
} both_sides;

static bool read_side(void *context, size_t side)
{
    both_sides *both = context;
    const dbt_diff_spec *spec = &both->diff->spec;
    return dbt_diff_side_read(&both->diff->sides[side], spec->texts[side], spec->n_texts[side],
                              spec->filters[side], &both->errs[side]);
}

static bool index_side(void *context, size_t side)
{
    both_sides *both = context;
    return dbt_diff_side_index(&both->diff->sides[side], both->diff->by_method, &both->errs[side]);
}

/* Reports the first failure, OLD's before NEW's, however the threads ran. */
static bool for_both_sides(dbt_diff *diff, bool (*work)(void *context, size_t side), dbt_error *err)
{
    both_sides both = { .diff = diff };
    if (dbt_run_each(diff->spec.n_threads, DBT_N_SIDES, work, &both))
        return true;
    if (err)
        *err = both.errs[both.errs[DBT_OLD].code == DBT_OK ? DBT_NEW : DBT_OLD];
    return false;
}

static bool compare_all(dbt_diff *diff, dbt_error *err)
{
    const size_t n = diff->sides[DBT_OLD].n_rows;
    dbt_arena *memory = &diff->memory;
    part *parts = dbt_arena_array(memory, 2, sizeof *parts);
    diff->match = dbt_arena_array(memory, n, sizeof *diff->match);
    diff->fails = dbt_arena_array(memory, n, sizeof *diff->fails);
    diff->taken = dbt_arena_array(memory, diff->sides[DBT_NEW].n_rows, sizeof *diff->taken);
    if (!dbt_arena_check(memory, err))
        return false;
    parts[0] = (part){ .diff = diff, .begin = 0, .end = n / 2 };
    parts[1] = (part){ .diff = diff, .begin = n / 2, .end = n };
    const bool ok = dbt_run_each(diff->spec.n_threads, 2, compare_part, parts);
    merge_part(diff, &parts[0]);
    merge_part(diff, &parts[1]);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        sort_list(diff->columns[m].worst, &diff->columns[m].n_worst);
        sort_list(diff->columns[m].best, &diff->columns[m].n_best);
    }
    for (int side = 0; side < DBT_N_SIDES; side++)
        diff->n_only[side] = diff->sides[side].n_rows - diff->n_rows;
    return ok || dbt_fail_memory(err);
}

/* ---- what is left to compare ---- */

const char *const dbt_diff_side_names[DBT_N_SIDES] = { "OLD", "NEW" };

static bool check_method(const dbt_diff_side *side, const char *name, dbt_error *err)
{
    const char *method = side->filter.method;
    if (!method || side->n_rows > 0 || side->n_read == 0)
        return true;
    for (size_t i = 0; i < side->n_methods; i++)
        if (strcmp(side->methods[i], method) == 0)
            return true; /* its rows are filtered by other joints */
    const char *nearest =
        dbt_nearest_name(method, (const char *const *)side->methods, side->n_methods);
    return dbt_fail(err, DBT_E_PARAM, "no row of %s has the method '%.100s'%s%.100s%s", name,
                    method, nearest ? "; did you mean '" : "", nearest ? nearest : "",
                    nearest ? "'?" : "");
}

static bool check_joints(const dbt_diff *diff, dbt_error *err)
{
    const dbt_diff_side *old = &diff->sides[DBT_OLD], *new = &diff->sides[DBT_NEW];
    if (old->n_read + new->n_read == 0)
        return true;
    for (size_t i = 0; i < old->filter.n_joints; i++)
        if (!old->glob_used[i] && !new->glob_used[i])
            return dbt_fail(err, DBT_E_PARAM, "no row's joint matches '%.100s'",
                            old->filter.joints[i]);
    return true;
}

static bool choose_columns(dbt_diff *diff, dbt_error *err)
{
    const dbt_diff_side *sides = diff->sides;
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const bool wanted = diff->spec.columns[m] && sides[DBT_OLD].has[m];
        diff->columns[m].compared = wanted && sides[DBT_NEW].has[m];
        diff->columns[m].missing = wanted && !sides[DBT_NEW].has[m];
        diff->n_compared += diff->columns[m].compared;
        diff->n_missing_columns += diff->columns[m].missing;
    }
    return diff->n_compared > 0 || (diff->spec.fail_missing && diff->n_missing_columns > 0) ||
           dbt_fail(err, DBT_E_PARAM, "nothing to compare: OLD and NEW share none of the columns");
}

static bool make(dbt_diff *diff, dbt_error *err)
{
    if (!for_both_sides(diff, read_side, err))
        return false;
    for (int side = 0; side < DBT_N_SIDES; side++)
        if (!check_method(&diff->sides[side], dbt_diff_side_names[side], err))
            return false;
    diff->by_method = !diff->spec.filters[DBT_OLD].method &&
                      (diff->sides[DBT_OLD].n_methods > 1 || diff->sides[DBT_NEW].n_methods > 1);
    return check_joints(diff, err) && choose_columns(diff, err) &&
           for_both_sides(diff, index_side, err) && compare_all(diff, err);
}

dbt_diff *dbt_diff_new(const dbt_diff_spec *spec, dbt_error *err)
{
    dbt_diff *diff = dbt_alloc_array(1, sizeof *diff);
    if (!diff) {
        dbt_fail_memory(err);
        return NULL;
    }
    diff->spec = *spec;
    diff->sides[DBT_OLD].hash_key = diff->sides[DBT_NEW].hash_key = spec->hash_key;
    if (make(diff, err))
        return diff;
    dbt_diff_free(diff);
    return NULL;
}

void dbt_diff_free(dbt_diff *diff)
{
    if (!diff)
        return;
    for (int side = 0; side < DBT_N_SIDES; side++)
        dbt_diff_side_release(&diff->sides[side]);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        arrfree(diff->columns[m].worst);
        arrfree(diff->columns[m].best);
    }
    dbt_arena_release(&diff->memory);
    dbt_free(diff);
}

/* ---- for reports ---- */

bool dbt_diff_is_only(const dbt_diff *diff, int side, size_t row)
{
    return side == DBT_OLD ? diff->match[row] == 0 : !diff->taken[row];
}

const dbt_diff_change *dbt_diff_worst(const dbt_diff *diff, int *metric)
{
    const dbt_diff_change *worst = NULL;
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *column = &diff->columns[m];
        if (column->failing > 0 && column->n_worst > 0 &&
            (!worst || is_more(&column->worst[0], worst))) {
            worst = &column->worst[0];
            *metric = m;
        }
    }
    return worst;
}
