#include "ingest/mail.h"

#include <string.h>

#include "base/buf.h"
#include "ingest/charset.h"
#include "ingest/html.h"

static Slice keep(Arena *a, Buf *b)
{
    char *kept = arena_alloc(a, b->n + 1);
    memcpy(kept, b->text ? b->text : "", b->n);
    Slice s = { kept, b->n };
    buf_free(b);
    return s;
}

/* --- format=flowed --- */

static size_t quote_depth(Slice line)
{
    size_t n = 0;
    while (n < line.n && line.p[n] == '>')
        n++;
    return n;
}

/* A line that ends with a blank goes on in the next one of the same depth. "-- " is a signature. */
static Slice unflow(Arena *a, Slice text, bool delsp)
{
    Buf b = buf_new(text.n + 64);
    Slice line;
    bool joins = false;
    size_t depth = 0;
    while (slice_line(&text, &line)) {
        if (slice_ends(line, SLICE("\r")))
            line.n--;
        size_t own = quote_depth(line);
        Slice words = slice_from(line, own);
        if (words.n && words.p[0] == ' ' && (own || joins))
            words = slice_from(words, 1); /* stuffed */
        bool signature = slice_is(words, "-- ");
        if (joins && (own != depth || signature)) {
            buf_char(&b, '\n');
            joins = false;
        }
        if (!joins) {
            buf_repeat(&b, '>', own);
            if (own)
                buf_char(&b, ' ');
        }
        joins = !signature && slice_ends(words, SLICE(" "));
        depth = own;
        if (joins && delsp)
            words.n--;
        buf_add(&b, words);
        if (!joins)
            buf_char(&b, '\n');
    }
    return keep(a, &b);
}

/* --- parts --- */

static void add_part(Buf *b, const MailPart *p, Slice text)
{
    if (b->n && b->text[b->n - 1] != '\n')
        buf_char(b, '\n');
    if (b->n)
        buf_char(b, '\n');
    if (p->attachment && p->name[0])
        buf_printf(b, "# %s\n\n", p->name);
    buf_add(b, text);
}

MailText mail_text(Arena *a, const Message *m, const char *charset)
{
    MailText out = { .charset = "" };
    Buf plain = buf_new(0), flowed = buf_new(0);
    bool has_flowed = false;
    buf_add(&plain, m->header);
    buf_add(&flowed, m->header);
    for (size_t i = 0; i < m->parts.n; i++) {
        const MailPart *p = &m->parts.v[i];
        Slice text;
        bool guessed;
        if (p->binary)
            continue;
        const char *declared = p->charset[0] ? p->charset
                               : p->html     ? html_charset(a, p->bytes)
                                             : NULL;
        const char *from = charset_to_utf8(a, p->bytes, charset, declared, &text, &guessed);
        if (!out.charset[0])
            out.charset = from;
        if (p->html && !html_read(a, text, &text))
            continue;
        add_part(&plain, p, text);
        add_part(&flowed, p, p->flowed && !p->html ? unflow(a, text, p->delsp) : text);
        has_flowed = has_flowed || p->flowed;
    }
    out.text = keep(a, &plain);
    out.flowed = keep(a, &flowed);
    if (!has_flowed || slice_eq(out.text, out.flowed))
        out.flowed = (Slice){ "", 0 };
    return out;
}
