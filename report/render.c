/* The registry of renderers. */
#include <string.h>

#include "report/report.h"

extern const Renderer report_text, report_markdown, report_csv, report_json, report_html;

static const Renderer *const renderers[] = {
    &report_text,
    &report_markdown,
    &report_csv,
    &report_json,
    &report_html,
};

const Renderer *const *report_renderers(size_t *n)
{
    *n = sizeof renderers / sizeof *renderers;
    return renderers;
}

const Renderer *report_renderer(const char *name)
{
    for (size_t i = 0; i < sizeof renderers / sizeof *renderers; i++)
        if (strcmp(renderers[i]->name, name) == 0)
            return renderers[i];
    return NULL;
}
