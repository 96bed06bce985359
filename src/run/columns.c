#include "run/columns.h"

#include "base/mem.h"

#include <string.h>

static void add_column(int **columns, int metric)
{
    for (ptrdiff_t i = 0; i < arrlen(*columns); i++)
        if ((*columns)[i] == metric)
            return;
    arrput(*columns, metric);
}

static bool read_list(const char *text, int **columns, dbt_error *err)
{
    for (bool more = *text != '\0'; more;) {
        const size_t n = strcspn(text, ",");
        const int metric = dbt_metric_parse(text, n, err);
        if (metric < 0)
            return false;
        add_column(columns, metric);
        more = text[n] == ',';
        text += n + more;
    }
    return true;
}

/* The rank comes first, and what keeps a long mushy blend from winning beside it. */
bool dbt_columns_read(const char *rank, const char *list, dbt_metric *rank_metric, int **columns,
                      dbt_error *err)
{
    static const dbt_metric usual[] = { DBT_ANG_VEL_JUMP,        DBT_LIN_VEL_JUMP,
                                        DBT_ANG_ACC_JUMP,        DBT_ANG_JERK_RMS_RATIO,
                                        DBT_LIN_JERK_PEAK_RATIO, DBT_OVERSHOOT_ANG,
                                        DBT_LIMIT_EXCESS,        DBT_SKATE };
    *rank_metric = DBT_ANG_JERK_PEAK_RATIO;
    if (rank) {
        const int metric = dbt_metric_parse(rank, strlen(rank), err);
        if (metric < 0)
            return false;
        if (!dbt_metric_infos[metric].judged)
            return dbt_fail(err, DBT_E_PARAM, "'%s' is a level of the clips: it ranks no methods",
                            dbt_metric_infos[metric].name);
        *rank_metric = (dbt_metric)metric;
    }
    add_column(columns, (int)*rank_metric);
    add_column(columns, DBT_TARGET_ERROR_RMS);
    if (list && strcmp(list, "all") != 0)
        return read_list(list, columns, err);
    for (int i = 0; list && i < DBT_N_METRICS; i++)
        add_column(columns, i);
    for (size_t i = 0; !list && i < sizeof usual / sizeof *usual; i++)
        add_column(columns, (int)usual[i]);
    return true;
}
