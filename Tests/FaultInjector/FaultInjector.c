// Wraps C library calls to count them and to fail one of them.

#include "FaultInjector.h"

#ifdef __linux__

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DESCRIPTORS = 4096 };

static const char *folder;
static int log_descriptor = -1;
static long failing_call = -1;
static int failing_errno;
static long calls;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// The path of each tracked descriptor; NULL for others.
static char *descriptor_names[DESCRIPTORS];

static void *original(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void start(void) {
  folder = getenv("FAULT_FOLDER");
  const char *call = getenv("FAULT_CALL");
  const char *error = getenv("FAULT_ERRNO");
  const char *log = getenv("FAULT_LOG");
  if (call != NULL) failing_call = strtol(call, NULL, 10);
  if (error != NULL) failing_errno = (int)strtol(error, NULL, 10);
  if (log != NULL) {
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    // A high number, so that the program's own descriptors keep theirs.
    log_descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 1000);
    syscall(SYS_close, descriptor);
  }
}

static int is_inside(const char *path) {
  if (folder == NULL || path == NULL) return 0;
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static const char *name_of(int descriptor) {
  return descriptor >= 0 && descriptor < DESCRIPTORS ? descriptor_names[descriptor] : NULL;
}

static void remember(int descriptor, const char *name) {
  if (descriptor < 0 || descriptor >= DESCRIPTORS) return;
  free(descriptor_names[descriptor]);
  descriptor_names[descriptor] = name == NULL ? NULL : strdup(name);
}

/// Counts a call; true if it must fail, with `errno` set.
static int fails(const char *name, const char *path) {
  pthread_mutex_lock(&lock);
  long number = calls++;
  if (log_descriptor >= 0) {
    char line[4096];
    int length = snprintf(line, sizeof line, "%ld %s %s\n", number, name, path);
    syscall(SYS_write, log_descriptor, line, length);
  }
  pthread_mutex_unlock(&lock);
  if (number != failing_call) return 0;
  if (failing_errno == 0) syscall(SYS_kill, getpid(), SIGKILL);
  errno = failing_errno;
  return 1;
}

static int path_fails(const char *name, const char *path) {
  return is_inside(path) && fails(name, path);
}

static int descriptor_fails(const char *name, int descriptor) {
  const char *path = name_of(descriptor);
  return path != NULL && fails(name, path);
}

// Calls that take a path or a descriptor first and return -1 on failure.

#define FORWARD(result, name, failed, parameters, arguments)                                     \
  result name parameters {                                                                       \
    static result(*next) parameters;                                                             \
    if (next == NULL) next = original(#name);                                                    \
    if (failed) return -1;                                                                       \
    return next arguments;                                                                       \
  }

FORWARD(ssize_t, read, descriptor_fails("read", fd), (int fd, void *b, size_t n), (fd, b, n))
FORWARD(
    ssize_t, pread, descriptor_fails("pread", fd), (int fd, void *b, size_t n, off_t at),
    (fd, b, n, at))
FORWARD(
    ssize_t, pread64, descriptor_fails("pread", fd), (int fd, void *b, size_t n, off64_t at),
    (fd, b, n, at))
FORWARD(
    ssize_t, write, descriptor_fails("write", fd), (int fd, const void *b, size_t n), (fd, b, n))
FORWARD(
    ssize_t, pwrite, descriptor_fails("pwrite", fd), (int fd, const void *b, size_t n, off_t at),
    (fd, b, n, at))
FORWARD(
    ssize_t, pwrite64, descriptor_fails("pwrite", fd),
    (int fd, const void *b, size_t n, off64_t at), (fd, b, n, at))
FORWARD(int, fsync, descriptor_fails("fsync", fd), (int fd), (fd))
FORWARD(int, fdatasync, descriptor_fails("fdatasync", fd), (int fd), (fd))
FORWARD(int, ftruncate, descriptor_fails("ftruncate", fd), (int fd, off_t n), (fd, n))
FORWARD(int, ftruncate64, descriptor_fails("ftruncate", fd), (int fd, off64_t n), (fd, n))
FORWARD(int, fchmod, descriptor_fails("fchmod", fd), (int fd, mode_t m), (fd, m))
FORWARD(int, flock, descriptor_fails("flock", fd), (int fd, int operation), (fd, operation))
FORWARD(int, fstat, descriptor_fails("fstat", fd), (int fd, struct stat *s), (fd, s))
FORWARD(int, fstat64, descriptor_fails("fstat", fd), (int fd, struct stat64 *s), (fd, s))
FORWARD(int, stat, path_fails("stat", path), (const char *path, struct stat *s), (path, s))
FORWARD(int, stat64, path_fails("stat", path), (const char *path, struct stat64 *s), (path, s))
FORWARD(int, lstat, path_fails("lstat", path), (const char *path, struct stat *s), (path, s))
FORWARD(int, lstat64, path_fails("lstat", path), (const char *path, struct stat64 *s), (path, s))
FORWARD(int, rename, path_fails("rename", to), (const char *from, const char *to), (from, to))
FORWARD(int, unlink, path_fails("unlink", path), (const char *path), (path))
FORWARD(int, rmdir, path_fails("rmdir", path), (const char *path), (path))
FORWARD(int, mkdir, path_fails("mkdir", path), (const char *path, mode_t m), (path, m))
FORWARD(
    int, connect, descriptor_fails("connect", fd), (int fd, const struct sockaddr *a, socklen_t n),
    (fd, a, n))
FORWARD(
    ssize_t, send, descriptor_fails("send", fd), (int fd, const void *b, size_t n, int flags),
    (fd, b, n, flags))
FORWARD(
    ssize_t, recv, descriptor_fails("recv", fd), (int fd, void *b, size_t n, int flags),
    (fd, b, n, flags))
FORWARD(
    ssize_t, sendmsg, descriptor_fails("sendmsg", fd), (int fd, const struct msghdr *m, int flags),
    (fd, m, flags))
FORWARD(
    ssize_t, recvmsg, descriptor_fails("recvmsg", fd), (int fd, struct msghdr *m, int flags),
    (fd, m, flags))

/// Returns the error without setting `errno`.
int posix_fallocate(int fd, off_t at, off_t count) {
  static int (*next)(int, off_t, off_t);
  if (next == NULL) next = original("posix_fallocate");
  if (descriptor_fails("posix_fallocate", fd)) return failing_errno;
  return next(fd, at, count);
}

// Calls that open and close descriptors.

#define OPEN(name)                                                                               \
  int name(const char *path, int flags, ...) {                                                   \
    static int (*next)(const char *, int, ...);                                                  \
    if (next == NULL) next = original(#name);                                                    \
    va_list arguments;                                                                           \
    va_start(arguments, flags);                                                                  \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;                 \
    va_end(arguments);                                                                           \
    if (path_fails("open", path)) return -1;                                                     \
    int fd = next(path, flags, mode);                                                            \
    if (is_inside(path)) remember(fd, path);                                                     \
    return fd;                                                                                   \
  }

OPEN(open)
OPEN(open64)

int close(int fd) {
  static int (*next)(int);
  if (next == NULL) next = original("close");
  int failed = descriptor_fails("close", fd);
  int error = errno;
  remember(fd, NULL);
  // As on Linux, the descriptor is closed even on failure.
  int result = next(fd);
  if (!failed) return result;
  errno = error;
  return -1;
}

DIR *opendir(const char *path) {
  static DIR *(*next)(const char *);
  if (next == NULL) next = original("opendir");
  if (path_fails("opendir", path)) return NULL;
  DIR *stream = next(path);
  if (stream != NULL && is_inside(path)) remember(dirfd(stream), path);
  return stream;
}

struct dirent *readdir(DIR *stream) {
  static struct dirent *(*next)(DIR *);
  if (next == NULL) next = original("readdir");
  return descriptor_fails("readdir", dirfd(stream)) ? NULL : next(stream);
}

int closedir(DIR *stream) {
  static int (*next)(DIR *);
  if (next == NULL) next = original("closedir");
  remember(dirfd(stream), NULL);
  return next(stream);
}

char *realpath(const char *path, char *resolved) {
  static char *(*next)(const char *, char *);
  if (next == NULL) next = original("realpath");
  return path_fails("realpath", path) ? NULL : next(path, resolved);
}

int socket(int domain, int type, int protocol) {
  static int (*next)(int, int, int);
  if (next == NULL) next = original("socket");
  int is_internet = (domain == AF_INET || domain == AF_INET6) && (type & 0xF) == SOCK_STREAM;
  if (is_internet && fails("socket", "internet")) return -1;
  int fd = next(domain, type, protocol);
  if (is_internet) remember(fd, "internet");
  return fd;
}

#endif
