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

/* --- many questions --- */

enum { PLAN_MOST = 200, PLAN_AFTER = 100 };

struct PowerPlan {
    double alpha, power;
    size_t asked;
    size_t known;                /* least[2 .. known) are worked out */
    double least[PLAN_MOST + 1]; /* falls with n */
};

PowerPlan *power_plan(Arena *a, double alpha, double power)
{
    PowerPlan *p = ARENA_NEW(a, PowerPlan);
    p->alpha = alpha;
    p->power = power;
    p->known = 2;
    p->least[1] = INFINITY;
    return p;
}

/* The difference that n runs a side just show: halving down to the last bit. */
static double least_shown(const PowerPlan *p, double n)
{
    double lo = 0, hi = 1;
    while (hi < 1e6 && power_of(n, hi, 1, p->alpha) < p->power)
        hi *= 2;
    for (int i = 0; i < 60; i++) {
        double mid = (lo + hi) / 2;
        if (power_of(n, mid, 1, p->alpha) < p->power)
            lo = mid;
        else
            hi = mid;
    }
    return hi;
}

double power_plan_runs(PowerPlan *p, double difference, double sd)
{
    double d = fabs(difference) / sd;
    if (!(sd > 0) || !(d > 0) || !isfinite(d) || p->asked++ < PLAN_AFTER)
        return power_runs(difference, sd, p->alpha, p->power);
    while (p->known <= PLAN_MOST && p->least[p->known - 1] > d) {
        p->least[p->known] = least_shown(p, (double)p->known);
        p->known++;
    }
    if (p->least[p->known - 1] > d)
        return power_runs(difference, sd, p->alpha, p->power);
    size_t lo = 2, hi = p->known - 1;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (p->least[mid] <= d)
            hi = mid;
        else
            lo = mid + 1;
    }
    return (double)lo;
}
