#include "base/csv.h"

#include "base/mem.h"

#include <string.h>

/* Returns the closing quote of the field whose opening quote is at p; NULL if there is none.
 * *doubled: whether doubled quotes come before it, or before `end`. */
static const char *closing_quote(const char *p, const char *end, bool *doubled)
{
    *doubled = false;
    while ((p = memchr(p + 1, '"', (size_t)(end - p) - 1))) {
        if (p + 1 == end || p[1] != '"')
            return p;
        *doubled = true;
        p++;
    }
    return NULL;
}

/* Whether a field may end at p: at a comma, a line end or `end`. */
static bool ends_field(const char *p, const char *end)
{
    return p == end || *p == ',' || dbt_is_line_end(*p);
}

const char *dbt_csv_quoted_at(const char *p, const char *end, dbt_csv_field *field)
{
    bool doubled;
    const char *close = closing_quote(p, end, &doubled);
    if (!close || !ends_field(close + 1, end) || memchr(p, '\0', (size_t)(close - p)))
        return NULL;
    *field = (dbt_csv_field){ { p + 1, close }, doubled };
    return close + 1;
}

const char *dbt_csv_first_row(const char *text, size_t n)
{
    return dbt_csv_next_row(text + dbt_bom_size(text, n), text + n);
}

char *dbt_csv_unquote(dbt_csv_field field, char *out)
{
    const size_t n = (size_t)(field.text.end - field.text.begin);
    if (!field.doubled) {
        if (n > 0)
            memcpy(out, field.text.begin, n);
        return out + n;
    }
    for (const char *p = field.text.begin; p < field.text.end; p++) {
        *out++ = *p;
        p += *p == '"';
    }
    return out;
}

char *dbt_csv_copy(dbt_csv_field field)
{
    char *text = dbt_alloc_array((size_t)(field.text.end - field.text.begin) + 1, 1);
    *dbt_csv_unquote(field, text) = '\0';
    return text;
}

bool dbt_csv_fail(const char *text, size_t n, const char *file, const char *p, dbt_error *err)
{
    const char *const end = text + n;
    const char *reason = "a quote within a field that does not begin with one";
    const char *at = p;
    size_t line, col;
    if (*p == '"') {
        bool doubled;
        const char *close = closing_quote(p, end, &doubled);
        reason = !close ? "a quoted field without its closing quote"
                        : "text after the closing quote, expected a comma or the end of the line";
        at = close && !ends_field(close + 1, end) ? close + 1 : p;
        const char *nul = memchr(p, '\0', (size_t)((close ? close : end) - p));
        at = nul && at == p ? nul : at;
    } else {
        while (at < end && *at != '"' && *at != '\0')
            at++;
    }
    if (at == end || *at == '\0')
        reason = "a zero byte, expected text in UTF-8";
    dbt_text_locate(text, at, &line, &col);
    return dbt_fail_at(err, DBT_E_SYNTAX, file, line, col, "%s", reason);
}
