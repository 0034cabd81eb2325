/*
 * manual.h - manual pages (mdoc), made from the tables of commands and options.
 *
 * So the manual cannot lack a command or an option; what people need beside the tables is in docs/.
 */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "cli/cli.h"

void manual_page(Buf *b, const CliCommand *k);            /* NULL: plimsoll.1 */
void manual_formats(Buf *b);                               /* plimsoll-formats.5 */

#endif
