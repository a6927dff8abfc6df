// How glibc's heap is shared out.

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

/// One heap for all threads, before the first of them begins. glibc would give each its own, and what
/// one has freed the others could not use: a fifth more memory, for threads that take turns.
__attribute__((constructor)) static void share_heap(void) { mallopt(M_ARENA_MAX, 1); }
#endif
