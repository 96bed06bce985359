#include "diff/diff.h"

#include "base/mem.h"
#include "base/number.h"
#include "host/ordered_loop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- floors ---- */

/* Imperceptible, and well above another compiler's rounding of frames with six decimals: each
 * derivative multiplies an error in the last decimal by the frame rate. */
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

/* Returns whether difference > limit by more than rounding error. Decimals such as 0.3 are not
 * exact doubles: a difference equal to the limit may come out a few ulps too large. */
static bool is_above(double difference, double limit, double old, double new)
{
    return difference - limit > 1e-12 * (fabs(old) + fabs(new));
}

/* Compares a metric of two matched rows. Returns the state DBT_VALUE_NONE if the column is not
 * compared or both cells are empty. A value that is worse fails if spec.gated and above the limit;
 * one only in OLD fails with spec.fail_missing; all others pass. `percent` is 0 and `both`
 * undefined unless the value is worse or better. */
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
    (void)dbt_number_read(a.begin, a.end,
                          &value.both[DBT_OLD]); /* dbt_diff_side_read checked them */
    (void)dbt_number_read(b.begin, b.end, &value.both[DBT_NEW]);
    const double old = value.both[DBT_OLD], new = value.both[DBT_NEW];
    const double floor = spec->floors[metric];
    if (!is_above(fabs(new - old), floor, old, new))
        return value;
    /* An old value below the floor is noise, so a percentage of it means nothing. */
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

/* Order of changes, for qsort: greatest |percent| first, then greatest |new - old|, then first row
 * of OLD. */
