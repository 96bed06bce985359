#include "diff/diff.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/threads.h"

#include <math.h>
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

/* ---- values ---- */

/* Decimals such as 0.3 are no exact doubles. A difference equal to the floor or the limit can come
 * out a few units of the last place too large and must not count. */
static bool is_above(double difference, double limit, double old, double new)
{
    return difference - limit > 1e-12 * (fabs(old) + fabs(new));
}

static dbt_diff_value compare_column(const dbt_diff *diff, int metric,
                                     const dbt_diff_fields fields[DBT_N_SIDES])
{
    const dbt_diff_spec *spec = &diff->spec;
    const dbt_span a = fields[DBT_OLD].of[DBT_COLUMN_METRICS + metric].text;
    const dbt_span b = fields[DBT_NEW].of[DBT_COLUMN_METRICS + metric].text;
    const size_t size_a = (size_t)(a.end - a.begin), size_b = (size_t)(b.end - b.begin);
    dbt_diff_value value = { .state = DBT_VALUE_SAME };
    if (!diff->columns[metric].compared)
        return (dbt_diff_value){ .state = DBT_VALUE_NONE };
    if (size_a == 0 || size_b == 0) {
        value.state = size_b > 0   ? DBT_VALUE_ONLY_NEW
                      : size_a > 0 ? DBT_VALUE_ONLY_OLD
                                   : DBT_VALUE_NONE;
        value.fails = spec->fail_missing && value.state == DBT_VALUE_ONLY_OLD;
        return value;
    }
    if (size_a == size_b && memcmp(a.begin, b.begin, size_a) == 0)
        return value;
    (void)dbt_number_read(a.begin, a.end, &value.both[DBT_OLD]); /* checked when it was read */
    (void)dbt_number_read(b.begin, b.end, &value.both[DBT_NEW]);
    const double old = value.both[DBT_OLD], new = value.both[DBT_NEW];
    const double floor = spec->floors[metric];
    if (!is_above(fabs(new - old), floor, old, new))
        return value;
    /* An old value below the floor is noise, and a percentage of noise means nothing. */
    const double base = fabs(old) < floor ? 0.0 : fabs(old);
    value.state = new > old ? DBT_VALUE_WORSE : DBT_VALUE_BETTER;
    value.percent = (new - old) / base * 100.0;
    value.fails = spec->gated && value.state == DBT_VALUE_WORSE &&
                  is_above(new - old, spec->fail_above / 100.0 * base, old, new);
    return value;
}

void dbt_diff_row_values(const dbt_diff *diff, size_t old_row, dbt_diff_value *values)
{
    dbt_diff_fields fields[DBT_N_SIDES];
    dbt_diff_side_fields(&diff->sides[DBT_OLD], old_row, &fields[DBT_OLD]);
    dbt_diff_side_fields(&diff->sides[DBT_NEW], diff->match[old_row] - 1, &fields[DBT_NEW]);
    for (int m = 0; m < DBT_N_METRICS; m++)
        values[m] = compare_column(diff, m, fields);
}

/* ---- the greatest changes of a column ---- */

/* Orders changes for the worse, or for the better: by percent, then by difference, then by row. */
static int by_size(const void *a, const void *b)
{
    const dbt_diff_change *x = a, *y = b;
    const double far_x = fabs(x->both[DBT_NEW] - x->both[DBT_OLD]);
    const double far_y = fabs(y->both[DBT_NEW] - y->both[DBT_OLD]);
    if (fabs(x->percent) != fabs(y->percent))
        return fabs(x->percent) > fabs(y->percent) ? -1 : 1;
    if (far_x != far_y)
        return far_x > far_y ? -1 : 1;
    return (x->rows[DBT_OLD] > y->rows[DBT_OLD]) - (x->rows[DBT_OLD] < y->rows[DBT_OLD]);
}

/* Leaves the `most` greatest changes in the list, in order. */
static void cut_to_top(dbt_diff_changes *changes, size_t most)
{
    const size_t n = arrlenu(changes->top);
    if (n > 0)
        qsort(changes->top, n, sizeof *changes->top, by_size);
    if (n > most)
        arrsetlen(changes->top, most);
}

/* Keeps a change that may be among the `most` greatest. The list is cut when it has that many, and
 * each time it has twice as many: what comes after its greatest ones is greater than the last of
 * them. */
static void keep(dbt_diff_changes *changes, size_t most, const dbt_diff_change *change)
{
    if (most == 0 ||
        (arrlenu(changes->top) >= most && by_size(change, &changes->top[most - 1]) > 0))
        return;
    arrput(changes->top, *change);
    if (arrlenu(changes->top) % most == 0)
        cut_to_top(changes, most);
}

/* ---- comparing rows ---- */

/* Rows [begin, end) of OLD, and what was found there. */
typedef struct part {
    dbt_diff *diff;
    int number; /* of the part, and of the keys that its thread uses */
    size_t begin, end, n_rows;
    dbt_diff_column columns[DBT_N_METRICS];
} part;

static void take_change(part *p, dbt_diff_changes *changes, const dbt_diff_value *value, size_t old,
                        size_t new)
{
    const dbt_diff_change change = { .both = { value->both[DBT_OLD], value->both[DBT_NEW] },
                                     .percent = value->percent,
                                     .rows = { (uint32_t)old, (uint32_t) new } };
    changes->n++;
    keep(changes, p->diff->spec.top, &change);
}

