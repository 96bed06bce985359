#include "measure/seam_score.h"

#include "base/number.h"

#include <math.h>

bool dbt_is_noise(double x)
{
    return fabs(x) < 1e-5;
}

/* Rounds a value for comparison: to nine digits, noise to 0, and NAN, which was not measured, to
 * infinity. */
static double judged(double x)
{
    return isnan(x) ? INFINITY : dbt_is_noise(x) ? 0.0 : dbt_nine_digits(x);
}

dbt_seam_score dbt_seam_score_of(const double row[DBT_N_METRICS], double smooth)
{
    const double seam = judged(row[DBT_SEAM_RATIO]);
    int level = 0;
    while (level < DBT_LARGE_SEAM && seam > smooth * (double)(1 << level))
        level++;
    return (dbt_seam_score){ .level = level,
                             .seam = seam,
                             .displacement = judged(row[DBT_DISPLACEMENT_LIN]) };
}

int dbt_judged_compare(double a, double b)
{
    const double x = judged(a), y = judged(b);
    return dbt_compare_doubles(&x, &y);
}

int dbt_seam_score_compare(const dbt_seam_score *a, const dbt_seam_score *b)
{
    if (a->level > 0 && b->level > 0 && a->spins != b->spins)
        return a->spins ? 1 : -1;
    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    const int order =
        a->level == DBT_LARGE_SEAM ? 0 : dbt_compare_doubles(&a->displacement, &b->displacement);
    return order ? order : dbt_compare_doubles(&a->seam, &b->seam);
}

bool dbt_seam_score_has_lost(const dbt_seam_score *so_far, const dbt_seam_score *best)
{
    if (best->level > 0 && best->spins)
        return false;
    if (so_far->level != best->level)
        return so_far->level > best->level;
    return best->level == DBT_LARGE_SEAM ? so_far->seam > best->seam
                                         : so_far->displacement > best->displacement;
}
