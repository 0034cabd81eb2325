#include <string.h>

#include "ingest/format.h"

extern const Format format_bcc;
extern const Format format_bonnie;
extern const Format format_bpftrace;
extern const Format format_dd;
extern const Format format_dtrace;
extern const Format format_dtrace_script;
extern const Format format_dtrace_table;
extern const Format format_figures;
extern const Format format_fio;
extern const Format format_getc_putc;
extern const Format format_hdparm;
extern const Format format_ioping;
extern const Format format_ioping_json;
extern const Format format_ioping_raw;
extern const Format format_numbers;
extern const Format format_pts;
extern const Format format_stap;
extern const Format format_stated;
extern const Format format_tables;
extern const Format format_time;
extern const Format format_zcav;

static const Format *const formats[] = {
    &format_bcc,
    &format_bonnie,
    &format_bpftrace,
    &format_dd,
    &format_dtrace,
    &format_dtrace_script,
    &format_dtrace_table,
    &format_figures,
    &format_fio,
    &format_getc_putc,
    &format_hdparm,
    &format_ioping,
    &format_ioping_json,
    &format_ioping_raw,
    &format_numbers,
    &format_pts,
    &format_stap,
    &format_stated,
    &format_tables,
    &format_time,
    &format_zcav,
};

const Format *const *format_table(size_t *n)
{
    *n = sizeof formats / sizeof *formats;
    return formats;
}

const Format *format_named(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    return NULL;
}

/* '*' stands for any run of characters. */
static bool matches(const char *pattern, const char *text)
{
    for (; *pattern; pattern++, text++) {
        if (*pattern == '*') {
            for (const char *rest = text;; rest++) {
                if (matches(pattern + 1, rest))
                    return true;
                if (!*rest)
                    return false;
            }
        }
        if (*pattern != *text)
            return false;
    }
    return !*text;
}

/* Most patterns are a plain name, or "*" and an end. */
static bool matches_fast(const char *pattern, size_t length, const char *text, size_t n)
{
    if (pattern[0] == '*' && !strchr(pattern + 1, '*'))
        return n >= length - 1 && memcmp(text + n - (length - 1), pattern + 1, length - 1) == 0;
    return matches(pattern, text);
}

const MetricInfo *format_metric(const Format *f, const char *metric)
{
    size_t n = strlen(metric);
    for (const MetricInfo *m = f->metrics; m && m->name; m++)
        if (matches_fast(m->name, strlen(m->name), metric, n))
            return m;
    return NULL;
}
