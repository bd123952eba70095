#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#include <CommonCrypto/CommonDigest.h>
#include <sys/stdio.h>
#include <xlocale.h>
typedef CC_SHA1_CTX sha1_context;
typedef CC_SHA256_CTX sha256_context;
#else
#include <sha1.h>
#include <sha2.h>
#include <sys/syscall.h>
typedef SHA1_CTX sha1_context;
typedef SHA2_CTX sha256_context;
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#define RENAME_EXCHANGE 2
#endif
#endif

int lnote_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

int lnote_openat(int folder, const char *name, int flags, mode_t mode) {
  return openat(folder, name, flags, mode);
}

int lnote_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 0); }

#ifdef __APPLE__
static int rename_with(int from, const char *name, int to, const char *new_name, unsigned flags) {
  return renameatx_np(from, name, to, new_name, flags);
}
int lnote_rename_exclusively(int from, const char *name, int to, const char *new_name) {
  return rename_with(from, name, to, new_name, RENAME_EXCL);
}
int lnote_rename_exchanging(int from, const char *name, int to, const char *new_name) {
  return rename_with(from, name, to, new_name, RENAME_SWAP);
}
#else
/* The call itself, since musl has no wrapper for it. */
static int rename_with(int from, const char *name, int to, const char *new_name, unsigned flags) {
  return (int)syscall(SYS_renameat2, from, name, to, new_name, flags);
}
int lnote_rename_exclusively(int from, const char *name, int to, const char *new_name) {
  return rename_with(from, name, to, new_name, RENAME_NOREPLACE);
}
int lnote_rename_exchanging(int from, const char *name, int to, const char *new_name) {
  return rename_with(from, name, to, new_name, RENAME_EXCHANGE);
}
#endif

int lnote_sync(int descriptor) {
#ifdef __APPLE__
  /* fsync stops at the drive's cache there; network volumes know only fsync. */
  if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
  if (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY) return -1;
#endif
  return fsync(descriptor);
}

void lnote_start_sync(int descriptor) {
#ifdef __linux__
  int kept = errno;
  /* Whatever goes wrong with it is said by the sync. */
  sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
  errno = kept;
#else
  (void)descriptor;
#endif
}

const char *lnote_next_name(DIR *folder, int *error) {
  errno = 0;
  struct dirent *entry = readdir(folder);
  *error = entry ? 0 : errno;
  return entry ? entry->d_name : NULL;
}

void lnote_error_text(int error, char *text, size_t capacity) {
  if (capacity == 0) return;
#if defined(__GLIBC__)
  const char *words = strerror_r(error, text, capacity);
  if (words != text) snprintf(text, capacity, "%s", words);
#else
  if (strerror_r(error, text, capacity) != 0) snprintf(text, capacity, "error %d", error);
#endif
}

static pthread_once_t locale_once = PTHREAD_ONCE_INIT;
static locale_t utf8_locale;

static void make_locale(void) {
#ifdef __APPLE__
  utf8_locale = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
#else
  utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
#endif
}

void *lnote_locale_begin(void) {
  pthread_once(&locale_once, make_locale);
  return utf8_locale ? (void *)uselocale(utf8_locale) : NULL;
}

void lnote_locale_end(void *previous) {
  if (previous) uselocale((locale_t)previous);
}

_Static_assert(sizeof(sha1_context) <= sizeof(lnote_digest), "a SHA-1 state fits");
_Static_assert(sizeof(sha256_context) <= sizeof(lnote_digest), "a SHA-256 state fits");

#ifdef __APPLE__
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
void lnote_sha1_begin(lnote_digest *digest) { CC_SHA1_Init((CC_SHA1_CTX *)digest); }
/* CC_LONG has 32 bits: the callers' pieces stay under 4 GiB. */
void lnote_sha1_update(lnote_digest *digest, const void *bytes, size_t count) {
  CC_SHA1_Update((CC_SHA1_CTX *)digest, bytes, (CC_LONG)count);
}
void lnote_sha1_finish(lnote_digest *digest, uint8_t result[20]) { CC_SHA1_Final(result, (CC_SHA1_CTX *)digest); }
void lnote_sha256_begin(lnote_digest *digest) { CC_SHA256_Init((CC_SHA256_CTX *)digest); }
void lnote_sha256_update(lnote_digest *digest, const void *bytes, size_t count) {
  CC_SHA256_Update((CC_SHA256_CTX *)digest, bytes, (CC_LONG)count);
}
void lnote_sha256_finish(lnote_digest *digest, uint8_t result[32]) {
  CC_SHA256_Final(result, (CC_SHA256_CTX *)digest);
}
#else
void lnote_sha1_begin(lnote_digest *digest) { SHA1Init((SHA1_CTX *)digest); }
void lnote_sha1_update(lnote_digest *digest, const void *bytes, size_t count) {
  SHA1Update((SHA1_CTX *)digest, bytes, count);
}
void lnote_sha1_finish(lnote_digest *digest, uint8_t result[20]) { SHA1Final(result, (SHA1_CTX *)digest); }
void lnote_sha256_begin(lnote_digest *digest) { SHA256Init((SHA2_CTX *)digest); }
void lnote_sha256_update(lnote_digest *digest, const void *bytes, size_t count) {
  SHA256Update((SHA2_CTX *)digest, bytes, count);
}
void lnote_sha256_finish(lnote_digest *digest, uint8_t result[32]) { SHA256Final(result, (SHA2_CTX *)digest); }
#endif
