// Makes descriptors that no program inherits, not even one that another thread starts meanwhile,
// where the system can do that in one call.

#define _GNU_SOURCE
#include "CPlatform.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef __linux__
enum { SOCK_CLOEXEC = 0 };
#define pipe2(ends, flags) pipe(ends)
#define accept4(listener, address, size, flags) accept(listener, address, size)
#endif

static int32_t close_on_exec(int32_t descriptor) {
  if (SOCK_CLOEXEC == 0 && descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
}

int32_t descriptor_pipe(int32_t ends[2]) {
  if (pipe2(ends, O_CLOEXEC) == -1) return -1;
  for (int index = 0; index < 2; index++) close_on_exec(ends[index]);
  return 0;
}

int32_t descriptor_socket(int32_t domain, bool is_stream) {
  return close_on_exec(socket(domain, (is_stream ? SOCK_STREAM : SOCK_DGRAM) | SOCK_CLOEXEC, 0));
}

int32_t descriptor_accept(int32_t listener) {
  return close_on_exec(accept4(listener, NULL, NULL, SOCK_CLOEXEC));
}