static void compare_rows(part *p, size_t old, size_t new, const dbt_diff_fields fields[DBT_N_SIDES])
{
    dbt_diff *diff = p->diff;
    p->n_rows++;
    diff->match[old] = (uint32_t) new + 1;
    diff->taken[new] = true;
    for (int m = 0; m < DBT_N_METRICS; m++) {
        dbt_diff_column *column = &p->columns[m];
        const dbt_diff_value value = compare_column(diff, m, fields);
        diff->fails[old] = diff->fails[old] || value.fails;
        switch (value.state) {
        case DBT_VALUE_NONE: continue;
        case DBT_VALUE_ONLY_OLD: column->n_only[DBT_OLD]++; continue;
        case DBT_VALUE_ONLY_NEW: column->n_only[DBT_NEW]++; continue;
        case DBT_VALUE_SAME: break;
        case DBT_VALUE_WORSE: take_change(p, &column->worse, &value, old, new); break;
        case DBT_VALUE_BETTER: take_change(p, &column->better, &value, old, new); break;
        }
        column->n_values++;
        column->n_failing += value.fails;
    }
}

/* Whether that row of NEW has the key. Also reads its fields. */
static bool is_match(const part *p, size_t row, const dbt_diff_key *key, dbt_diff_fields *fields)
{
    const dbt_diff_side *new = &p->diff->sides[DBT_NEW];
    dbt_diff_side_fields(new, row, fields);
    const dbt_diff_key other = dbt_diff_side_key(new, fields, p->number);
    return dbt_diff_same_key(key, &other, p->diff->by_method);
}

/* The row of NEW with that key, from 1; 0: none. Most files have their rows in one order, so it
 * tries the row after the last match first. */
static size_t find_row(const part *p, size_t guess, uint32_t hash, const dbt_diff_key *key,
                       dbt_diff_fields *fields)
{
    const dbt_diff_side *new = &p->diff->sides[DBT_NEW];
    size_t at = hash, row;
    if (guess < new->n_rows &&new->rows[guess].hash == hash && is_match(p, guess, key, fields))
        return guess + 1;
    while ((row = dbt_table_next(&new->table, hash, &at)) > 0 &&
           !is_match(p, row - 1, key, fields)) {
    }
    return row;
}

static bool compare_part(void *context, size_t number)
{
    part *p = (part *)context + number;
    const dbt_diff_side *old = &p->diff->sides[DBT_OLD];
    dbt_diff_fields fields[DBT_N_SIDES];
    size_t guess = p->begin;
    for (size_t row = p->begin; row < p->end; row++) {
        dbt_diff_side_fields(old, row, &fields[DBT_OLD]);
        const dbt_diff_key key = dbt_diff_side_key(old, &fields[DBT_OLD], p->number);
        const size_t found = find_row(p, guess, old->rows[row].hash, &key, &fields[DBT_NEW]);
        if (found > 0) {
            compare_rows(p, row, found - 1, fields);
            guess = found;
        }
    }
    return true;
}

static void merge_changes(dbt_diff_changes *all, size_t most, dbt_diff_changes *more)
{
    all->n += more->n;
    for (ptrdiff_t i = 0; i < arrlen(more->top); i++)
        keep(all, most, &more->top[i]);
    arrfree(more->top);
    cut_to_top(all, most);
}

static void merge_column(dbt_diff *diff, int metric, dbt_diff_column *more)
{
    dbt_diff_column *all = &diff->columns[metric];
    all->n_values += more->n_values;
    all->n_failing += more->n_failing;
    diff->n_values += more->n_values;
    diff->n_failing += more->n_failing;
    diff->n_missing_values += more->n_only[DBT_OLD];
    for (int side = 0; side < DBT_N_SIDES; side++)
        all->n_only[side] += more->n_only[side];
    merge_changes(&all->worse, diff->spec.top, &more->worse);
    merge_changes(&all->better, diff->spec.top, &more->better);
}

static void compare_all(dbt_diff *diff)
{
    const size_t n = diff->sides[DBT_OLD].n_rows;
    dbt_arena *memory = &diff->memory;
    part *parts = dbt_arena_array(memory, DBT_DIFF_KEYS, sizeof *parts);
    diff->match = dbt_arena_array(memory, n, sizeof *diff->match);
    diff->fails = dbt_arena_array(memory, n, sizeof *diff->fails);
    diff->taken = dbt_arena_array(memory, diff->sides[DBT_NEW].n_rows, sizeof *diff->taken);
    for (int i = 0; i < DBT_DIFF_KEYS; i++)
        parts[i] = (part){ .diff = diff,
                           .number = i,
                           .begin = n * (size_t)i / DBT_DIFF_KEYS,
                           .end = n * (size_t)(i + 1) / DBT_DIFF_KEYS };
    dbt_run_each(diff->spec.n_threads, DBT_DIFF_KEYS, compare_part, parts);
    for (int i = 0; i < DBT_DIFF_KEYS; i++) {
        diff->n_rows += parts[i].n_rows;
        for (int m = 0; m < DBT_N_METRICS; m++)
            merge_column(diff, m, &parts[i].columns[m]);
    }
    for (int side = 0; side < DBT_N_SIDES; side++)
        diff->n_only[side] = diff->sides[side].n_rows - diff->n_rows;
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
    if (!check_joints(diff, err) || !choose_columns(diff, err) ||
        !for_both_sides(diff, index_side, err))
        return false;
    compare_all(diff);
    return true;
}

dbt_diff *dbt_diff_new(const dbt_diff_spec *spec, dbt_error *err)
{
    dbt_diff *diff = dbt_alloc_object(sizeof *diff);
    diff->spec = *spec;
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
        arrfree(diff->columns[m].worse.top);
        arrfree(diff->columns[m].better.top);
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
        const dbt_diff_change *first = column->worse.top; /* NULL: none */
        if (column->n_failing > 0 && first && (!worst || by_size(first, worst) < 0)) {
            worst = first;
            *metric = m;
        }
    }
    return worst;
}
