#include "base/trig.h"

const double dbt_atan_steps[DBT_ATAN_STEPS + 1] = {
    0.0,
    0.06241880999595735,
    0.12435499454676144,
    0.18534794999569476,
    0.24497866312686414,
    0.3028848683749714,
    0.35877067027057225,
    0.4124104415973873,
    0.4636476090008061,
    0.5123894603107377,
    0.5585993153435624,
    0.6022873461349642,
    0.6435011087932844,
    0.6823165548747481,
    0.7188299996216245,
    0.7531512809621944,
    0.7853981633974483,
};

/* The arc tangent of the nearest sixteenth, plus that of the rest, which is at most 1/32:
 * tan(a - b) = (tan a - tan b)/(1 + tan a tan b). */
double dbt_atan2(double y, double x)
{
    const double a = fabs(y), b = fabs(x), high = a > b ? a : b, low = a > b ? b : a;
    if (!(high > 1e-280 && high < 1e280 && low >= 0.0))
        return atan2(y, x);
    const int step = (int)(low / high * DBT_ATAN_STEPS + 0.5);
    const double tangent = step * (1.0 / DBT_ATAN_STEPS);
    const double t = (low - tangent * high) / (high + tangent * low), z = t * t;
    double rest = -1.0 / 11.0; /* Taylor series */
    rest = 1.0 / 9.0 + z * rest;
    rest = -1.0 / 7.0 + z * rest;
    rest = 1.0 / 5.0 + z * rest;
    rest = -1.0 / 3.0 + z * rest;
    double angle = dbt_atan_steps[step] + (t + t * z * rest);
    if (a > b)
        angle = 0x1.921fb54442d18p+0 - angle;
    if (x < 0.0)
        angle = 0x1.921fb54442d18p+1 - angle;
    return copysign(angle, y);
}
