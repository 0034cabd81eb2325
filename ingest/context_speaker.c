/* Who speaks: mail headers, "NAME wrote:", posts of a forum. */
#include "ingest/context.h"

#include <string.h>

bool speaker_is_mail_header(Slice text)
{
    if (!text.n || text.p[0] < 'A' || text.p[0] > 'X')
        return false;
    static const char *const names[] = {
        "From:",         "To:",           "Cc:",
        "CC:",           "Bcc:",          "Subject:",
        "Date:",         "Message-ID:",   "Message-Id:",
        "In-Reply-To:",  "References:",   "Reply-To:",
        "Sender:",       "Content-Type:", "Content-Transfer-Encoding:",
        "MIME-Version:", "Mime-Version:", "User-Agent:",
        "X-Mailer:",     "List-Id:",      "Received:",
        "Return-Path:",  "Sent:",         "Precedence:",
        "Archived-At:",  "Newsgroups:",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i][0] == text.p[0] && slice_starts(text, slice_of(names[i])))
            return true;
    return slice_starts(text, SLICE("From ")) && slice_find_char(text, '@') != SLICE_NONE;
}

static bool has_digit(Slice s)
{
    for (size_t i = 0; i < s.n; i++)
        if (char_is_digit(s.p[i]))
            return true;
    return false;
}

static Slice without_address(Slice name)
{
    size_t angle = slice_find_char(name, '<');
    if (angle != SLICE_NONE && angle > 0)
        name = slice_first(name, angle);
    return slice_trim(name);
}

/* "alpha · comment · 2017-02-23" */
static bool dotted(Slice text, Slice *name)
{
    static const char dot[] = " \xc2\xb7 ";
    Slice rest = text, word;
    if (!slice_until(&rest, slice_of(dot), name) || !slice_until(&rest, slice_of(dot), &word))
        return false;
    return name->n > 0 && name->n < 60 && has_digit(rest) && rest.n < 40;
}

bool speaker_post(Slice text, Slice *name)
{
    static const char *const fronts[] = {
        "Post by ",  "Posted by ", "Posted by: ",           "Comment by ",
        "Reply by ", "Answer by ", "Originally posted by ", "Originally Posted by "
    };
    Slice s = slice_trim(text);
    if (s.n > 200)
        return false;
    while (s.n && (s.p[0] == '#' || s.p[0] == ' ' || s.p[0] == '*'))
        s = slice_from(s, 1);
    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++) {
        Slice rest = s;
        if (!s.n || s.p[0] != fronts[i][0] || !slice_skip(&rest, slice_of(fronts[i])))
            continue;
        Slice head = rest;
        static const char *const ends[] = { " on ", " \xc2\xbb ", ", ", " at ", " (" };
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
            size_t at = slice_find(head, slice_of(ends[k]));
            if (at != SLICE_NONE)
                head = slice_first(head, at);
        }
        *name = slice_trim(head);
        return name->n > 0 && heading_words(*name) <= 4;
    }
    Slice rest = s;
    if (slice_skip(&rest, SLICE("From:"))) {
        *name = without_address(slice_trim(rest));
        return true;
    }
    return slice_find_char(s, '\xc2') != SLICE_NONE && dotted(s, name);
}

bool speaker_quote(Slice text, Slice *name)
{
    static const char *const ends[] = { " wrote:",
                                        " writes:",
                                        " said:",
                                        " schrieb:",
                                        " schreef:",
                                        " a \xc3\xa9"
                                        "crit :",
                                        " a \xc3\xa9"
                                        "crit:",
                                        " escribi\xc3\xb3:",
                                        " ha scritto:",
                                        " skrev:",
                                        " wrote" };
    Slice s = slice_trim(text);
    if (s.n > 300 || s.n < 6 || (s.p[s.n - 1] != ':' && s.p[s.n - 1] != 'e'))
        return false;
    if (slice_is(s, "wrote:")) {
        *name = SLICE("");
        return true;
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        Slice end = slice_of(ends[i]);
        if (!slice_ends(s, end))
            continue;
        Slice head = slice_first(s, s.n - end.n);
        bool dated = slice_starts(head, SLICE("On ")) || slice_starts(head, SLICE("Am ")) ||
                     slice_starts(head, SLICE("Le ")) || slice_starts(head, SLICE("El ")) ||
                     slice_starts(head, SLICE("Quoting "));
        bool address = slice_find_char(head, '@') != SLICE_NONE;
        if (!dated && !address && heading_words(head) > 3)
            return false;
        if (!slice_ends(s, SLICE(":")) && !dated)
            return false;
        size_t cut = SLICE_NONE, at;
        if ((at = slice_rfind(head, SLICE(", "))) != SLICE_NONE)
            cut = at + 2;
        if ((at = slice_rfind(head, SLICE("M "))) != SLICE_NONE && at > 0 && dated &&
            (cut == SLICE_NONE || at + 2 > cut))
            cut = at + 2;
        if (dated && cut != SLICE_NONE)
            head = slice_from(head, cut);
        *name = without_address(head);
        return true;
    }
    return false;
}
