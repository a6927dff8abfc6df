// Keeps the memory of the process from files and from other processes.

#include "CPlatform.h"

#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

void secrets_protect(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) == 0) {
    // The hard limit stays, so that a program started from here can raise its own again.
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &limit);
  }
#ifdef __linux__
  // A core pattern that pipes to a program ignores the limit. Programs started from here are not
  // affected: `exec` resets it.
  prctl(PR_SET_DUMPABLE, 0);
#endif
}
