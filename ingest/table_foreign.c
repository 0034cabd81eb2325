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

static bool parts(Slice text, size_t at)
{
    return at >= text.n || char_is_blank(text.p[at]) || text.p[at] == '|' || text.p[at] == ',';
}

/* Found first, and its ends looked at then: nearly no line holds nearly any of them. */
static bool has_token(Slice text, Slice token)
{
    bool phrase = slice_find_char(token, ' ') != SLICE_NONE;
    size_t from = 0;
    for (size_t at; (at = slice_find(slice_from(text, from), token)) != SLICE_NONE; from += at + 1) {
        size_t start = from + at;
        if (phrase || ((start == 0 || parts(text, start - 1)) && parts(text, start + token.n)))
            return true;
    }
    return false;
}

bool table_foreign_heading(Slice text)
{
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        bool all = true;
        for (size_t k = 0; k < 4 && headings[i][k] && all; k++)
            all = has_token(text, slice_of(headings[i][k]));
        if (all)
            return true;
    }
    return false;
}
