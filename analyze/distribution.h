/*
 * distribution.h - probabilities of the t and normal distributions (R's own code, libRmath).
 *
 * All p in [0, 1]; df > 0, any real; nothing is printed and nothing is NaN for finite arguments.
 * libRmath keeps state: one thread only.
 */
#ifndef ANALYZE_DISTRIBUTION_H
#define ANALYZE_DISTRIBUTION_H

const char *distribution_library(void); /* "4.2.2": the R it is from */
double distribution_t_two_sided(double t, double df);    /* P(|T| >= |t|) */
double distribution_t_quantile(double upper, double df); /* x with P(T > x) = upper */
double distribution_normal_upper(double z);              /* P(Z > z) */
double distribution_normal_quantile(double upper);       /* x with P(Z > x) = upper */
double distribution_chi_upper(double chi, double df);    /* P(chi squared > chi) */
/* P(T > x) of the noncentral t. */
double distribution_t_upper(double x, double df, double noncentrality);

#endif
