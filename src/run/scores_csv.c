#include "run/scores_csv.h"

#include "base/mem.h"
#include "base/text.h"
#include "base/number.h"
#include "host/file_identity.h"
#include "method/candidates.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A row over all joints. */
typedef struct csv_row {
    const dbt_input *input; /* the row's file */
    const char *begin;      /* first byte of the row */
    const char *label;
    bool is_auto;
    size_t method; /* index of the method in the scores */
    double values[DBT_N_METRICS];
} csv_row;

typedef struct known_cut {
    size_t number;             /* index in the scores, from 1 */
    const dbt_input *of_autos; /* file of its rows of `auto`; NULL: none */
} known_cut;

typedef struct reading {
    const int *needed; /* stb_ds list */
    char ***strings;
    dbt_scores *scores;
    dbt_names cuts; /* key of a cut to known_cut */
} reading;

/* ---- rows ---- */

/* Returns a copy of a cell without quotes, owned by *r->strings; a static "" if it is empty. */
static const char *copy_field(reading *r, const dbt_csv_field *field)
{
    if (field->text.begin == field->text.end)
        return "";
    char *text = dbt_csv_copy(*field);
    arrput(*r->strings, text);
    return text;
}

/* Returns a cell's number; NAN: empty or not a number. */
static double number_of(const dbt_csv_field *field)
{
    double value = NAN;
    const dbt_span text = field->text;
    return text.begin < text.end && dbt_number_read(text.begin, text.end, &value) == text.end
               ? value
               : NAN;
}

/* Sets the row's label, is_auto and method. label: the cell `method`; if it and `settings` give no
 * method, the file's base name without .csv. method: `auto` if the cell `method` is; else the
 * tuning in `settings`, if it can be read; else the label. Adds a new method to the scores. */
static void read_method(reading *r, const dbt_diff_fields *fields, csv_row *row)
{
    const char *method = copy_field(r, &fields->of[DBT_COLUMN_METHOD]);
    const char *settings = copy_field(r, &fields->of[DBT_COLUMN_SETTINGS]);
    row->is_auto = strcmp(method, "auto") == 0;
    dbt_tuning tuning = dbt_tuning_auto();
    const bool has_tuning =
        row->is_auto || (*settings && dbt_tuning_parse(&tuning, settings, NULL));
    row->label = method;
    if (!*method && !has_tuning) {
        char base[256];
        dbt_base_name(dbt_input_name(row->input->path), base, sizeof base);
        const size_t n = strlen(base);
        if (n > 4 && strcmp(base + n - 4, ".csv") == 0)
            base[n - 4] = '\0';
        row->label = dbt_texts_add(r->strings, base, strlen(base));
    }
    row->method = dbt_scores_method(r->scores, has_tuning ? NULL : row->label, &tuning);
}

/* Fails with DBT_E_FORMAT if the row lacks one of the rule's two metrics, which must exist even if
 * another metric ranks. Fails as dbt_check_compared if there are too many methods. Errors have the
 * row's file and line. */
static bool check_row(const reading *r, const csv_row *row, dbt_error *err)
{
    static const dbt_metric ranking[] = { DBT_SEAM_RATIO, DBT_DISPLACEMENT_LIN };
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof ranking / sizeof *ranking; i++)
        ok = !isnan(row->values[ranking[i]]) ||
             dbt_fail(err, DBT_E_FORMAT,
                      "%s is empty: the cut was measured without its clips (--source, --target)",
                      dbt_metric_infos[ranking[i]].name);
    return (ok && dbt_check_compared((size_t)arrlen(r->scores->methods), err)) ||
           dbt_diff_locate(row->input, row->begin, err);
}

/* Returns the first method `auto`, `auto (2)`... without a row at a cut, added if new. A plan that
 * swept parameters of `auto` has several rows, in the plan's order, and no column shows the
 * parameters. */
static size_t next_auto(const reading *r, size_t cut)
{
    const dbt_tuning tuning = dbt_tuning_auto();
    size_t method = dbt_scores_method(r->scores, NULL, &tuning);
    for (int n = 2; dbt_scores_has(r->scores, cut, method); n++) {
        char label[32];
        snprintf(label, sizeof label, "auto (%d)", n);
        method = dbt_scores_method(r->scores, label, &tuning);
    }
    return method;
}