static int by_size(const void *a, const void *b)
{
    const dbt_diff_change *x = a, *y = b;
    const double difference_x = fabs(x->both[DBT_NEW] - x->both[DBT_OLD]);
    const double difference_y = fabs(y->both[DBT_NEW] - y->both[DBT_OLD]);
    if (fabs(x->percent) != fabs(y->percent))
        return fabs(x->percent) > fabs(y->percent) ? -1 : 1;
    if (difference_x != difference_y)
        return difference_x > difference_y ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* Sorts changes->top and truncates it to the max_n greatest. changes->n stays. */
static void truncate_to_top(dbt_diff_changes *changes, size_t max_n)
{
    const size_t n = arrlenu(changes->top);
    if (n > 0)
        qsort(changes->top, n, sizeof *changes->top, by_size);
    if (n > max_n)
        arrsetlen(changes->top, max_n);
}

/* Adds 1 to changes->n, and a copy of *change to changes->top, unless max_n changes there are
 * greater. max_n 0: counts only. The list is sorted and truncated whenever its length is a multiple
 * of max_n; its entry max_n - 1 is then the threshold. Call truncate_to_top after the last. */
static void add_change(dbt_diff_changes *changes, size_t max_n, const dbt_diff_change *change)
{
    changes->n++;
    if (max_n == 0 ||
        (arrlenu(changes->top) >= max_n && by_size(change, &changes->top[max_n - 1]) > 0))
        return;
    arrput(changes->top, *change);
    if (arrlenu(changes->top) % max_n == 0)
        truncate_to_top(changes, max_n);
}

/* ---- comparing rows ---- */

/* Records that two rows (from 0) match: diff->match, matched and n_rows. Compares all their metrics
 * and adds the results to diff->columns. Sets diff->fails[old] if a value fails. fields: of both
 * rows. The sums over columns are compare_all's. */
static void compare_rows(dbt_diff *diff, size_t old, size_t new,
                         const dbt_diff_fields fields[DBT_N_SIDES])
{
    const size_t top = diff->spec.top;
    diff->n_rows++;
    diff->match[old] = (uint32_t) new + 1;
    diff->matched[new] = true;
    for (int m = 0; m < DBT_N_METRICS; m++) {
        dbt_diff_column *column = &diff->columns[m];
        const dbt_diff_value value = compare_column(diff, m, fields);
        const dbt_diff_change change = { .both = { value.both[DBT_OLD], value.both[DBT_NEW] },
                                         .percent = value.percent,
                                         .row = (uint32_t)old };
        diff->fails[old] = diff->fails[old] || value.fails;
        switch (value.state) {
        case DBT_VALUE_NONE: continue;
        case DBT_VALUE_ONLY_OLD: column->n_only[DBT_OLD]++; continue;
        case DBT_VALUE_ONLY_NEW: column->n_only[DBT_NEW]++; continue;
        case DBT_VALUE_SAME: break;
        case DBT_VALUE_WORSE: add_change(&column->worse, top, &change); break;
        case DBT_VALUE_BETTER: add_change(&column->better, top, &change); break;
        }
        column->n_values++;
        column->n_failing += value.fails;
    }
}

/* ---- joining ---- */

/* Hash index of the unmatched rows of NEW. Rows with equal keys form a linked chain in their order;
 * the table has the last row of each chain. */
typedef struct new_index {
    dbt_diff *diff;   /* borrowed */
    bool by_settings; /* the key includes the settings */
    dbt_table table;  /* items: rows, from 1 */
    uint32_t *next;   /* [rows]: next row of the chain, from 1; 0: none */
    uint32_t *chain;  /* [rows], valid at the last row of a chain: its first unmatched row, from 1;
                         0: none */
} new_index;

/* Returns the hash of a row's key, of either side; with the settings if n->by_settings. */
static uint32_t hash_of(const new_index *n, const dbt_diff_row *row)
{
    uint32_t hash = row->hash;
    if (n->diff->by_method)
        hash = hash * 31 + row->method_hash;
    return n->by_settings ? hash * 31 + row->settings_hash : hash;
}

/* Whether two rows have equal keys; with the settings if n->by_settings. */
static bool same_key(const new_index *n, const dbt_diff_fields *a, const dbt_diff_fields *b)
{
    return dbt_diff_same_field(a, b, DBT_COLUMN_JOINT) &&
           dbt_diff_same_field(a, b, DBT_COLUMN_CUT) &&
           dbt_diff_same_field(a, b, DBT_COLUMN_SEQUENCE) &&
           (!n->diff->by_method || dbt_diff_same_field(a, b, DBT_COLUMN_METHOD)) &&
           (!n->by_settings || dbt_diff_same_field(a, b, DBT_COLUMN_SETTINGS));
}

/* Returns the last row of the chain with a key, from 1, even if that row is matched by now; 0: no
 * chain has the key. key: the fields of a row that has it; hash: the key's, by hash_of. */
static size_t find_chain(const new_index *n, uint32_t hash, const dbt_diff_fields *key)
{
    dbt_diff_fields fields;
    size_t at = hash, row;
    while ((row = dbt_table_next(&n->table, hash, &at)) > 0) {
        dbt_diff_side_fields(&n->diff->sides[DBT_NEW], row - 1, &fields);
        if (same_key(n, key, &fields))
            return row;
    }
    return 0;
}

/* Fills n->table, next and chain with the rows of NEW that diff->matched lacks, from the last row
 * of the files to the first. next and chain: zeroed. */
static void build_chains(new_index *n)
{
    const dbt_diff_side *new = &n->diff->sides[DBT_NEW];
    dbt_table_reserve(&n->table, new->n_rows);
    for (size_t row = new->n_rows; row-- > 0;) {
        const uint32_t hash = hash_of(n, &new->rows[row]);
        size_t at = hash, last = 0;
        if (n->diff->matched[row])
            continue;
        if (dbt_table_next(&n->table, hash, &at) > 0) {
            dbt_diff_fields key;
            dbt_diff_side_fields(new, row, &key);
            last = find_chain(n, hash, &key);
        }
        if (last == 0) {
            last = row + 1;
            dbt_table_add(&n->table, hash, (uint32_t)last);
        }
        n->next[row] = n->chain[last - 1];
        n->chain[last - 1] = (uint32_t)row + 1;
    }
}

/* Removes the next row of NEW with a key from its chain and returns it, from 1; 0: none is left.
 * Tries `guess`, a row of NEW from 0, first, because two files usually have their rows in the same
 * order; it may be past the last row. The key is in fields[DBT_OLD]; fields[DBT_NEW] receives the
 * row's fields, undefined if 0 is returned. hash: the key's, by hash_of. */
static size_t pop_match(new_index *n, size_t guess, uint32_t hash,
                        dbt_diff_fields fields[DBT_N_SIDES])
{
    const dbt_diff_side *new = &n->diff->sides[DBT_NEW];
    if (guess < new->n_rows && n->chain[guess] == guess + 1 &&
        hash_of(n, &new->rows[guess]) == hash) {
        dbt_diff_side_fields(new, guess, &fields[DBT_NEW]);
        if (same_key(n, &fields[DBT_OLD], &fields[DBT_NEW])) {
            n->chain[guess] = n->next[guess];
            return guess + 1;
        }
    }
    const size_t last = find_chain(n, hash, &fields[DBT_OLD]);
    const size_t row = last > 0 ? n->chain[last - 1] : 0;
    if (row > 0) {
        n->chain[last - 1] = n->next[row - 1];
        dbt_diff_side_fields(new, row - 1, &fields[DBT_NEW]);
    }
    return row;
}

/* Matches the rows of OLD without a match to rows of NEW without one, by key, and compares each
 * pair (compare_rows). by_settings: only rows with equal settings match. Rows that find none are
 * left unchanged. */
static void match_rows(dbt_diff *diff, bool by_settings)
{
    const dbt_diff_side *old = &diff->sides[DBT_OLD];
    const size_t n = diff->sides[DBT_NEW].n_rows;
    new_index rows = { .diff = diff,
                       .by_settings = by_settings,
                       .next = dbt_alloc_array(n, sizeof *rows.next),
                       .chain = dbt_alloc_array(n, sizeof *rows.chain) };
    dbt_diff_fields fields[DBT_N_SIDES];
    build_chains(&rows);
    for (size_t row = 0, guess = 0; row < old->n_rows; row++) {
        if (diff->match[row] > 0)
            continue;
        dbt_diff_side_fields(old, row, &fields[DBT_OLD]);
        const size_t found = pop_match(&rows, guess, hash_of(&rows, &old->rows[row]), fields);
        if (found > 0) {
            compare_rows(diff, row, found - 1, fields);
            guess = found;
        }
    }
    dbt_free(rows.next);
    dbt_free(rows.chain);
    dbt_table_release(&rows.table);
}

/* Allocates match, fails and matched of *diff, matches the rows, with settings first and then
 * without, and compares them. Sets n_only, sums the columns' counts into n_values, n_failing and
 * n_missing_values, and truncates their lists to spec.top. After select_columns. */
static void compare_all(dbt_diff *diff)
{
    const size_t n = diff->sides[DBT_OLD].n_rows, n_new = diff->sides[DBT_NEW].n_rows;
    diff->match = dbt_arena_array(&diff->memory, n, sizeof *diff->match);
    diff->fails = dbt_arena_array(&diff->memory, n, sizeof *diff->fails);
    diff->matched = dbt_arena_array(&diff->memory, n_new, sizeof *diff->matched);
    match_rows(diff, true);
    if (diff->n_rows < n && diff->n_rows < n_new)
        match_rows(diff, false);
    for (int side = 0; side < DBT_N_SIDES; side++)
        diff->n_only[side] = diff->sides[side].n_rows - diff->n_rows;
    for (int m = 0; m < DBT_N_METRICS; m++) {
        dbt_diff_column *column = &diff->columns[m];
        diff->n_values += column->n_values;
        diff->n_failing += column->n_failing;
        diff->n_missing_values += column->n_only[DBT_OLD];
        truncate_to_top(&column->worse, diff->spec.top);
        truncate_to_top(&column->better, diff->spec.top);
    }
}

/* ---- rows and columns that remain after filtering ---- */

const char *const dbt_diff_side_names[DBT_N_SIDES] = { "OLD", "NEW" };

/* Fails with DBT_E_PARAM if the side has rows, but none of the filter's method; the message
 * suggests a similar method. Passes without a filter for methods. name: of the side. */
static bool check_method(const dbt_diff_side *side, const char *name, dbt_error *err)
{
    const char *method = side->filter.method;
    if (!method || side->has_method || side->n_read == 0)
        return true;
    const char *nearest =
        dbt_nearest_name(method, (const char *const *)side->methods, side->n_methods);
    return dbt_fail(err, DBT_E_PARAM, "no row of %s has the method '%.100s'%s%.100s%s", name,
                    method, nearest ? "; did you mean '" : "", nearest ? nearest : "",
                    nearest ? "'?" : "");
}

/* Fails with DBT_E_PARAM if a glob of the filter matched the joint of no row on either side. Passes
 * if neither side has rows before filtering. */
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

/* Sets compared and missing of each column, and n_compared and n_missing_columns of *diff. Fails
 * with DBT_E_PARAM if no column is compared, unless one is missing and spec.fail_missing is set. */
static bool select_columns(dbt_diff *diff, dbt_error *err)
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

/* Reads one side (DBT_OLD, DBT_NEW) of `context`, a dbt_diff. Fails as dbt_diff_side_read. Reading
 * is half of the work, so each side has a thread. */
static bool read_side(void *context, size_t side, dbt_error *err)
{
    dbt_diff *diff = context;
    const dbt_diff_spec *spec = &diff->spec;
    return dbt_diff_side_read(&diff->sides[side], spec->inputs[side], spec->n_inputs[side],
                              spec->filters[side], err);
}

/* Reads both sides, in two threads, sets diff->by_method (without a filter, if a side has two
 * methods or more), and compares them. Fails as dbt_diff_new; the caller then frees *diff. */
static bool read_and_compare(dbt_diff *diff, dbt_error *err)
{
    const dbt_ordered calls = { .work = read_side, .context = diff };
    if (!dbt_run_ordered(DBT_N_SIDES, DBT_N_SIDES, &calls, err))
        return false;
    for (int side = 0; side < DBT_N_SIDES; side++)
        if (!check_method(&diff->sides[side], dbt_diff_side_names[side], err))
            return false;
    diff->by_method = !diff->spec.filters[DBT_OLD].method &&
                      (diff->sides[DBT_OLD].n_methods > 1 || diff->sides[DBT_NEW].n_methods > 1);
    if (!check_joints(diff, err) || !select_columns(diff, err))
        return false;
    compare_all(diff);
    return true;
}

dbt_diff *dbt_diff_new(const dbt_diff_spec *spec, dbt_error *err)
{
    dbt_diff *diff = dbt_alloc_object(sizeof *diff);
    diff->spec = *spec;
    if (read_and_compare(diff, err))
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
    return side == DBT_OLD ? diff->match[row] == 0 : !diff->matched[row];
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
