#include "ingest/pts_system.h"

#include <string.h>

#include "base/json.h"

enum { MOST_FACTS = 64, LONGEST_NAME = 32, LONGEST_VALUE = 1000, LONGEST_LIST = 10000 };

/* Names of the suite for what has a name here; the others keep theirs, in lower case with "_". */
static const struct {
    const char *theirs, *ours;
} names[] = {
    { "processor", "cpu" },
    { "file_system", "fs" },
    { "disk_scheduler", "scheduler" },
    { "disk_mount_options", "mount_options" },
    { "cpu_scaling_governor", "governor" },
};

static bool is_unit(const char *name)
{
    return strcmp(name, "System") == 0 || strcmp(name, "Result") == 0 || strcmp(name, "Benchmark") == 0 ||
           strcmp(name, "Entry") == 0;
}

const XmlNode *pts_find(const XmlNode *n, const char *name)
{
    for (const XmlNode *c = n ? xml_child(n) : NULL; c; c = xml_next(c)) {
        const char *own = xml_name(c);
        if (!own || is_unit(own))
            continue;
        const XmlNode *found = strcmp(own, name) == 0 ? c : pts_find(c, name);
        if (found)
            return found;
    }
    return NULL;
}

static void keep(Arena *a, PtsSystem *s, Slice name, Slice value)
{
    char key[LONGEST_NAME + 1];
    size_t n = 0;
    value = slice_trim(value);
    if (value.n > LONGEST_VALUE) {
        value.n = LONGEST_VALUE;
        while (value.n && ((unsigned char)value.p[value.n] & 0xc0) == 0x80)
            value.n--; /* not within a character */
    }
    name = slice_trim(name);
    if (!value.n || !name.n || name.n > LONGEST_NAME || s->facts.n == MOST_FACTS)
        return;
    for (; n < name.n; n++)
        key[n] = char_is_alnum(name.p[n]) ? char_lower(name.p[n]) : '_';
    key[n] = '\0';
    const char *ours = arena_text(a, (Slice){ key, n });
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(key, names[i].theirs) == 0)
            ours = names[i].ours;
    *VEC_PUSH(a, &s->facts) = (PtsFact){ ours, arena_text(a, value) };
}

/* Length of a name in front of ": ": words that start with a capital, as in "File-System: ". 0: none. */
static size_t name_length(Slice s)
{
    size_t n = 0;
    while (n < s.n && n <= LONGEST_NAME && (char_is_alnum(s.p[n]) || s.p[n] == ' ' || s.p[n] == '-'))
        n++;
    bool capital = s.n && s.p[0] >= 'A' && s.p[0] <= 'Z';
    return capital && n <= LONGEST_NAME && slice_starts(slice_from(s, n), SLICE(": ")) ? n : 0;
}

/* "Kernel: 6.1.0-13-amd64 (x86_64)" holds two facts. */
static void keep_kernel(Arena *a, PtsSystem *s, Slice value)
{
    Slice rest = value, release;
    if (!slice_word(&rest, &release))
        return;
    keep(a, s, SLICE("kernel"), release);
    rest = slice_trim(rest);
    if (rest.n > 2 && rest.p[0] == '(' && rest.p[rest.n - 1] == ')')
        keep(a, s, SLICE("arch"), slice_first(slice_from(rest, 1), rest.n - 2));
}

/* "Processor: A, B (8 Cores), Memory: 16GB": a comma ends a value where a name follows it. */
static void read_list(Arena *a, PtsSystem *s, Slice text)
{
    text = slice_trim(text);
    for (size_t n; (n = name_length(text)) > 0;) {
        Slice name = slice_first(text, n);
        text = slice_from(text, n + 2);
        size_t end = 0;
        while (end < text.n && !(slice_starts(slice_from(text, end), SLICE(", ")) &&
                                 name_length(slice_from(text, end + 2))))
            end++;
        Slice value = slice_first(text, end);
        if (slice_is(name, "Kernel"))
            keep_kernel(a, s, value);
        else
            keep(a, s, name, value);
        text = slice_from(text, end + 2);
    }
}

static void read_json(Arena *a, PtsSystem *s, Slice text)
{
    Json j;
    JsonValue v;
    json_open(&j, a, text, NULL, NULL);
    while (json_next(&j, &v))
        if (v.kind == JSON_STRING && v.depth == 1)
            keep(a, s, v.key, slice_of(json_string(a, v.text)));
}

const char *pts_time(Arena *a, Slice text)
{
    static const char shape[] = "dddd-dd-dd dd:dd:dd";
    text = slice_trim(text);
    if (text.n != sizeof shape - 1)
        return "";
    for (size_t i = 0; i < text.n; i++)
        if (shape[i] == 'd' ? !char_is_digit(text.p[i]) : text.p[i] != shape[i])
            return "";
    return arena_printf(a, "%.10sT%.8s", text.p, text.p + 11);
}

static Slice text_in(Arena *a, const XmlNode *n, const char *name)
{
    return slice_of(xml_inner_text(a, pts_find(n, name)));
}

PtsSystem pts_system_read(Arena *a, const XmlNode *n)
{
    PtsSystem s = { .time = "" };
    const XmlNode *one = pts_find(n, "Identifier");
    s.names = xml_inner_text(a, one ? one : pts_find(n, "AssociatedIdentifiers"));
    read_list(a, &s, text_in(a, n, "Hardware"));
    read_list(a, &s, text_in(a, n, "Software"));
    read_json(a, &s, text_in(a, n, "JSON"));
    Slice notes = text_in(a, n, "Notes");
    keep(a, &s, SLICE("notes"), notes.n ? notes : text_in(a, n, "TestNotes"));
    Slice client = text_in(a, n, "TestClientVersion");
    keep(a, &s, SLICE("pts_version"), client.n ? client : text_in(a, n, "Version"));
    Slice time = text_in(a, n, "TimeStamp");
    s.time = pts_time(a, time.n ? time : text_in(a, n, "TestDate"));
    return s;
}

bool pts_system_is(const PtsSystem *s, const char *identifier)
{
    Slice whole = slice_trim(slice_of(s->names)), wanted = slice_trim(slice_of(identifier)), rest = whole;
    if (slice_eq(whole, wanted))
        return true;
    while (rest.n && whole.n < LONGEST_LIST) {
        size_t n = slice_find_char(rest, ',');
        if (slice_eq(slice_trim(slice_first(rest, n)), wanted))
            return true;
        rest = n == SLICE_NONE ? SLICE("") : slice_from(rest, n + 1);
    }
    return false;
}
