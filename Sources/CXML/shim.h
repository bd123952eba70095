// libxml2 may be built with ICU, whose types collide with those of Foundation; nothing here uses them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>
// Sines and their like: the one place that brings them to every platform without a condition.
#include <math.h>
// What libxml2 itself unpacks compressed documents with.
#include <zlib.h>
