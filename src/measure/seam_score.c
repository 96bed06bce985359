#include "measure/seam_score.h"

#include "base/number.h"

#include <math.h>

/* How often the limit of the seam ratio is doubled where nothing is within it. */
enum { DOUBLINGS = 2 };

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
    double limit = smooth;
    for (int i = 0; i < DOUBLINGS && seam > limit; i++)
        limit *= 2.0;
    return (dbt_seam_score){ .seamless = seam <= smooth,
                             .limit = seam > limit ? INFINITY : limit,
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
    if (a->seamless != b->seamless)
        return a->seamless ? -1 : 1;
    if (!a->seamless && a->spins != b->spins)
        return a->spins ? 1 : -1;
    int order = dbt_compare_doubles(&a->limit, &b->limit);
    if (order == 0 && isfinite(a->limit))
        order = dbt_compare_doubles(&a->displacement, &b->displacement);
    return order ? order : dbt_compare_doubles(&a->seam, &b->seam);
}

bool dbt_seam_score_has_lost(const dbt_seam_score *so_far, const dbt_seam_score *best)
{
    if (!best->seamless && best->spins)
        return false;
    if (so_far->limit != best->limit)
        return so_far->limit > best->limit;
    return isfinite(best->limit) ? so_far->displacement > best->displacement
                                 : so_far->seam > best->seam;
}
