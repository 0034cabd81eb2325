#include "analyze/fieller.h"

#include <math.h>

#include "analyze/figure.h"

/*
 * The ratios r with (m2 - r m1)^2 <= q^2 (v2 + r^2 v1): the roots of a quadratic, both finite when
 * m1^2 > q^2 v1. Everything is divided by the first mean, so magnitudes do not matter.
 */
Ratio fieller_ratio(Moments first, Moments second, double quantile)
{
    Ratio r = { FIGURE_NONE, false, FIGURE_NONE, FIGURE_NONE };
    if (first.mean == 0 || !isfinite(second.mean / first.mean))
        return r;
    r.ratio = second.mean / first.mean;
    if (!(quantile > 0) || !(first.n >= 2) || !(second.n >= 2))
        return r;
    double q = quantile;
    double s1 = first.sd / first.mean, s2 = second.sd / first.mean;
    double v1 = s1 * s1 / first.n, v2 = s2 * s2 / second.n;
    double a = 1 - q * q * v1;
    double root = q * sqrt(fmax(0, v2 * a + r.ratio * r.ratio * v1));
    if (!(a > 0) || !isfinite(root / a))
        return r;
    r.bounded = true;
    r.lo = (r.ratio - root) / a;
    r.hi = (r.ratio + root) / a;
    return r;
}
