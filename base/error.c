#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(Error *err, ErrorCode code, const char *format, ...)
{
    if (!err)
        return false;
    err->code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return false;
}
