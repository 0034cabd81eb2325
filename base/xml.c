#include "base/xml.h"

#include <libxml/HTMLparser.h>
#include <libxml/tree.h>
#include <limits.h>
#include <string.h>

struct XmlDocument {
    xmlDoc *doc;
};

static const xmlNode *node_of(const XmlNode *n)
{
    return (const xmlNode *)(const void *)n;
}

static const XmlNode *ours(const xmlNode *n)
{
    return (const XmlNode *)(const void *)n;
}

XmlDocument *xml_html(Slice bytes)
{
    if (bytes.n == 0 || bytes.n > INT_MAX)
        return NULL;
    int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET;
    xmlDoc *doc = htmlReadMemory(bytes.p, (int)bytes.n, NULL, "UTF-8", options);
    if (!doc)
        return NULL;
    XmlDocument *d = malloc(sizeof *d);
    if (!d)
        xmlFreeDoc(doc);
    else
        d->doc = doc;
    return d;
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

bool xml_html_knows(const char *name)
{
    return htmlTagLookup((const xmlChar *)name) != NULL;
}
