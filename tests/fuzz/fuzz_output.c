/* Nothing of a paste reaches a terminal, a page, a cell or JSON as anything but text. */
#include "base/number.h"
#include "base/safe.h"
#include "fuzz.h"
#include "report/page.h"

static bool has_control(Slice s, const char *but)
{
    uint32_t c;
    for (size_t n; (n = safe_utf8_next(s, &c)) > 0; s = slice_from(s, n)) {
        if ((c < 0x20 || (c >= 0x7f && c < 0xa0)) && !(c && c < 0x80 && strchr(but, (int)c)))
            return true;
        if (n == 1 && c == 0xfffd) /* bytes that are no UTF-8 */
            return true;
        if ((c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
            return true;
    }
    return false;
}

static void check_xml(Slice s)
{
    for (size_t i = 0; i < s.n; i++)
        FUZZ_MUST(s.p[i] != '<' && s.p[i] != '>' && s.p[i] != '"' && s.p[i] != '\'');
}

static void check_json(Slice s)
{
    FUZZ_MUST(s.n >= 2 && s.p[0] == '"' && s.p[s.n - 1] == '"');
    for (size_t i = 1; i + 1 < s.n; i++) {
        FUZZ_MUST(s.p[i] != '"');
        FUZZ_MUST((unsigned char)s.p[i] >= 0x20);
        i += s.p[i] == '\\';
    }
}

static void check_csv(Slice s, Slice text)
{
    Number number;
    Slice cell = s;
    slice_skip(&cell, SLICE("\""));
    FUZZ_MUST(!cell.n || !strchr("=+-@\t\r", cell.p[0]) || number_is(text, &number));
    bool quoted = s.n && s.p[0] == '"';
    for (size_t i = 0; i < s.n; i++)
        FUZZ_MUST(quoted || !strchr(",\"\n\r", s.p[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    Slice text = { (const char *)data, n };
    Buf b = buf_new(0);
    safe_terminal(&b, text);
    FUZZ_MUST(!has_control(buf_slice(&b), "\t"));
    b.n = 0;
    safe_ascii(&b, text);
    for (size_t i = 0; i < b.n; i++)
        FUZZ_MUST(b.text[i] >= 0x20 && b.text[i] < 0x7f);
    b.n = 0;
    safe_tsv(&b, text);
    FUZZ_MUST(!has_control(buf_slice(&b), ""));
    b.n = 0;
    safe_plain(&b, text);
    FUZZ_MUST(!has_control(buf_slice(&b), "\t\n"));
    b.n = 0;
    safe_xml(&b, text);
    check_xml(buf_slice(&b));
    FUZZ_MUST(!has_control(buf_slice(&b), "\t\n"));
    b.n = 0;
    safe_json(&b, text);
    check_json(buf_slice(&b));
    b.n = 0;
    safe_csv(&b, text);
    check_csv(buf_slice(&b), text);
    Buf page = buf_new(0);
    page_finish(&page, text);
    for (size_t i = 0, column = 0; i < page.n; i++) {
        column = page.text[i] == '\n' ? 0 : column + 1;
        FUZZ_MUST(page.text[i] == '\n' || (page.text[i] >= 0x20 && page.text[i] < 0x7f));
        FUZZ_MUST(column <= PAGE_COLUMNS);
    }
    buf_free(&page);
    buf_free(&b);
    return 0;
}
