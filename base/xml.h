/*
 * xml.h - HTML and XML as a tree, SVG made tidy (libxml2). The only file that knows the library.
 *
 * A document owns its nodes; everything reached from it is valid until xml_free().
 */
#ifndef BASE_XML_H
#define BASE_XML_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

typedef struct XmlDocument XmlDocument;
typedef struct XmlNode XmlNode;

/* bytes must be UTF-8, whatever the page says of itself. Repairs what is broken; NULL: no tree. */
XmlDocument *xml_html(Slice bytes);
/*
 * XML, repaired as far as it goes; bytes must be UTF-8, whatever is declared. Nothing is fetched, and
 * a DOCTYPE declares nothing: an entity but the five of XML itself stays without a text. NULL: no tree.
 */
XmlDocument *xml_read(Slice bytes);
bool xml_is_damaged(const XmlDocument *d); /* of xml_read(): something had to be mended */
void xml_free(XmlDocument *d); /* NULL is fine */

const XmlNode *xml_root(const XmlDocument *d); /* NULL when there is none */
const XmlNode *xml_child(const XmlNode *n);    /* the first one; NULL */
const XmlNode *xml_next(const XmlNode *n);     /* the next sibling; NULL */
const XmlNode *xml_parent(const XmlNode *n);   /* NULL for the root */

const char *xml_name(const XmlNode *n); /* of an element, lower case in HTML; NULL: no element */
bool xml_is_text(const XmlNode *n);
Slice xml_text(const XmlNode *n);       /* of a text node; "" else */
/* The texts below an element as one, without what nested elements hold. "" for NULL. */
const char *xml_inner_text(Arena *a, const XmlNode *n);
/* Attributes of an element by index, in order; false past the end. */
bool xml_attribute_at(Arena *a, const XmlNode *n, size_t index, const char **name,
                      const char **value);
const char *xml_attribute(Arena *a, const XmlNode *n, const char *name); /* NULL: not there */

const char *xml_version(void); /* of the library: "2.9.14" */
bool xml_html_knows(const char *name); /* an element of HTML 4 */

/*
 * An SVG as drawing libraries write it, made fit for a page: UTF-8 instead of numeric entities, no
 * DOCTYPE, short numbers, as wide as its container (viewBox stays), role="img" with a title and a
 * description for those who cannot see it.
 */
MUST_CHECK bool xml_tidy_svg(Slice svg, const char *title, const char *about, Buf *out, Error *err);

#endif
