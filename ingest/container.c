#include "ingest/container.h"

#include <stdio.h>
#include <string.h>

#include "base/child.h"

enum { SLOWEST_BYTES_PER_S = 4000000 }; /* a helper may take so long for an input */

/* --- what is it? --- */

static bool is_archive(Slice s)
{
    enum { TAR_MAGIC_AT = 257 };
    static const struct {
        size_t n;
        const char *bytes;
    } magics[] = {
        { 3, "\x1f\x8b\x08" },
        { 6, "\xfd"
             "7zXZ\0" },
        { 4, "\x28\xb5\x2f\xfd" },
        { 3, "BZh" },
        { 4, "PK\x03\x04" },
        { 4, "\x04\x22\x4d\x18" },
        { 6, "7z\xbc\xaf\x27\x1c" },
    };
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (s.n > 8 && memcmp(s.p, magics[i].bytes, magics[i].n) == 0)
            return memcmp(s.p, "BZh", 3) != 0 || (s.n > 10 && memcmp(s.p + 4, "1AY&SY", 6) == 0);
    return s.n > TAR_MAGIC_AT + 8 && memcmp(s.p + TAR_MAGIC_AT, "ustar", 5) == 0;
}

/* "Name: value"; behind the colon of a header stands a blank or nothing. */
static bool header_name(Slice line, Slice *name)
{
    size_t n = 0;
    while (n < line.n && (char_is_alnum(line.p[n]) || line.p[n] == '-'))
        n++;
    *name = slice_first(line, n);
    return n > 1 && n < line.n && line.p[n] == ':' && (n + 1 == line.n || line.p[n + 1] != '/');
}

static bool is_one_of(Slice name, const char *const *names)
{
    for (; *names; names++)
        if (slice_eq_nocase(name, slice_of(*names)))
            return true;
    return false;
}

/*
 * Headers to the first blank line, and among them what only mail software writes. A paste that
 * begins with "From:", "Date:" and "Subject:" needs no decoding and is none.
 */
static bool is_message(Slice s)
{
    enum { MOST_HEADERS = 400 };
    static const char *const sender[] = { "From",       "Received",     "Return-Path",
                                          "Message-ID", "Delivered-To", NULL };
    static const char *const mime[] = { "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
                                        NULL };
    bool has_sender = false, has_mime = false;
    Slice line, name;
    for (int i = 0; i < MOST_HEADERS && slice_line(&s, &line); i++) {
        if (slice_trim(line).n == 0)
            return has_sender && has_mime;
        if (i && char_is_blank(line.p[0]))
            continue;
        if (!header_name(line, &name))
            return false;
        has_sender = has_sender || is_one_of(name, sender);
        has_mime = has_mime || is_one_of(name, mime);
    }
    return false;
}

/* "From someone@example.org Tue Mar  1 10:00:00 2011" with headers below. */
static bool is_mbox(Slice s)
{
    Slice line, name;
    if (!slice_starts(s, SLICE("From ")) || !slice_line(&s, &line))
        return false;
    size_t colons = 0, digits = 0;
    for (size_t i = 0; i < line.n; i++) {
        colons += line.p[i] == ':';
        digits += char_is_digit(line.p[i]);
    }
    return colons >= 1 && digits >= 6 && slice_line(&s, &line) && header_name(line, &name);
}

ContainerKind container_kind(Slice bytes)
{
    if (is_archive(bytes))
        return CONTAINER_ARCHIVE;
    if (is_mbox(bytes))
        return CONTAINER_MBOX;
    return is_message(bytes) ? CONTAINER_MAIL : CONTAINER_NONE;
}

/* --- the records of the helper --- */

typedef struct Records {
    Arena *arena;
    Slice rest;
    Contents *out;
    Message *one;     /* message to be read, and no more; NULL: all of them, into out */
    Message *message; /* that is being read; NULL: none yet */
} Records;

static bool take_size(Slice *line, size_t *n)
{
    uint64_t value;
    slice_skip_blanks(line);
    if (!slice_uint(line, &value) || value > SIZE_MAX / 4)
        return false;
    *n = (size_t)value;
    return true;
}

static bool take_bytes(Records *r, size_t n, Slice *out)
{
    if (n > r->rest.n)
        return false;
    *out = slice_first(r->rest, n);
    r->rest = slice_from(r->rest, n);
    return true;
}

static bool take_member(Records *r, Slice line, bool named)
{
    size_t name_n = 0, n;
    Slice name = { "", 0 }, bytes;
    if (r->one) /* a mailbox has none, and r->arena goes with its message */
        return false;
    if ((named && !take_size(&line, &name_n)) || !take_size(&line, &n) ||
        !take_bytes(r, name_n, &name) || !take_bytes(r, n, &bytes))
        return false;
    *VEC_PUSH(r->arena, &r->out->members) = (Member){ arena_text(r->arena, name), bytes };
    return true;
}

static bool take_message(Records *r, Slice line)
{
    size_t start;
    if (!take_size(&line, &start))
        return false;
    r->message = r->one ? r->one : VEC_PUSH(r->arena, &r->out->messages);
    *r->message = (Message){ .start = start, .header = { "", 0 } };
    return true;
}

