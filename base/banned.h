/* banned.h - forced into every source file: calls that do not know how long their text is. */
#ifndef BASE_BANNED_H
#define BASE_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef __clang__ /* its fortified headers define some of these as macros */
#pragma GCC poison strcpy strcat sprintf vsprintf strtok gets atoi atol atof setlocale
#endif

#endif
