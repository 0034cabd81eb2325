/*
 * pager.h - long output on a terminal, a screen at a time.
 */
#ifndef CLI_PAGER_H
#define CLI_PAGER_H

#include "base/arena.h"
#include "base/slice.h"

/*
 * What standard output should go through: $PLIMSOLL_PAGER, else $PAGER, else less. NULL: nothing, since
 * standard output is no terminal, the text fits on it, or the variable is empty or "cat".
 */
const char *pager_wanted(Slice text);

/* Shows the text and waits. false: the pager could not be started; nothing was shown. */
bool pager_show(const char *pager, Slice text);

#endif
