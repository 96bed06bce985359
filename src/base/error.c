#include "base/error.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

bool dbt_fail_at(dbt_error *err, dbt_code code, const char *file, size_t line, size_t col,
                 const char *format, ...)
{
    if (!err)
        return false;
    *err = (dbt_error){ .code = code, .file = file, .line = line, .col = col };
    va_list args;
    va_start(args, format);
    vsnprintf(err->msg, sizeof err->msg, format, args);
    va_end(args);
    return false;
}

/* Writes "file:line:col: path: msg" and the suffix `more` into out[size], cut to fit, without the
 * fields that are empty; line and column only with a file. Control characters become '?'. file: may
 * be NULL. */
static void format_line(char *out, size_t size, const char *file, size_t line, size_t col,
                        const char *path, const char *msg, const char *more)
{
    char position[48] = "";
    if (file && line > 0)
        snprintf(position, sizeof position, ":%zu:%zu", line, col);
    snprintf(out, size, "%s%s%s%s%s%s%s", file ? file : "", position, file ? ": " : "", path,
             *path ? ": " : "", msg, more);
    dbt_defuse(out);
}

void dbt_error_format(const dbt_error *err, char *out, size_t size)
{
    format_line(out, size, err->file, err->line, err->col, err->path, err->msg, "");
}

void dbt_warn(dbt_warnings *warnings, dbt_warning_kind kind, const char *file, size_t line,
              size_t col, const char *format, ...)
{
    dbt_warning *w = &warnings->kind[kind];
    if (w->count++ > 0)
        return;
    w->file = file;
    w->line = line;
    w->col = col;
    va_list args;
    va_start(args, format);
    vsnprintf(w->msg, sizeof w->msg, format, args);
    va_end(args);
}

bool dbt_has_warnings(const dbt_warnings *warnings)
{
    for (int i = 0; i < DBT_N_WARNINGS; i++)
        if (warnings->kind[i].count > 0)
            return true;
    return false;
}

void dbt_warning_format(const dbt_warning *warning, char *out, size_t size)
{
    const dbt_warning *w = warning;
    char more[40] = "";
    if (w->count > 1)
        snprintf(more, sizeof more, " (and %zu more)", w->count - 1);
    format_line(out, size, w->file, w->line, w->col, "", w->msg, more);
}

/* Lower case, and '_' for '-'. */
static char fold(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '-' ? '_' : c;
}

enum { NAME_MAX_COMPARED = 64 };

/* Restricted Damerau-Levenshtein distance: the edits (insert, delete, replace, swap neighbours)
 * from a to b. Case and '-' against '_' are ignored. Only the first NAME_MAX_COMPARED bytes count.
 * */
static size_t edit_distance(const char *a, const char *b)
{
    size_t rows[3][NAME_MAX_COMPARED + 1];
    const size_t na = strnlen(a, NAME_MAX_COMPARED), nb = strnlen(b, NAME_MAX_COMPARED);
    size_t *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= nb; j++)
        last[j] = j;
    for (size_t i = 1; i <= na; i++) {
        now[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            const char ca = fold(a[i - 1]), cb = fold(b[j - 1]);
            size_t best = last[j - 1] + (ca != cb);
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && ca == fold(b[j - 2]) && fold(a[i - 2]) == cb &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
        size_t *oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    return last[nb];
}

/* Length of the common prefix of a and b, bytes; case and '-' against '_' are ignored. */
static size_t prefix_length(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && b[n] && fold(a[n]) == fold(b[n]))
        n++;
    return n;
}

/* Whether a name contains `inner`, which is not empty; case and '-' against '_' are ignored. */
static bool contains(const char *name, const char *inner)
{
    while (*name && inner[prefix_length(name, inner)])
        name++;
    return *name != '\0';
}

enum { MIN_INNER_LENGTH = 3 };

const char *dbt_nearest_name(const char *given, const char *const *names, size_t n)
{
    size_t nearest = n;
    const size_t length = strnlen(given, NAME_MAX_COMPARED);
    size_t fewest = length < 5 ? 1 : 1 + length / 3; /* more edits than that are no typing error */
    for (size_t i = 0; i < n && length > 0; i++) {
        const size_t d = edit_distance(given, names[i]);
        if (d < fewest + (nearest == n)) {
            nearest = i;
            fewest = d;
        }
    }
    for (size_t i = 0; i < n && nearest == n && length >= MIN_INNER_LENGTH; i++)
        if (contains(names[i], given))
            nearest = i;
    size_t longest = length / 2 > MIN_INNER_LENGTH ? length / 2 : MIN_INNER_LENGTH;
    for (size_t i = 0, found = nearest; i < n && found == n; i++) {
        const size_t prefix = prefix_length(names[i], given);
        if (prefix > longest) {
            nearest = i;
            longest = prefix;
        }
    }
    return nearest < n ? names[nearest] : NULL;
}

/* The order of dbt_nearest_names: edits, and a surplus unless one name contains the other. */
static size_t distance_of(const char *given, const char *name)
{
    const bool is_inner = (strlen(given) >= MIN_INNER_LENGTH && contains(name, given)) ||
                          (strlen(name) >= MIN_INNER_LENGTH && contains(given, name));
    return edit_distance(given, name) + (is_inner ? 0 : NAME_MAX_COMPARED);
}

size_t dbt_nearest_names(const char *given, const char *const *names, size_t n,
                         const char **nearest, size_t max)
{
    for (size_t found = 0; found < max; found++) {
        size_t smallest = SIZE_MAX;
        for (size_t i = 0; i < n; i++) {
            bool known = false;
            for (size_t k = 0; k < found; k++)
                known = known || strcmp(nearest[k], names[i]) == 0;
            const size_t distance = known ? SIZE_MAX : distance_of(given, names[i]);
            if (distance < smallest) {
                nearest[found] = names[i];
                smallest = distance;
            }
        }
        if (smallest == SIZE_MAX)
            return found;
    }
    return max;
}
