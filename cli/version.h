/* version.h - the release of Plimsoll itself. */
#ifndef CLI_VERSION_H
#define CLI_VERSION_H

#define PLIMSOLL_VERSION "0.1.0"

#endif
