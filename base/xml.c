#include "base/xml.h"

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <limits.h>
#include <string.h>

#include "base/spool.h"

struct XmlDocument {
    xmlDoc *doc;
    bool damaged;
};

static const xmlNode *node_of(const XmlNode *n)
{
    return (const xmlNode *)(const void *)n;
}

static const XmlNode *ours(const xmlNode *n)
{
    return (const XmlNode *)(const void *)n;
}

static XmlDocument *document_of(xmlDoc *doc)
{
    if (!doc)
        return NULL;
    XmlDocument *d = malloc(sizeof *d);
    if (!d)
        arena_give_up(0);
    *d = (XmlDocument){ .doc = doc };
    return d;
}

/* A large page comes in pieces, each of which leaves memory again. */
static int next_bytes(void *rest, char *to, int most)
{
    Slice *bytes = rest, piece = slice_first(*bytes, (size_t)most);
    if (piece.n)
        memcpy(to, piece.p, piece.n);
    spool_passed(piece.p);
    *bytes = slice_from(*bytes, piece.n);
    return (int)piece.n;
}

XmlDocument *xml_html(Slice bytes)
{
    if (bytes.n == 0 || bytes.n > INT_MAX)
        return NULL;
    int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET;
    if (!spool_holds(bytes.p))
        return document_of(htmlReadMemory(bytes.p, (int)bytes.n, NULL, "UTF-8", options));
    return document_of(htmlReadIO(next_bytes, NULL, &bytes, NULL, "UTF-8", options));
}

XmlDocument *xml_read(Slice bytes)
{
    if (bytes.n == 0 || bytes.n > INT_MAX)
        return NULL;
    xmlParserCtxt *context = xmlNewParserCtxt();
    if (!context)
        arena_give_up(0);
    /* Whoever may declare nothing can neither multiply text nor point to files. */
    context->sax->internalSubset = NULL;
    context->sax->externalSubset = NULL;
    context->sax->entityDecl = NULL;
    context->sax->unparsedEntityDecl = NULL;
    context->sax->notationDecl = NULL;
    context->sax->elementDecl = NULL;
    context->sax->attributeDecl = NULL;
    int options = XML_PARSE_RECOVER | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET |
                  XML_PARSE_NOCDATA;
    xmlDoc *doc = xmlCtxtReadMemory(context, bytes.p, (int)bytes.n, NULL, "UTF-8", options);
    XmlDocument *d = document_of(doc);
    if (d)
        d->damaged = !context->wellFormed;
    xmlFreeParserCtxt(context);
    return d;
}

bool xml_is_damaged(const XmlDocument *d)
{
    return d->damaged;
}

void xml_free(XmlDocument *d)
{
    if (!d)
        return;
    xmlFreeDoc(d->doc);
    free(d);
}

const XmlNode *xml_root(const XmlDocument *d)
{
    return ours(xmlDocGetRootElement(d->doc));
}

const XmlNode *xml_child(const XmlNode *n)
{
    return node_of(n)->type == XML_ENTITY_REF_NODE ? NULL : ours(node_of(n)->children);
}

const XmlNode *xml_next(const XmlNode *n)
{
    return ours(node_of(n)->next);
}

const XmlNode *xml_parent(const XmlNode *n)
{
    const xmlNode *p = node_of(n)->parent;
    return p && p->type == XML_ELEMENT_NODE ? ours(p) : NULL;
}

const char *xml_name(const XmlNode *n)
{
    const xmlNode *x = node_of(n);
    return x->type == XML_ELEMENT_NODE ? (const char *)x->name : NULL;
}

bool xml_is_text(const XmlNode *n)
{
    return node_of(n)->type == XML_TEXT_NODE || node_of(n)->type == XML_CDATA_SECTION_NODE;
}

Slice xml_text(const XmlNode *n)
{
    return slice_of(xml_is_text(n) ? (const char *)node_of(n)->content : NULL);
}

const char *xml_inner_text(Arena *a, const XmlNode *n)
{
    Buf b = buf_new(0);
    for (const XmlNode *c = n ? xml_child(n) : NULL; c; c = xml_next(c))
        buf_add(&b, xml_text(c));
    const char *text = arena_text(a, buf_slice(&b));
    buf_free(&b);
    return text;
}

