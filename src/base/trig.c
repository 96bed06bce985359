#include "base/trig.h"

const dbt_two dbt_trig_terms[DBT_TRIG_TERMS] = {
    { 1.0 / 51090942171709440000.0, 1.0 / 2432902008176640000.0 },
    { -1.0 / 121645100408832000.0, -1.0 / 6402373705728000.0 },
    { 1.0 / 355687428096000.0, 1.0 / 20922789888000.0 },
    { -1.0 / 1307674368000.0, -1.0 / 87178291200.0 },
    { 1.0 / 6227020800.0, 1.0 / 479001600.0 },
    { -1.0 / 39916800.0, -1.0 / 3628800.0 },
    { 1.0 / 362880.0, 1.0 / 40320.0 },
    { -1.0 / 5040.0, -1.0 / 720.0 },
    { 1.0 / 120.0, 1.0 / 24.0 },
    { -1.0 / 6.0, -1.0 / 2.0 },
};

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

/* dbt_atan2 if x or y is NAN or infinite, or if both are 0 or of extreme size: as atan2 of the C
 * library, NAN if x or y is NAN. */
static double unusual_atan2(double y, double x)
{
    if (isnan(y) || isnan(x))
        return (double)NAN;
    if (isinf(y) || isinf(x))
        return dbt_atan2(copysign(isinf(y) ? 1.0 : 0.0, y), copysign(isinf(x) ? 1.0 : 0.0, x));
    const double high = fmax(fabs(y), fabs(x));
    if (high <= 0.0)
        return copysign(signbit(x) ? 0x1.921fb54442d18p+1 : 0.0, y);
    const double scale = high < 1.0 ? 0x1p+600 : 0x1p-600;
    return dbt_atan2(y * scale, x * scale);
}

/* atan(low/high) as a table value, atan of the nearest sixteenth, plus a Taylor series of the
 * remainder, at most 1/32: tan(a - b) = (tan a - tan b)/(1 + tan a tan b). */
double dbt_atan2(double y, double x)
{
    const double a = fabs(y), b = fabs(x), high = a > b ? a : b, low = a > b ? b : a;
    if (!(high > 1e-280 && high < 1e280 && low >= 0.0))
        return unusual_atan2(y, x);
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
