/* Facts of the machine: os-release, uname, version banners, mount lines. */
#include "ingest/passes.h"

void environment_read(Reader *r)
{
    (void)r;
}
