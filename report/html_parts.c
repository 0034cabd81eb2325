#include "report/html_parts.h"

#include <string.h>

#include "base/safe.h"

enum { WHOLE_DOCUMENT_LINES = 5000, CONTEXT_LINES = 6 };

static const char style[] =
    ":root{color-scheme:light dark;--bg:#fff;--fg:#222;--dim:#666;--line:#ddd;--mark:#fff3c4;"
    "--run:#f4f7fb;--good:#0a6b3d;--bad:#b3400f;--link:#0b5394}"
    "@media(prefers-color-scheme:dark){:root{--bg:#16181b;--fg:#ddd;--dim:#999;--line:#3a3d42;"
    "--mark:#4d4213;--run:#1f242b;--good:#5fce93;--bad:#f2955f;--link:#8ab8f0}}"
    "*{box-sizing:border-box}"
    "body{background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif;margin:0 auto;"
    "max-width:74rem;padding:1rem}"
    "h1{font-size:1.4rem;margin:.4rem 0}h2{font-size:1.15rem;margin:1.6rem 0 .4rem}"
    "h1,h2,p,li,figcaption{overflow-wrap:anywhere}td,th{overflow-wrap:break-word}"
    "a{color:var(--link)}.answer{font-size:1.1rem;border-left:4px solid var(--link);"
    "padding:.2rem .8rem}.dim{color:var(--dim);font-size:.9em}"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;min-width:40rem;width:100%}"
    "caption{text-align:left;font-weight:600;padding:.5rem 0}"
    "th,td{border-bottom:1px solid var(--line);padding:.3rem .5rem;text-align:left;vertical-align:top}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
    "td.n a{color:inherit;text-decoration:underline dotted}"
    "th button{all:unset;cursor:pointer}th button:focus-visible{outline:2px solid var(--link)}"
    ".better{color:var(--good);font-weight:600}.worse{color:var(--bad);font-weight:600}"
    ".caution{display:block;font-size:.8em;color:var(--bad)}"
    "figure{margin:1rem 0}figure svg{width:min(100%,52rem);height:auto;background:#fff}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.45 ui-monospace,monospace;"
    "border:1px solid var(--line);padding:.6rem;margin:.4rem 0}"
    "pre span.l{display:block}pre span.run{background:var(--run)}pre span.hit{background:var(--mark)}"
    "pre span.l:target{outline:2px solid var(--link)}"
    "pre i{color:var(--dim);font-style:normal;user-select:none;display:inline-block;min-width:3.5em}"
    "@media print{body{max-width:none}.scroll{overflow:visible}table{min-width:0}"
    "a{color:inherit;text-decoration:none}pre{font-size:9px}}";

/* Sorts a table by the clicked column; numbers by data-v. Without script nothing is missing. */
static const char script[] =
    "for(const t of document.querySelectorAll('table.sort'))"
    "t.querySelectorAll('thead th').forEach((h,i)=>{"
    "const k=document.createElement('button');k.type='button';k.append(...h.childNodes);h.append(k);"
    "k.addEventListener('click',()=>{const up=h.getAttribute('aria-sort')!=='ascending';"
    "t.querySelectorAll('thead th').forEach(o=>o.removeAttribute('aria-sort'));"
    "h.setAttribute('aria-sort',up?'ascending':'descending');"
    "const v=r=>{const c=r.cells[i];if(!c)return'';const d=c.dataset.v;"
    "return d===undefined?c.textContent.trim():d===''?NaN:Number(d)};"
    "const rows=[...t.tBodies[0].rows];rows.sort((a,b)=>{const x=v(a),y=v(b);let o;"
    "if(typeof x==='number'&&typeof y==='number')"
    "o=isNaN(x)?1:isNaN(y)?-1:up?x-y:y-x;"
    "else o=up?String(x).localeCompare(String(y)):String(y).localeCompare(String(x));return o});"
    "t.tBodies[0].append(...rows)})});";

void html_text(Buf *b, const char *text)
{
    safe_xml(b, slice_of(text));
}

void html_open(Buf *b, const char *title)
{
    buf_str(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
               "<link rel=\"icon\" href=\"data:,\"/>\n<title>");
    html_text(b, title);
    buf_str(b, "</title>\n<style>");
    buf_str(b, style);
    buf_str(b, "</style>\n</head>\n<body>\n");
}

