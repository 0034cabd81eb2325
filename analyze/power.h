/*
 * power.h - how many runs a side would show a difference.
 *
 * Two-sided two-sample t test, equal sizes and spreads, as R's power.t.test (strict = FALSE): the
 * least whole n a side whose power is at least `power`. 2 is the least there is.
 */
#ifndef ANALYZE_POWER_H
#define ANALYZE_POWER_H

#include "base/arena.h"

/* difference and sd in one unit. 0: unknown (no difference or no spread asked for, or above 1e6).
 */
double power_runs(double difference, double sd, double alpha, double power);
double power_of(double runs, double difference, double sd, double alpha);

/*
 * The same for many questions with one alpha and power: the least difference (in sd) that each
 * small n shows is worked out once.
 */
typedef struct PowerPlan PowerPlan;

PowerPlan *power_plan(Arena *a, double alpha, double power);
double power_plan_runs(PowerPlan *p, double difference, double sd);

#endif
