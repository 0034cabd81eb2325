#include "ingest/derive.h"

#include "ingest/charset.h"
#include "ingest/html.h"
#include "ingest/mail.h"
#include "ingest/quoted.h"

enum { MOST_LAYERS = 4, MOST_BYTES = 1000000000 };

static void add_step(Document *d, const char *step)
{
    d->derivation = d->derivation[0] ? arena_printf(d->arena, "%s, %s", d->derivation, step)
                                     : arena_text(d->arena, slice_of(step));
}

static void note(Document *d, const char *code, const char *message)
{
    *VEC_PUSH(d->arena, &d->notes) = (Note){ .code = code, .message = message };
}

/* One layer of compression off. An archive of many files is taken apart by load.c. */
static bool unpack(Document *d, Error *err)
{
    Contents c;
    Error why = { 0 };
    if (!container_open(d->arena, CONTAINER_ARCHIVE, d->text, MOST_BYTES, &c, &why))
        return error_set(err, why.code, "%s: %s", d->name, why.text);
    if (c.members.n != 1)
        return error_set(err, ERR_INPUT, "%s: an archive of %zu files", d->name, c.members.n);
    for (size_t i = 0; i < c.problems.n; i++)
        note(d, "truncated", c.problems.v[i]);
    d->text = c.members.v[0].bytes;
    d->origin = "archive";
    add_step(d, "unpacked");
    return true;
}

static void set_charset(Document *d, const char *charset, bool guessed)
{
    if (!charset[0])
        return;
    add_step(d, arena_printf(d->arena, "utf-8 from %s", charset));
    if (guessed)
        note(d, "charset", arena_printf(d->arena, "read as %s", charset));
}

void derive_mail(Document *d, const Message *m, const ReadOptions *options)
{
    MailText mail = mail_text(d->arena, m, options ? options->charset : NULL);
    d->text = mail.text;
    d->flowed = mail.flowed;
    d->origin = "mail";
    add_step(d, "mail");
    set_charset(d, mail.charset, false);
}

/* false: it could not be taken apart; then it is read as the text it is. */
static bool open_mail(Document *d, ContainerKind kind, const ReadOptions *options)
{
    Contents c;
    Error ignored = { 0 };
    if (!container_open(d->arena, kind, d->text, MOST_BYTES, &c, &ignored) || !c.messages.n)
        return false;
    for (size_t i = 0; i < c.problems.n; i++)
        note(d, "truncated", c.problems.v[i]);
    derive_mail(d, &c.messages.v[0], options);
    return true;
}

bool derive_text(Document *d, const ReadOptions *options, Error *err)
{
    const char *given = options ? options->charset : NULL;
    d->text = d->bytes;
    ContainerKind kind;
    for (int i = 0; (kind = container_kind(d->text)) == CONTAINER_ARCHIVE; i++) {
        if (i == MOST_LAYERS)
            return error_set(err, ERR_LIMIT, "%s: packed more than %d times", d->name, MOST_LAYERS);
        if (!unpack(d, err))
            return false;
    }
    if (kind != CONTAINER_NONE && open_mail(d, kind, options))
        return true;
    bool page = html_is_page(d->text) && !charset_of_mark(d->text), guessed;
    const char *declared = page ? html_charset(d->arena, d->text) : NULL;
    const char *from = charset_to_utf8(d->arena, d->text, given, declared, &d->text, &guessed);
    set_charset(d, from, guessed);
    page = page || html_is_page(d->text); /* a page in UTF-16 */
    if (page && html_read(d->arena, d->text, &d->text)) {
        d->origin = "html";
        add_step(d, "html");
    } else if (quoted_decode(d->arena, d->text, &d->text)) {
        add_step(d, "quoted-printable");
    }
    return true;
}
