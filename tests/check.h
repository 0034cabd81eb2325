/* check.h - cmocka and what it lacks. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

/* cmocka 1.1.5 compares floats only. */
#define assert_near(got, want, relative)                                                    \
    do {                                                                                    \
        double got_ = (got), want_ = (want);                                                \
        double size_ = fabs(want_) > fabs(got_) ? fabs(want_) : fabs(got_);                 \
        if (!(fabs(got_ - want_) <= (relative)*size_))                                      \
            fail_msg("%s = %.17g, expected %.17g", #got, got_, want_);                      \
    } while (0)

#endif
