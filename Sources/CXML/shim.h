// libxml2 may be built with ICU, whose types collide with those of Foundation; nothing here uses them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>
// Sines and their like: the one place that brings them to every platform without a condition.
#include <math.h>
// What libxml2 itself unpacks compressed documents with.
#include <zlib.h>

// Parses UTF-8 where it lies, without a copy of it, so that values point into it; a zero that isn't counted follows it.
// Newer versions of libxml2 have other names for some of this.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static inline void lnote_parse_in_place(xmlParserCtxtPtr context, const xmlChar *text, int count, int options) {
  xmlCtxtUseOptions(context, options);
  xmlParserInputPtr input = xmlNewInputStream(context);
  if (input == NULL) return;
  input->base = text;
  input->cur = text;
  input->end = text + count;
  inputPush(context, input);
  xmlParseDocument(context);
}
#pragma GCC diagnostic pop