void html_close(Buf *b, const char *version)
{
    buf_str(b, "<p class=\"dim\">plimsoll ");
    html_text(b, version);
    buf_str(b, "</p>\n<script>");
    buf_str(b, script);
    buf_str(b, "</script>\n</body>\n</html>\n");
}

static size_t document_number(HtmlDocuments *docs, const Document *d)
{
    for (size_t i = 0; i < docs->list.n; i++)
        if (docs->list.v[i] == d)
            return i;
    *VEC_PUSH(docs->arena, &docs->list) = d;
    return docs->list.n - 1;
}

void html_source_link(Buf *b, HtmlDocuments *docs, const Source *source)
{
    size_t n = document_number(docs, source->run->document);
    struct HtmlMark *mark = VEC_PUSH(docs->arena, &docs->marks);
    mark->document = n;
    mark->line = source->line;
    buf_printf(b, "<a href=\"#d%zu-l%u\" title=\"", n + 1, source->line);
    html_text(b, source->document);
    buf_printf(b, ":%u\">", source->line);
}

/* What to show of a document: a byte a line. */
enum LineUse { LINE_HIDDEN, LINE_SHOWN, LINE_IN_RUN, LINE_HIT };

static uint8_t *line_uses(HtmlDocuments *docs, size_t number, uint32_t lines)
{
    const Document *d = docs->list.v[number];
    uint8_t *use = ARENA_ARRAY(docs->arena, uint8_t, (size_t)lines + 2);
    bool whole = lines <= WHOLE_DOCUMENT_LINES;
    if (whole)
        memset(use, LINE_SHOWN, (size_t)lines + 2);
    for (size_t i = 0; i < docs->marks.n; i++) {
        if (docs->marks.v[i].document != number)
            continue;
        uint32_t at = docs->marks.v[i].line;
        for (uint32_t k = at > CONTEXT_LINES ? at - CONTEXT_LINES : 1; k <= at + CONTEXT_LINES && k <= lines; k++)
            if (use[k] == LINE_HIDDEN)
                use[k] = LINE_SHOWN;
    }
    for (size_t i = 0; i < d->runs.n; i++)
        for (uint32_t k = d->runs.v[i]->span.line; k <= d->runs.v[i]->last_line && k <= lines; k++)
            if (use[k] == LINE_SHOWN)
                use[k] = LINE_IN_RUN;
    for (size_t i = 0; i < docs->marks.n; i++)
        if (docs->marks.v[i].document == number && docs->marks.v[i].line <= lines)
            use[docs->marks.v[i].line] = LINE_HIT;
    return use;
}

static void document_text(Buf *b, HtmlDocuments *docs, size_t number)
{
    const Document *d = docs->list.v[number];
    uint32_t lines = 0;
    Slice rest = d->text, line;
    while (slice_line(&rest, &line))
        lines++;
    uint8_t *use = line_uses(docs, number, lines);
    static const char *const classes[] = { "", "l", "l run", "l hit" };
    bool gap = false;
    rest = d->text;
    buf_str(b, "<pre>");
    for (uint32_t n = 1; slice_line(&rest, &line); n++) {
        if (use[n] == LINE_HIDDEN) {
            if (!gap)
                buf_str(b, "<span class=\"l dim\">[...]</span>");
            gap = true;
            continue;
        }
        gap = false;
        buf_printf(b, "<span class=\"%s\" id=\"d%zu-l%u\"><i>%u</i> ", classes[use[n]], number + 1, n, n);
        if (slice_ends(line, SLICE("\r")))
            line.n--;
        safe_xml(b, line);
        buf_str(b, "</span>");
    }
    buf_str(b, "</pre>\n");
}

void html_appendix(Buf *b, HtmlDocuments *docs)
{
    if (!docs->list.n)
        return;
    buf_str(b, "<h2>Sources</h2>\n<p class=\"dim\">The text that was read. Lines with figures of this "
               "report are marked.</p>\n");
    for (size_t i = 0; i < docs->list.n; i++) {
        buf_str(b, "<h3>");
        html_text(b, docs->list.v[i]->name);
        buf_str(b, "</h3>\n");
        if (docs->list.v[i]->text.n)
            document_text(b, docs, i);
        else
            buf_str(b, "<p class=\"dim\">The text is not at hand.</p>\n");
    }
}
