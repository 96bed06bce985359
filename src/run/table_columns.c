#include "run/table_columns.h"

#include "base/mem.h"

#include <string.h>

static void add_column(int **columns, int metric)
{
    for (ptrdiff_t i = 0; i < arrlen(*columns); i++)
        if ((*columns)[i] == metric)
            return;
    arrput(*columns, metric);
}

/* Sets ranking by the value of --rank (NULL: the rule, whose metric is DBT_DISPLACEMENT_LIN) and
 * its `smooth` to 0. Fails with DBT_E_PARAM if there is no such metric, or it cannot rank: it is
 * not judged. */
static bool read_ranking(const char *rank, dbt_ranking *ranking, dbt_error *err)
{
    *ranking = (dbt_ranking){ .by_rule = !rank, .metric = DBT_DISPLACEMENT_LIN };
    if (!rank)
        return true;
    const int metric = dbt_metric_parse(rank, strlen(rank), err);
    if (metric < 0)
        return false;
    if (!dbt_metric_infos[metric].judged)
        return dbt_fail(err, DBT_E_PARAM,
                        "'%s' is a reference level of the clips: it cannot rank methods",
                        dbt_metric_infos[metric].name);
    ranking->metric = (dbt_metric)metric;
    return true;
}

static void add_columns(const dbt_metric *metrics, size_t n, int **columns)
{
    for (size_t i = 0; i < n; i++)
        add_column(columns, (int)metrics[i]);
}

/* Appends the columns of --columns that *columns lacks; all metrics for "all"; none for NULL or "".
 * Fails with DBT_E_PARAM if there is no such metric; those before it are then added. */
static bool add_asked(const char *list, int **columns, dbt_error *err)
{
    const bool all = list && strcmp(list, "all") == 0;
    for (int i = 0; all && i < DBT_N_METRICS; i++)
        add_column(columns, i);
    for (bool more = list && !all && *list; more;) {
        const size_t n = strcspn(list, ",");
        const int metric = dbt_metric_parse(list, n, err);
        if (metric < 0)
            return false;
        add_column(columns, metric);
        more = list[n] == ',';
        list += n + more;
    }
    return true;
}

bool dbt_columns_read(const char *rank, const char *list, bool quantiles, dbt_ranking *ranking,
                      int **columns, dbt_error *err)
{
    static const dbt_metric rule[] = { DBT_SEAM_RATIO, DBT_DISPLACEMENT_LIN, DBT_ANG_VEL_JUMP,
                                       DBT_LIN_VEL_JUMP };
    static const dbt_metric usual[] = {
        DBT_ANG_VEL_JUMP,       DBT_LIN_VEL_JUMP,        DBT_ANG_ACC_JUMP,
        DBT_ANG_JERK_RMS_RATIO, DBT_ANG_JERK_PEAK_RATIO, DBT_LIN_JERK_PEAK_RATIO,
        DBT_OVERSHOOT_ANG,      DBT_LIMIT_EXCESS,        DBT_SKATE
    };
    static const dbt_metric few[] = { DBT_SEAM_RATIO, DBT_DISPLACEMENT_LIN, DBT_SKATE };
    if (!read_ranking(rank, ranking, err))
        return false;
    if (rank)
        add_column(columns, (int)ranking->metric);
    else if (!quantiles)
        add_columns(rule, sizeof rule / sizeof *rule, columns);
    if (quantiles)
        add_columns(few, sizeof few / sizeof *few, columns);
    else /* when one metric ranks, a long, vague blend could win: this column exposes it */
        add_column(columns, DBT_TARGET_ERROR_RMS);
    if (!quantiles && !list)
        add_columns(usual, sizeof usual / sizeof *usual, columns);
    return add_asked(list, columns, err);
}