bool xml_attribute_at(Arena *a, const XmlNode *n, size_t index, const char **name,
                      const char **value)
{
    const xmlNode *x = node_of(n);
    const xmlAttr *attr = x->type == XML_ELEMENT_NODE ? x->properties : NULL;
    while (attr && index-- > 0)
        attr = attr->next;
    if (!attr)
        return false;
    xmlChar *text = xmlNodeListGetString(x->doc, attr->children, 1);
    *name = arena_text(a, slice_of((const char *)attr->name));
    *value = arena_text(a, slice_of((const char *)text));
    xmlFree(text);
    return true;
}

const char *xml_attribute(Arena *a, const XmlNode *n, const char *name)
{
    const char *found, *value;
    for (size_t i = 0; xml_attribute_at(a, n, i, &found, &value); i++)
        if (strcmp(found, name) == 0)
            return value;
    return NULL;
}

const char *xml_version(void)
{
    return LIBXML_DOTTED_VERSION;
}

bool xml_html_knows(const char *name)
{
    return htmlTagLookup((const xmlChar *)name) != NULL;
}

/* --- SVG --- */

static const xmlChar *xml_str(const char *text)
{
    return (const xmlChar *)text;
}

/* "12.340000" -> "12.34": two decimals are finer than any screen. Edits in place. */
static void shorten_numbers(xmlChar *s)
{
    xmlChar *to = s;
    while (*s) {
        if (*s != '.') {
            *to++ = *s++;
            continue;
        }
        xmlChar *digits = s + 1, *end = digits;
        while (*end >= '0' && *end <= '9')
            end++;
        xmlChar *keep = end - digits > 2 ? digits + 2 : end;
        while (keep > digits && keep[-1] == '0')
            keep--;
        if (keep > digits)
            while (s < keep)
                *to++ = *s++;
        s = end;
    }
    *to = 0;
}

/* Attributes that say nothing, and digits that nobody sees, on every element below n. */
static void drop_noise(xmlNode *n)
{
    for (; n; n = n->next) {
        if (n->type != XML_ELEMENT_NODE)
            continue;
        xmlUnsetProp(n, xml_str("dominant-baseline"));
        for (xmlAttr *a = n->properties; a; a = a->next)
            if (a->children && a->children->content)
                shorten_numbers(a->children->content);
        drop_noise(n->children);
    }
}

/* A child element with a text, in front of all others. */
static void put_first(xmlNode *root, const char *name, const char *text)
{
    xmlNode *n = xmlNewTextChild(root, root->ns, xml_str(name), xml_str(text));
    xmlUnlinkNode(n);
    if (root->children)
        xmlAddPrevSibling(root->children, n);
    else
        xmlAddChild(root, n);
}

/*
 * A line an element down to the second level. (libxml2's own indenting would put blanks into texts
 * whose xml:space is "preserve".)
 */
static void break_lines(xmlNode *n, int levels)
{
    for (; n; n = n->next) {
        if (n->type != XML_ELEMENT_NODE)
            continue;
        if (levels > 1)
            break_lines(n->children, levels - 1);
        xmlAddPrevSibling(n, xmlNewText(xml_str("\n")));
    }
}

bool xml_tidy_svg(Slice svg, const char *title, const char *about, Buf *out, Error *err)
{
    int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOBLANKS;
    if (svg.n > INT32_MAX)
        return error_set(err, ERR_LIMIT, "the picture is larger than 2 GiB");
    xmlDoc *doc = xmlReadMemory(svg.p, (int)svg.n, "chart.svg", NULL, options);
    xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;
    if (!root) {
        xmlFreeDoc(doc);
        return error_set(err, ERR_INPUT, "the drawing library wrote no valid SVG");
    }
    if (doc->intSubset) {
        xmlDtd *dtd = doc->intSubset;
        xmlUnlinkNode((xmlNode *)dtd);
        xmlFreeDtd(dtd);
    }
    drop_noise(root->children);
    xmlSetProp(root, xml_str("width"), xml_str("100%"));
    xmlUnsetProp(root, xml_str("height"));
    xmlSetProp(root, xml_str("role"), xml_str("img"));
    put_first(root, "desc", about);
    put_first(root, "title", title);
    break_lines(root->children, 2);
    xmlChar *text = NULL;
    int n = 0;
    xmlDocDumpFormatMemoryEnc(doc, &text, &n, "UTF-8", 0);
    bool ok = text && n > 0;
    if (ok)
        buf_add(out, (Slice){ (const char *)text, (size_t)n });
    xmlFree(text);
    xmlFreeDoc(doc);
    return ok || error_set(err, ERR_LIMIT, "no memory for the picture");
}
