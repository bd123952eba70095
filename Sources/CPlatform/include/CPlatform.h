/* What Swift can't say about the system: variadic calls, rename flags, full syncs, thread-local locales, digests. */
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* open and openat are variadic, which Swift doesn't import. */
int lnote_open(const char *path, int flags, mode_t mode);
int lnote_openat(int folder, const char *name, int flags, mode_t mode);

/* A second descriptor for the same open file, closed in child processes. */
int lnote_duplicate(int descriptor);

/* Renames that fail with EEXIST instead of replacing, or swap both names; EINVAL or ENOTSUP where the file system can't. */
int lnote_rename_exclusively(int from, const char *name, int to, const char *new_name);
int lnote_rename_exchanging(int from, const char *name, int to, const char *new_name);

/* Brings a file's data to the medium, not only to the drive's cache. */
int lnote_sync(int descriptor);
/* Begins to bring it there and waits for nothing, so that many files travel together. */
void lnote_start_sync(int descriptor);

/* The next name in an open folder; NULL at the end, with *error 0, or after a failure, with *error set. */
const char *lnote_next_name(DIR *folder, int *error);

/* The system's words for an errno, safe in threads. */
void lnote_error_text(int error, char *text, size_t capacity);

/* Puts a UTF-8 locale on this thread alone; what it returns goes back to lnote_locale_end. NULL: there is no such locale. */
void *lnote_locale_begin(void);
void lnote_locale_end(void *previous);

/* A digest in progress; the bytes belong to the system's implementation. */
typedef struct {
  uint64_t words[32];
} lnote_digest;

void lnote_sha1_begin(lnote_digest *digest);
void lnote_sha1_update(lnote_digest *digest, const void *bytes, size_t count);
void lnote_sha1_finish(lnote_digest *digest, uint8_t result[20]);
void lnote_sha256_begin(lnote_digest *digest);
void lnote_sha256_update(lnote_digest *digest, const void *bytes, size_t count);
void lnote_sha256_finish(lnote_digest *digest, uint8_t result[32]);

#endif
