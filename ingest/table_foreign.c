/* Headings of tables that tools print: their figures are not a benchmark's results. */
#include "ingest/table.h"

/* clang-format off */
/* All words of a row stand in the heading, as whole words with their case. */
static const char *const headings[][4] = {
    { "Filesystem", "Used" }, { "Filesystem", "Use%" }, { "Filesystem", "Avail" },
    { "Filesystem", "Size" }, { "Filesystem", "Available" }, { "filesystem", "capacity" },
    { "Mounted", "on" }, { "Dateisystem" }, { "Sys.", "Utilis\xc3\xa9" },
    { "NAME", "USED" }, { "NAME", "AVAIL" }, { "NAME", "SIZE" }, { "NAME", "MAJ:MIN" },
    { "NAME", "FSTYPE" }, { "NAME", "STATE" }, { "NAME", "ALLOC" }, { "NAME", "TYPE" },
    { "NAME", "VALUE" }, { "NAME", "PROPERTY" },
    { "LV", "VG" }, { "PV", "VG" }, { "VG", "#PV" }, { "VG", "Attr" },
    { "pool", "alloc", "free" }, { "capacity", "operations", "bandwidth" }, { "alloc", "free", "read" },
    { "Device", "tps" }, { "Device:", "tps" }, { "Device", "r/s" }, { "Device:", "r/s" },
    { "device", "r/s" }, { "r/s", "w/s" }, { "rrqm/s", "wrqm/s" }, { "kr/s", "kw/s" },
    { "avg-cpu:" }, { "%user", "%idle" }, { "%usr", "%idle" }, { "usr", "sys", "idl" },
    { "extended", "device", "statistics" }, { "tin", "tout" }, { "us", "sy", "id" },
    { "swpd", "free" }, { "procs", "memory" }, { "si", "so", "bi", "bo" }, { "minf", "mjf", "xcal" },
    { "PID", "USER" }, { "PID", "USERNAME" }, { "USER", "PID" }, { "PID", "TTY" }, { "PID", "COMMAND" },
    { "UID", "PID" }, { "PPID", "PID" }, { "TID", "PRIO" }, { "total", "used", "free" },
    { "Iface", "RX-OK" }, { "Name", "Mtu" }, { "Proto", "Recv-Q" }, { "Netid", "State" },
    { "Module", "Size" }, { "Interval", "Transfer" }, { "Interval", "Bandwidth" },
    { "Hop", "Host" }, { "ID#", "ATTRIBUTE_NAME" }, { "Number", "Start", "End" },
    { "Device", "Boot", "Start" }, { "Device", "Start", "End" }, { "major", "minor", "#blocks" },
    { "#blocks", "name" }, { "-Per", "Chr-" }, { "K/sec", "%CP" }, { "/sec", "%CP" },
    { "-Create--" }, { "--Read---" }, { "-Chr-" }, { "COUNT" }, { "BYTES" }, { "PATHNAME" }, { "CMD" },
    { "COMM" }, { "value", "count" }, { "value", "Distribution" }, { "usecs", "distribution" }, { "msecs", "distribution" },
    { "nsecs", "distribution" }, { "CPU", "ID", "FUNCTION:NAME" }, { "CPU", "FUNCTION" },
    { "Latency" , "Lat", "Avg" }, { "calls", "retrans" }, { "% time", "seconds", "usecs/call" },
    { "Samples", "Overhead" }, { "Overhead", "Command" }, { "CPU", "NODE", "SOCKET" },
    { "kB", "reclen" }, { "reclen", "write" }, { "random", "bkwd" }, { "Operation", "Count", "AvgLat" },
    { "TIME", "COMM" }, { "PID", "COMM" }, { "scat", "REPLACE" }, { "arcsz", "read" },
    { "hits", "miss" }, { "slabs", "objs" }, { "Slots", "Size" }, { "Vendor", "Model" },
};
/* clang-format on */

enum { MOST_TOKENS = 64 };

typedef struct Tokens {
    Slice text;
    size_t n;
    Slice v[MOST_TOKENS];
} Tokens;

static bool is_gap(char c)
{
    return char_is_blank(c) || c == '|' || c == ',';
}

static void cut(Tokens *t, Slice text)
{
    t->text = text;
    t->n = 0;
    for (size_t i = 0; i < text.n && t->n < MOST_TOKENS;) {
        while (i < text.n && is_gap(text.p[i]))
            i++;
        size_t start = i;
        while (i < text.n && !is_gap(text.p[i]))
            i++;
        if (i > start)
            t->v[t->n++] = (Slice){ text.p + start, i - start };
    }
}

static bool has_token(const Tokens *t, const char *token)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i].p[0] == token[0] && slice_is(t->v[i], token))
            return true;
    return strchr(token, ' ') && slice_has(t->text, slice_of(token));
}

bool table_foreign_heading(Slice text)
{
    Tokens t;
    cut(&t, text);
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        bool all = true;
        for (size_t k = 0; k < 4 && headings[i][k] && all; k++)
            all = has_token(&t, headings[i][k]);
        if (all)
            return true;
    }
    return false;
}