/* The header of a message within a message becomes a part of the outer one. */
static bool take_header(Records *r, Slice line)
{
    size_t n;
    Slice text;
    Message *m = r->message;
    if (!m || !take_size(&line, &n) || !take_bytes(r, n, &text))
        return false;
    if (m->header.n == 0 && m->parts.n == 0)
        m->header = text;
    else
        *VEC_PUSH(r->arena, &m->parts) =
            (MailPart){ .charset = "utf-8", .name = "", .bytes = text };
    return true;
}

static bool take_part(Records *r, Slice line)
{
    Slice flags, charset, name, bytes;
    size_t charset_n, name_n, n;
    Message *m = r->message;
    if (!m || !slice_word(&line, &flags) || !take_size(&line, &charset_n) ||
        !take_size(&line, &name_n) || !take_size(&line, &n) ||
        !take_bytes(r, charset_n, &charset) || !take_bytes(r, name_n, &name) ||
        !take_bytes(r, n, &bytes))
        return false;
    *VEC_PUSH(r->arena, &m->parts) = (MailPart){
        .html = slice_find_char(flags, 'h') != SLICE_NONE,
        .flowed = slice_find_char(flags, 'f') != SLICE_NONE,
        .delsp = slice_find_char(flags, 'd') != SLICE_NONE,
        .attachment = slice_find_char(flags, 'a') != SLICE_NONE,
        .binary = slice_find_char(flags, 'b') != SLICE_NONE,
        .charset = arena_text(r->arena, charset),
        .name = arena_text(r->arena, name),
        .bytes = bytes,
    };
    return true;
}

static bool take_problem(Records *r, Slice line)
{
    size_t n;
    Slice text;
    if (!take_size(&line, &n) || !take_bytes(r, n, &text))
        return false;
    *VEC_PUSH(r->out->arena, &r->out->problems) = arena_text(r->out->arena, text);
    return true;
}

/* Of an mbox one message is read at a time. */
static bool next_message_begins(const Records *r)
{
    return r->one && r->message && slice_starts(r->rest, SLICE("L "));
}

static bool take_record(Records *r)
{
    Slice line;
    if (next_message_begins(r) || !slice_line(&r->rest, &line) || line.n == 0)
        return false;
    char kind = line.p[0];
    line = slice_from(line, 1);
    switch (kind) {
    case 'R':
        return take_member(r, line, false);
    case 'M':
        return take_member(r, line, true);
    case 'L':
        return take_message(r, line);
    case 'H':
        return take_header(r, line);
    case 'P':
        return take_part(r, line);
    case 'E':
        return take_problem(r, line);
    case 'Z':
        r->out->ended = true;
        return false;
    default:
        return false;
    }
}

static void read_records(Records *r)
{
    while (take_record(r))
        spool_passed(r->rest.p);
    r->out->rest = r->rest;
}

/* All was read: did anything stay unread? */
static void finish(Contents *c)
{
    if (!c->ended || c->failure)
        *VEC_PUSH(c->arena, &c->problems) = c->failure ? c->failure : "not everything could be read";
}

bool container_next(Contents *c, Arena *a, Message *out)
{
    Records r = { .arena = a, .rest = c->rest, .out = c, .one = out };
    read_records(&r);
    if (!r.message)
        finish(c);
    return r.message != NULL;
}

bool container_open(Arena *a, ContainerKind kind, Slice bytes, size_t most_bytes, Contents *out,
                    Error *err)
{
    static const char *const modes[] = { "", "archive", "mail", "mbox" };
    static const ChildLimits limits_of_any = { .memory_bytes = (size_t)2 << 30,
                                               .cpu_s = 60,
                                               .wall_s = 90 };
    ChildLimits limits = limits_of_any;
    limits.output_bytes = most_bytes + (most_bytes >> 3) + ((size_t)1 << 20);
    const char *args[] = { modes[kind], arena_printf(a, "%zu", most_bytes), NULL };
    limits.cpu_s += (unsigned)(bytes.n / SLOWEST_BYTES_PER_S);
    limits.wall_s += (unsigned)(bytes.n / SLOWEST_BYTES_PER_S);
    Spool *output = spool_new(a);
    *out = (Contents){ .arena = a };
    Error failure = { 0 };
    if (!child_run("plimsoll-unpack", args, bytes, &limits, output, &failure))
        out->failure = arena_text(a, slice_of(failure.text));
    if (!spool_bytes(output, &out->rest, err))
        return false;
    Records r = { .arena = a, .rest = out->rest, .out = out };
    Message first;
    if (kind == CONTAINER_MBOX) {
        r.one = &first;
        read_records(&r);
        if (r.message)
            *VEC_PUSH(a, &out->messages) = first;
    } else {
        read_records(&r);
        if (out->members.n || out->messages.n)
            finish(out);
    }
    if (out->members.n || out->messages.n)
        return true;
    const char *why = out->failure ? out->failure : out->problems.n ? out->problems.v[0] : "nothing to read in it";
    return error_set(err, out->failure ? failure.code : ERR_INPUT, "%s", why);
}
