// A fault in a thread of the work, once a file is there.

#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int overflow(int depth) {
  volatile char page[4096] = {depth};
  return overflow(depth + 1) + page[0];
}

// The threads of the work look when they are to go on.
int clock_gettime(clockid_t clock, struct timespec *time) {
  int is_worker = syscall(SYS_gettid) != getpid();
  if (is_worker && access(FILE, F_OK) == 0) FAULT;
  return syscall(SYS_clock_gettime, clock, time);
}
