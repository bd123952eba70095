#include <cairo.h>
/* The library that cairo packs its pictures with. */
#include <zlib.h>
