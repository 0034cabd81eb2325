#include "cli/about.h"

#include "analyze/distribution.h"
#include "base/child.h"
#include "base/xml.h"
#include "cli/version.h"
#include "schema/store.h"

/* What a helper says of its libraries, or why it says nothing. */
static void helper(Buf *b, const char *name)
{
    static const ChildLimits limits = { (size_t)2 << 30, 5, 5, 4096 };
    const char *const args[] = { "--version", NULL };
    Arena *a = arena_new(0);
    Spool *output = spool_new(a);
    Slice said;
    Error err = { 0 };
    if (child_run(name, args, SLICE(""), &limits, output, &err) && spool_bytes(output, &said, &err))
        buf_printf(b, "%.*s", SLICE_ARG(said));
    else
        buf_printf(b, "%s\n", err.text);
    arena_free(a);
}

void about_print(Buf *b)
{
    buf_printf(b, "plimsoll %s\n", PLIMSOLL_VERSION);
    store_libraries(b);
    buf_printf(b, "libxml2 %s\nR math library %s\n", xml_version(), distribution_library());
    helper(b, "plimsoll-unpack");
    helper(b, "plimsoll-draw");
    buf_str(b, "License GPL-2.0-or-later; there is no warranty, to the extent permitted by law.\n");
}
