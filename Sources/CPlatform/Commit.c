// What the program was built from, as the manifest passes it on from `.ci/release`.

#include "CPlatform.h"

#ifndef VELO_SYNC_COMMIT
#define VELO_SYNC_COMMIT ""
#endif

const char *program_commit(void) { return VELO_SYNC_COMMIT; }
