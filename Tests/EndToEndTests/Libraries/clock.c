// Stops the clock that tells the time of day; that which measures durations goes on.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*next)(clockid_t, struct timespec *);
  if (!next) next = dlsym(RTLD_NEXT, "clock_gettime");
  if (clock != CLOCK_REALTIME) return next(clock, now);
  const char *hours = getenv("HOURS_LATER");
  now->tv_sec = NOW + (hours ? atol(hours) * 3600 : 0);
  now->tv_nsec = 0;
  return 0;
}