/* Adds a row to its cut, which is added if new. Rows of `auto` in one file are different methods
 * (next_auto). Fails with DBT_E_FORMAT, at the row, if the cut has a row of the method, or one of
 * `auto` from another file. at: seconds; NAN: unknown. */
static bool add_to_cut(reading *r, const csv_row *row, const char *sequence, int number, double at,
                       dbt_error *err)
{
    dbt_buffer key = { 0 };
    dbt_buffer_format(&key, "%d %s", number, sequence);
    known_cut *cut = dbt_names_item(&r->cuts, key.bytes, sizeof *cut);
    dbt_buffer_release(&key);
    if (cut->number == 0)
        cut->number = dbt_scores_add_cut(r->scores, sequence, number, at) + 1;
    const bool goes_on = row->is_auto && (!cut->of_autos || cut->of_autos == row->input);
    const size_t method = goes_on ? next_auto(r, cut->number - 1) : row->method;
    if (row->is_auto)
        cut->of_autos = row->input;
    if (dbt_scores_has(r->scores, cut->number - 1, method))
        return dbt_fail(err, DBT_E_FORMAT,
                        "cut %d of '%.80s' is there twice with one method, '%.80s' ('dbtool diff' "
                        "compares two tables)",
                        number, sequence, row->label) ||
               dbt_diff_locate(row->input, row->begin, err);
    dbt_scores_add(r->scores, cut->number - 1, method, row->values);
    return true;
}

/* Adds the values of side->rows[index] to its cut; `input` is its file. Fails with DBT_E_NUMBER, at
 * the row, if its cut is no whole number from 1 to 1e9, or as check_row and add_to_cut. */
static bool add_row(reading *r, const dbt_diff_side *side, size_t index, const dbt_input *input,
                    dbt_error *err)
{
    dbt_diff_fields fields;
    dbt_diff_side_fields(side, index, &fields);
    const double cut = number_of(&fields.of[DBT_COLUMN_CUT]);
    const char *sequence = copy_field(r, &fields.of[DBT_COLUMN_SEQUENCE]);
    csv_row row = { .input = input, .begin = side->rows[index].at };
    for (int i = 0; i < DBT_N_METRICS; i++)
        row.values[i] = number_of(&fields.of[DBT_COLUMN_METRICS + i]);
    if (!(cut >= 1.0 && cut <= 1e9 && cut == floor(cut)))
        return dbt_fail(err, DBT_E_NUMBER, "expected the number of a cut, from 1 (cut)") ||
               dbt_diff_locate(input, row.begin, err);
    read_method(r, &fields, &row);
    return check_row(r, &row, err) &&
           add_to_cut(r, &row, sequence, (int)cut, number_of(&fields.of[DBT_COLUMN_AT]), err);
}

/* Reads the rows over all joints of a CSV file. Fails as dbt_diff_side_read and add_row, or with
 * DBT_E_FORMAT if a needed column or every such row is missing. */
static bool read_file(reading *r, const dbt_input *input, dbt_error *err)
{
    static const char *const all_joints[] = { "\\*" };
    const dbt_diff_filter filter = { .joints = all_joints, .n_joints = 1 };
    dbt_diff_side side = { .files = NULL };
    bool ok = dbt_diff_side_read(&side, input, 1, filter, err);
    for (ptrdiff_t i = 0; ok && i < arrlen(r->needed); i++)
        ok = side.has[r->needed[i]] ||
             dbt_fail(err, DBT_E_FORMAT, "the header lacks the column '%s'",
                      dbt_metric_infos[r->needed[i]].name) ||
             dbt_diff_locate(input, input->bytes, err);
    if (ok && side.n_rows == 0)
        ok = dbt_fail(err, DBT_E_FORMAT, "no row over all joints ('*' in the column joint)") ||
             dbt_diff_locate(input, input->bytes, err);
    for (size_t i = 0; ok && i < side.n_rows; i++)
        ok = add_row(r, &side, i, input, err);
    dbt_diff_side_release(&side);
    return ok;
}

bool dbt_scores_read_csv(dbt_scores *scores, const dbt_input *inputs, size_t n, const int *needed,
                         char ***strings, dbt_error *err)
{
    reading r = { .needed = needed, .strings = strings, .scores = scores };
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++)
        ok = read_file(&r, &inputs[i], err);
    dbt_names_release_values(&r.cuts);
    return ok;
}
