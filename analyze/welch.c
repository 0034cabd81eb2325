#include "analyze/welch.h"

#include <math.h>

#include "analyze/distribution.h"
#include "analyze/figure.h"

Welch welch_test(Moments first, Moments second, double alpha)
{
    Welch w = { .difference = FIGURE_NONE,
                .t = FIGURE_NONE,
                .df = FIGURE_NONE,
                .p = FIGURE_NONE,
                .quantile = FIGURE_NONE,
                .lo = FIGURE_NONE,
                .hi = FIGURE_NONE };
    if (!(first.n >= 2 && second.n >= 2))
        return w;
    double scale = fmax(first.sd, second.sd);
    if (!(scale > 0) || !isfinite(scale))
        return w;
    double a = first.sd / scale, b = second.sd / scale;
    double va = a * a / first.n, vb = b * b / second.n, v = va + vb;
    double error = sqrt(v) * scale;
    w.difference = second.mean - first.mean;
    w.t = w.difference / scale / sqrt(v);
    w.df = v * v / (va * va / (first.n - 1) + vb * vb / (second.n - 1));
    if (!isfinite(w.t) || !isfinite(w.df) || !(w.df > 0))
        return w;
    w.defined = true;
    w.p = distribution_t_two_sided(w.t, w.df);
    if (!(alpha > 0))
        return w;
    w.quantile = distribution_t_quantile(alpha / 2, w.df);
    double reach = w.quantile * error;
    w.lo = w.difference - reach;
    w.hi = w.difference + reach;
    return w;
}
