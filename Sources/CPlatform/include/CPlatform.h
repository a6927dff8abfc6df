// Opens the platform's libcurl at run time and wraps the part of it that velo-sync uses; zlib's part
// stands in Inflate.h.
//
// Nothing of curl is needed to build: the constants are those of its stable binary interface, and
// its variadic functions get typed forms here, because Swift cannot call variadic ones.

#ifndef CPLATFORM_H
#define CPLATFORM_H

#include "Inflate.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One transfer; libcurl's easy handle.
typedef struct http_transfer http_transfer;
/// Many transfers driven by one thread; libcurl's multi handle.
typedef struct http_driver http_driver;
/// A list of header lines; libcurl's slist.
typedef struct http_lines http_lines;

/// Takes `count` bytes (`size` is always 1); anything but `count` returned ends the transfer.
typedef size_t (*http_sink)(char *bytes, size_t size, size_t count, void *context);

/// A transfer that is over.
typedef struct {
  http_transfer *transfer;
  /// 0, or libcurl's code of what went wrong.
  int32_t code;
} http_ending;

/// Opens libcurl once per process, whoever calls first; false when the system has none.
bool http_open(void);

http_transfer *http_transfer_make(void);
void http_transfer_free(http_transfer *transfer);

/// What holds for every transfer: no redirects, no cookies, no netrc, no signals, no HTTP/0.9, no
/// user in the URL, every content encoding, HTTP/2 over TLS.
bool http_transfer_prepare(http_transfer *transfer);
bool http_transfer_set_url(http_transfer *transfer, const char *url, bool plain_allowed);
bool http_transfer_set_method(http_transfer *transfer, const char *method);
/// The bytes are copied; the method becomes POST.
bool http_transfer_set_body(http_transfer *transfer, const char *bytes, int64_t count);
/// The lines must outlive the transfer.
bool http_transfer_set_headers(http_transfer *transfer, http_lines *lines);
bool http_transfer_set_user_agent(http_transfer *transfer, const char *name);
bool http_transfer_set_ca_file(http_transfer *transfer, const char *path);
/// Opens a connection for this transfer alone and closes it afterwards.
bool http_transfer_set_fresh(http_transfer *transfer);
/// Milliseconds to connect and in all, whole seconds without a byte, bytes at most.
bool http_transfer_set_limits(
    http_transfer *transfer, int64_t connect_ms, int64_t total_ms, int64_t idle_s, int64_t bytes);
bool http_transfer_set_sinks(
    http_transfer *transfer, http_sink header, http_sink body, void *context);

/// The status of the answer; 0 without one.
int64_t http_transfer_status(http_transfer *transfer);
/// The status of the proxy's answer to CONNECT; 0 without one.
int64_t http_transfer_proxy_status(http_transfer *transfer);
/// Whether libcurl says (from 7.84 on) that it was built without certificates, or with some that
/// are not on this system.
bool http_transfer_lacks_certificates(http_transfer *transfer);

http_lines *http_lines_add(http_lines *lines, const char *line);
void http_lines_free(http_lines *lines);

http_driver *http_driver_make(void);
void http_driver_free(http_driver *driver);
bool http_driver_add(http_driver *driver, http_transfer *transfer);
void http_driver_remove(http_driver *driver, http_transfer *transfer);
/// Does what can be done without waiting.
bool http_driver_perform(http_driver *driver);
/// Sleeps until a socket is ready, a timer is due, somebody wakes it, or the time is up.
bool http_driver_poll(http_driver *driver, int32_t milliseconds);
/// Ends the present sleep, or the next one; any thread may call it.
void http_driver_wake(http_driver *driver);
/// The next transfer that is over; false when there is none.
bool http_driver_next(http_driver *driver, http_ending *ending);

/// From now on a crash leaves no core file, and on Linux no other process of the same user can read
/// this one's memory.
void secrets_protect(void);

#endif
