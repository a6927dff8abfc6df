// The entry point, in C because only C passes on the arguments that the system gave to this process:
// on Linux, Swift's `CommandLine` reads /proc or searches the stack for them.

#include <stdint.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Runs velo-sync (`runProcess` of the module Command) and returns its exit code.
int32_t velo_sync_main(int32_t count, char *const arguments[]);

int main(int count, char *arguments[]) {
#ifdef __GLIBC__
  // Our threads rarely allocate at the same time, so one arena saves a fifth of the memory.
  mallopt(M_ARENA_MAX, 1);
  // A large block is given back as soon as it is freed. By default that ends with the first one: a
  // list that grows would keep its earlier copies, 3 of 42 MB for a ride of three days (measured).
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  // By default every small change of the heap's size is a system call then, a quarter of the time of
  // an import (measured).
  mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
  return velo_sync_main(count, arguments);
}
