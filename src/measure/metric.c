#include "measure/metric.h"

#include "measure/frame_metrics.h"

#include <stdio.h>
#include <string.h>

/* NOLINTBEGIN(bugprone-macro-parentheses): the columns of a table */
const dbt_metric_info dbt_metric_infos[DBT_N_METRICS] = {
#define METRIC(id, column, of_unit, get, of_kind, from, at, frames, adds, sums)                    \
    [DBT_##id] = { .name = column,                                                                 \
                   .unit = of_unit,                                                                \
                   .value = dbt_value_##get,                                                       \
                   .kind = DBT_##of_kind,                                                          \
                   .of = DBT_OF_##from,                                                            \
                   .when = DBT_WHEN_##at,                                                          \
                   .history = frames,                                                              \
                   .over = DBT_OVER_##adds,                                                        \
                   .sum = DBT_SUM_##sums,                                                          \
                   .needs_clips = DBT_OF_##from != DBT_OF_OUTPUT,                                  \
                   .judged = DBT_OF_##from != DBT_OF_LEVELS },
#define RATIO(id, column, of_numerator, of_level)                                                  \
    [DBT_##id] = { .name = column,                                                                 \
                   .unit = "ratio",                                                                \
                   .sum = DBT_SUM_RATIO,                                                           \
                   .numerator = DBT_##of_numerator,                                                \
                   .level = DBT_##of_level,                                                        \
                   .needs_clips = true,                                                            \
                   .judged = true },
#include "measure/metric_list.def"
#undef METRIC
#undef RATIO
};
/* NOLINTEND(bugprone-macro-parentheses) */

const char *dbt_column_name(int column)
{
    static const char *const before[] = { "sequence", "cut", "method", "at", "joint" };
    static const char *const after[] = { "settings", "source", "target" };
    return column < DBT_COLUMN_METRICS    ? before[column]
           : column < DBT_COLUMN_SETTINGS ? dbt_metric_infos[column - DBT_COLUMN_METRICS].name
                                          : after[column - DBT_COLUMN_SETTINGS];
}

int dbt_column_find(const char *name, size_t n)
{
    int column = 0;
    while (column < DBT_N_COLUMNS &&
           (strlen(dbt_column_name(column)) != n || memcmp(dbt_column_name(column), name, n) != 0))
        column++;
    return column;
}

int dbt_metric_find(const char *name, size_t n)
{
    const int metric = dbt_column_find(name, n) - DBT_COLUMN_METRICS;
    return metric >= 0 && metric < DBT_N_METRICS ? metric : -1;
}

int dbt_metric_parse(const char *name, size_t n, dbt_error *err)
{
    const int found = dbt_metric_find(name, n);
    if (found >= 0)
        return found;
    const char *names[DBT_N_METRICS];
    for (int i = 0; i < DBT_N_METRICS; i++)
        names[i] = dbt_metric_infos[i].name;
    char asked[64];
    snprintf(asked, sizeof asked, "%.*s", n < sizeof asked ? (int)n : (int)sizeof asked, name);
    const char *nearest = dbt_nearest_name(asked, names, DBT_N_METRICS);
    dbt_fail(err, DBT_E_PARAM, "unknown column '%s'%s%s%s", asked,
             nearest ? "; did you mean '" : " (dbtool-csv(5) lists them)", nearest ? nearest : "",
             nearest ? "'?" : "");
    return -1;
}
