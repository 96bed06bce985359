#include "run/tally_csv.h"

#include "base/mem.h"
#include "base/text.h"
#include "base/number.h"
#include "host/place.h"
#include "method/candidates.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A row over all joints. The texts are in the list of strings. */
typedef struct csv_row {
    const dbt_diff_text *text; /* its file */
    const char *place;         /* its first byte */
    const char *sequence, *label, *source, *target;
    size_t method; /* index in the tally */
    int cut;
    double at;
    const double *values; /* [DBT_N_METRICS], kept by the tally */
} csv_row;

typedef struct reading {
    const int *needed; /* stb_ds list */
    char ***strings;
    dbt_tally *tally; /* has the methods of the rows */
    csv_row *rows;    /* stb_ds list */
} reading;

/* ---- rows ---- */

static const char *keep_field(reading *r, const dbt_csv_field *field)
{
    const size_t n = (size_t)(field->text.end - field->text.begin);
    if (n == 0)
        return "";
    char *text = dbt_alloc_array(n + 1, 1);
    *dbt_csv_unquote(*field, text) = '\0';
    arrput(*r->strings, text);
    return text;
}

/* NAN where the cell is empty or no number. */
static double number_of(const dbt_csv_field *field)
{
    double value = NAN;
    const dbt_span text = field->text;
    return text.begin < text.end && dbt_number_read(text.begin, text.end, &value) == text.end
               ? value
               : NAN;
}

/* Finds the row's method: its settings, unless `auto` chose them, or a name. */
static void read_method(reading *r, const dbt_diff_fields *fields, csv_row *row)
{
    const char *method = keep_field(r, &fields->of[DBT_COLUMN_METHOD]);
    const char *settings = keep_field(r, &fields->of[DBT_COLUMN_SETTINGS]);
    const bool is_auto = strcmp(method, "auto") == 0;
    dbt_tuning tuning = dbt_tuning_auto();
    const bool has_tuning = is_auto || (*settings && dbt_tuning_parse(&tuning, settings, NULL));
    row->label = method;
    if (!*method && !has_tuning) {
        char base[256];
        dbt_base_name(row->text->file, base, sizeof base);
        const size_t n = strlen(base);
        if (n > 4 && strcmp(base + n - 4, ".csv") == 0)
            base[n - 4] = '\0';
        row->label = dbt_texts_add(r->strings, base, strlen(base));
    }
    row->method = dbt_tally_method_index(r->tally, has_tuning ? NULL : row->label, &tuning);
}

/* A method is ranked by two metrics whatever else is asked for. */
static bool check_row(const reading *r, const csv_row *row, dbt_error *err)
{
    static const dbt_metric ranking[] = { DBT_SEAM_RATIO, DBT_DISPLACEMENT_LIN };
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof ranking / sizeof *ranking; i++)
        ok = !isnan(row->values[ranking[i]]) ||
             dbt_fail(err, DBT_E_FORMAT,
                      "%s is empty: the cut was measured without its clips (" DBT_SETTING(
                          "source") ", " DBT_SETTING("target") ")",
                      dbt_metric_infos[ranking[i]].name);
    return (ok && dbt_check_compared((size_t)arrlen(r->tally->methods), err)) ||
           dbt_diff_text_locate(row->text, row->place, err);
}

static bool add_row(reading *r, const dbt_diff_side *side, size_t index, const dbt_diff_text *text,
                    dbt_error *err)
{
    dbt_diff_fields fields;
    dbt_diff_side_fields(side, index, &fields);
    const double cut = number_of(&fields.of[DBT_COLUMN_CUT]);
    csv_row row = { .text = text,
                    .place = side->rows[index].at,
                    .sequence = keep_field(r, &fields.of[DBT_COLUMN_SEQUENCE]),
                    .source = keep_field(r, &fields.of[DBT_COLUMN_SOURCE]),
                    .target = keep_field(r, &fields.of[DBT_COLUMN_TARGET]),
                    .at = number_of(&fields.of[DBT_COLUMN_AT]) };
    double values[DBT_N_METRICS];
    for (int i = 0; i < DBT_N_METRICS; i++)
        values[i] = number_of(&fields.of[DBT_COLUMN_METRICS + i]);
    if (!(cut >= 1.0 && cut <= 1e9 && cut == floor(cut)))
        return dbt_fail(err, DBT_E_NUMBER, "expected the number of a cut, from 1 (cut)") ||
               dbt_diff_text_locate(text, row.place, err);
    row.cut = (int)cut;
    row.values = dbt_tally_keep_row(r->tally, values);
    read_method(r, &fields, &row);
    arrput(r->rows, row);
    return check_row(r, &row, err);
}

static bool read_file(reading *r, const dbt_diff_text *text, dbt_error *err)
{
    static const char *const all_joints[] = { "\\*" };
    const dbt_diff_filter filter = { .joints = all_joints, .n_joints = 1 };
    dbt_diff_side side = { .files = NULL };
    bool ok = dbt_diff_side_read(&side, text, 1, filter, err);
    for (ptrdiff_t i = 0; ok && i < arrlen(r->needed); i++)
        ok = side.has[r->needed[i]] ||
             dbt_fail(err, DBT_E_FORMAT, "the header lacks the column '%s'",
                      dbt_metric_infos[r->needed[i]].name) ||
             dbt_diff_text_locate(text, text->bytes, err);
    if (ok && side.n_rows == 0)
        ok = dbt_fail(err, DBT_E_FORMAT, "no row over all joints ('*' in the column joint)") ||
             dbt_diff_text_locate(text, text->bytes, err);
    for (size_t i = 0; ok && i < side.n_rows; i++)
        ok = add_row(r, &side, i, text, err);
    dbt_diff_side_release(&side);
    return ok;
}

