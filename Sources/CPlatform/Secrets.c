// Keeps the memory of the process out of core files and from other processes.

#include "CPlatform.h"

#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

void secrets_protect(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) == 0) {
    // Keep the hard limit, so that child processes can raise their own.
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &limit);
  }
#ifdef __linux__
  // A core pattern that pipes to a program ignores the limit. `exec` resets the flag, so child
  // processes are not affected.
  prctl(PR_SET_DUMPABLE, 0);
#endif
}
