/* about.h - the release of this program and of the libraries it runs with. */
#ifndef CLI_ABOUT_H
#define CLI_ABOUT_H

#include "base/buf.h"

void about_print(Buf *b);

#endif