/* ---- which cuts are the same ---- */

/* Removes the last place of a word, with one separator. Returns whether there was one. */
static bool remove_word(char *text, const char *word)
{
    const size_t n_word = strlen(word);
    char *at = n_word > 0 ? dbt_diff_find_word(text, strlen(text), word, n_word, true) : NULL;
    if (!at && n_word > 0)
        at = dbt_diff_find_word(text, strlen(text), word, n_word, false);
    if (!at)
        return false;
    dbt_remove_word(text, at, at + n_word);
    return true;
}

/* Removes what distinguishes the method from the name of its sequence. */
static void remove_method(const dbt_tally *t, const csv_row *row, char *name)
{
    const dbt_tally_method *method = &t->methods[row->method];
    const dbt_tuning *tuning = &method->tuning;
    const char *preset = method->preset;
    if (method->label) {
        (void)remove_word(name, method->label);
        return;
    }
    if (!remove_word(name, row->label))
        (void)remove_word(name, tuning->method->name);
    if (preset)
        (void)remove_word(name, preset);
    for (int p = 0; !preset && p < tuning->method->n_params; p++) {
        const char *key = tuning->method->params[p].name;
        dbt_buffer pair = { 0 };
        dbt_buffer_format(&pair, "%s=", key);
        dbt_tuning_format(tuning, p, &pair);
        if (!remove_word(name, pair.bytes) && (method->varying >> p & 1))
            (void)remove_word(name, pair.bytes + strlen(key) + 1);
        dbt_buffer_release(&pair);
    }
}

/* What a cut is known by, with its number: the name of its sequence, or its clips and its time. */
typedef enum identity {
    BY_NAME,
    BY_NAME_WITHOUT_METHOD,
    BY_PATHS,
    BY_FILE_NAMES,
    N_IDENTITIES
} identity;

/* Names its sequence in *bare without its method. */
static void add_identity(const dbt_tally *t, const csv_row *row, identity by, dbt_buffer *key,
                         char *bare)
{
    const bool has_clips = *row->source && *row->target && !isnan(row->at);
    char source[256], target[256];
    dbt_buffer_format(key, "%d ", row->cut);
    if (by != BY_NAME)
        remove_method(t, row, bare);
    if (by < BY_PATHS || !has_clips) {
        dbt_buffer_text(key, bare);
    } else if (by == BY_PATHS) {
        dbt_buffer_format(key, "%.3f %s\n%s", row->at, row->source, row->target);
    } else {
        dbt_base_name(row->source, source, sizeof source);
        dbt_base_name(row->target, target, sizeof target);
        dbt_buffer_format(key, "%.3f %s\n%s", row->at, source, target);
    }
}

/* The index of the row's cut, which is added if it is new. */
static size_t cut_of(dbt_tally *t, const csv_row *row, identity by, dbt_names *cuts)
{
    dbt_buffer key = { 0 };
    char *bare = dbt_copy_text(row->sequence);
    add_identity(t, row, by, &key, bare);
    size_t *cut = dbt_names_item(cuts, key.bytes, sizeof *cut);
    if (*cut == 0) /* from 1 */
        *cut = dbt_tally_add_cut(t, *bare ? bare : row->sequence, row->cut, row->at) + 1;
    dbt_buffer_release(&key);
    dbt_free(bare);
    return *cut - 1;
}

/* Fills the tally with the cuts. Returns the first row whose method has its cut already; NULL:
 * none.
 */
static const csv_row *fill(const reading *r, identity by)
{
    const csv_row *twice = NULL;
    dbt_names cuts = { .list = NULL };
    dbt_tally_clear_cuts(r->tally);
    for (ptrdiff_t i = 0; i < arrlen(r->rows) && !twice; i++) {
        const csv_row *row = &r->rows[i];
        if (!dbt_tally_add(r->tally, cut_of(r->tally, row, by, &cuts), row->method, row->values))
            twice = row;
    }
    dbt_names_release_values(&cuts);
    return twice;
}

/* Takes the names of the sequences as they are, or what else cuts can be known by if methods then
 * share more of them. */
static bool fill_best(const reading *r, dbt_error *err)
{
    const csv_row *twice = fill(r, BY_NAME);
    if (twice)
        return dbt_fail(err, DBT_E_FORMAT,
                        "cut %d of '%.80s' is there twice with one method, '%.80s' ('dbtool diff' "
                        "compares two tables)",
                        twice->cut, twice->sequence, twice->label) ||
               dbt_diff_text_locate(twice->text, twice->place, err);
    identity best = BY_NAME;
    size_t most = dbt_tally_count_shared(r->tally);
    dbt_tally_find_varying(r->tally);
    for (identity by = BY_NAME + 1; by < N_IDENTITIES; by++) {
        if (!fill(r, by) && dbt_tally_count_shared(r->tally) > most) {
            best = by;
            most = dbt_tally_count_shared(r->tally);
        }
    }
    (void)fill(r, best);
    return true;
}

bool dbt_tally_read_csv(dbt_tally *tally, const dbt_diff_text *texts, size_t n, const int *needed,
                        char ***strings, dbt_error *err)
{
    reading r = { .needed = needed, .strings = strings, .tally = tally };
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++)
        ok = read_file(&r, &texts[i], err);
    ok = ok && fill_best(&r, err);
    arrfree(r.rows);
    return ok;
}
