#include "analyze/power.h"

#include <math.h>

#include "analyze/distribution.h"

double power_of(double runs, double difference, double sd, double alpha)
{
    double df = 2 * (runs - 1);
    return distribution_t_upper(distribution_t_quantile(alpha / 2, df), df,
                                sqrt(runs / 2) * fabs(difference) / sd);
}

double power_runs(double difference, double sd, double alpha, double power)
{
    enum { MOST = 1000000 };
    double d = fabs(difference) / sd;
    if (!(sd > 0) || !(d > 0) || !isfinite(d))
        return 0;
    /* The normal approximation, with the usual correction for t, is off by a run at most. */
    double z = distribution_normal_quantile(alpha / 2) + distribution_normal_quantile(1 - power);
    double half = distribution_normal_quantile(alpha / 2) / 2;
    double n = floor(2 * z * z / (d * d) + half * half);
    if (!(n < MOST))
        return 0;
    n = fmax(n, 2);
    while (n > 2 && power_of(n, difference, sd, alpha) >= power)
        n--;
    while (n < MOST && power_of(n, difference, sd, alpha) < power)
        n++;
    return n < MOST ? n : 0;
}
