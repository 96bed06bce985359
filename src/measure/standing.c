#include "measure/standing.h"

#include "base/number.h"

#include <math.h>

bool dbt_is_noise(double x)
{
    return fabs(x) < 1e-5;
}

static double judged(double x)
{
    return dbt_is_noise(x) ? 0.0 : dbt_nine_digits(x);
}

dbt_standing dbt_standing_of(const double row[DBT_N_METRICS], double smooth)
{
    const double angular = judged(row[DBT_ANG_JERK_PEAK_RATIO]);
    const double linear = judged(row[DBT_LIN_JERK_PEAK_RATIO]);
    const bool is_smooth = angular <= smooth && linear <= smooth;
    return (dbt_standing){ .smooth = is_smooth,
                           .figure = is_smooth ? judged(row[DBT_DISPLACEMENT_LIN])
                                               : fmax(angular, linear),
                           .vel_jump = judged(row[DBT_ANG_VEL_JUMP]) };
}

static int order_of(double a, double b)
{
    return (a > b) - (a < b);
}

int dbt_standing_compare(const dbt_standing *a, const dbt_standing *b)
{
    if (a->smooth != b->smooth)
        return a->smooth ? -1 : 1;
    const int order = order_of(a->figure, b->figure);
    return order ? order : order_of(a->vel_jump, b->vel_jump);
}
