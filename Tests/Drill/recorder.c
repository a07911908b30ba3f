/* Records what a process does to the files of one folder, so that a power loss at any moment can be imitated. Preloaded with
   LD_PRELOAD. The index of the log (-shm) is left out: it is made anew after a crash.

   A record: time (ns of the monotonic clock), kind, length of the path, offset, length of the data; then path and data.
   Kinds: O opened, W written, T truncated to the offset, B a sync begins, S a file or D a folder is synced, U removed, R renamed to
   the data. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FILES 65536

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *paths[FILES];
static const char *folder;
static int output = -1;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  const char *target = getenv("DRILL_RECORD_TO");
  int (*open_)(const char *, int, ...) = real("open");
  folder = getenv("DRILL_RECORD_FOLDER");
  if (folder && target) output = open_(target, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_recorded(const char *path) {
  if (output < 0 || !path || strncmp(path, folder, strlen(folder))) return 0;
  size_t length = strlen(path);
  return length < 4 || strcmp(path + length - 4, "-shm");
}

static void put(const void *bytes, size_t count) {
  static ssize_t (*write_)(int, const void *, size_t);
  if (!write_) write_ = real("write");
  while (count > 0) {
    ssize_t done = write_(output, bytes, count);
    if (done <= 0) abort();
    bytes = (const char *)bytes + done;
    count -= done;
  }
}

/* Called with the lock held, after the call has succeeded. */
static void record(char kind, const char *path, uint64_t offset, const void *data, uint64_t count) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  struct __attribute__((packed)) { uint64_t time; char kind; uint32_t path; uint64_t offset, count; } head = {
    now.tv_sec * 1000000000ull + now.tv_nsec, kind, strlen(path), offset, count};
  put(&head, sizeof head);
  put(path, strlen(path));
  put(data, count);
}

#define LOCKED(statement) do { pthread_mutex_lock(&lock); statement; pthread_mutex_unlock(&lock); } while (0)

static const char *path_of(int file) { return file >= 0 && file < FILES ? paths[file] : NULL; }

static int opened(int file, const char *path, int flags) {
  if (file >= 0 && file < FILES && is_recorded(path)) LOCKED({
    free(paths[file]);
    paths[file] = strdup(path);
    if (flags & O_CREAT) record('O', path, 0, "", 0);
    if (flags & O_TRUNC) record('T', path, 0, "", 0);
  });
  return file;
}

#define OPEN(name)                                                                                                          \
  int name(const char *path, int flags, ...) {                                                                              \
    static int (*next)(const char *, int, ...);                                                                             \
    if (!next) next = real(#name);                                                                                          \
    va_list rest;                                                                                                           \
    va_start(rest, flags);                                                                                                  \
    int mode = va_arg(rest, int);                                                                                           \
    va_end(rest);                                                                                                           \
    return opened(next(path, flags, mode), path, flags);                                                                    \
  }
OPEN(open)
OPEN(open64)

int close(int file) {
  static int (*next)(int);
  if (!next) next = real("close");
  if (path_of(file)) LOCKED({ free(paths[file]); paths[file] = NULL; });
  return next(file);
}

#define PWRITE(name, type)                                                                                                  \
  ssize_t name(int file, const void *bytes, size_t count, type offset) {                                                    \
    static ssize_t (*next)(int, const void *, size_t, type);                                                                \
    if (!next) next = real(#name);                                                                                          \
    if (!path_of(file)) return next(file, bytes, count, offset);                                                            \
    ssize_t done;                                                                                                           \
    LOCKED({ done = next(file, bytes, count, offset); if (done > 0) record('W', paths[file], offset, bytes, done); });      \
    return done;                                                                                                            \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int file, const void *bytes, size_t count) {
  static ssize_t (*next)(int, const void *, size_t);
  if (!next) next = real("write");
  if (!path_of(file)) return next(file, bytes, count);
  ssize_t done;
  LOCKED({
    off_t offset = lseek(file, 0, SEEK_CUR);
    done = next(file, bytes, count);
    if (done > 0) record('W', paths[file], offset, bytes, done);
  });
  return done;
}

#define TRUNCATE(name, type)                                                                                                \
  int name(int file, type size) {                                                                                           \
    static int (*next)(int, type);                                                                                          \
    if (!next) next = real(#name);                                                                                          \
    int code;                                                                                                               \
    if (!path_of(file)) return next(file, size);                                                                            \
    LOCKED({ code = next(file, size); if (code == 0) record('T', paths[file], size, "", 0); });                             \
    return code;                                                                                                            \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

/* What was written while it ran may be on the disk or not, so the lock is not held. */
static int synced(int file, int code) {
  struct stat status;
  if (code == 0 && path_of(file) && fstat(file, &status) == 0)
    LOCKED(record(S_ISDIR(status.st_mode) ? 'D' : 'S', paths[file], 0, "", 0));
  return code;
}

#define SYNC(name)                                                                                                          \
  int name(int file) {                                                                                                      \
    static int (*next)(int);                                                                                                \
    if (!next) next = real(#name);                                                                                          \
    if (!path_of(file)) return next(file);                                                                                  \
    LOCKED(record('B', paths[file], 0, "", 0));                                                                             \
    return synced(file, next(file));                                                                                        \
  }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path) {
  static int (*next)(const char *);
  if (!next) next = real("unlink");
  int code;
  if (!is_recorded(path)) return next(path);
  LOCKED({ code = next(path); if (code == 0) record('U', path, 0, "", 0); });
  return code;
}

int rename(const char *path, const char *target) {
  static int (*next)(const char *, const char *);
  if (!next) next = real("rename");
  int code;
  if (!is_recorded(path)) return next(path, target);
  LOCKED({ code = next(path, target); if (code == 0) record('R', path, 0, target, strlen(target)); });
  return code;
}
