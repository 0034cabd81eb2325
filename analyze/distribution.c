#include "analyze/distribution.h"

#include <math.h>

#include <Rmath.h>

const char *distribution_library(void)
{
    return R_VERSION_STRING;
}

double distribution_t_two_sided(double t, double df)
{
    double p = 2 * pt(fabs(t), df, 0, 0);
    return p < 1 ? p : 1;
}

double distribution_t_quantile(double upper, double df)
{
    return qt(upper, df, 0, 0);
}

double distribution_normal_upper(double z)
{
    return pnorm5(z, 0, 1, 0, 0);
}

double distribution_normal_quantile(double upper)
{
    return qnorm5(upper, 0, 1, 0, 0);
}

double distribution_chi_upper(double chi, double df)
{
    return pchisq(chi, df, 0, 0);
}

/* Far from the point pnt() only says so on standard output (ML_WARNING in R 4.2): answer ourselves.
 */
double distribution_t_upper(double x, double df, double noncentrality)
{
    enum { FAR = 30 };
    if (noncentrality - x > FAR)
        return 1;
    if (x - noncentrality > FAR && noncentrality < 1)
        return 0;
    return pnt(x, df, noncentrality, 0, 0);
}
