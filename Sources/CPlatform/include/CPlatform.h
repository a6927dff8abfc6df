// C functions that Swift cannot call or must not be: the parts of libcurl and zlib that velo-sync uses,
// `fork`, and signal handlers.
//
// libcurl and zlib are opened at run time. Building needs neither: constants and layouts are those of
// their stable ABIs. Typed functions replace libcurl's variadic ones.

#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One transfer; libcurl's easy handle.
typedef struct http_transfer http_transfer;
/// Many transfers driven by one thread; libcurl's multi handle.
typedef struct http_driver http_driver;
/// A list of header lines; libcurl's slist.
typedef struct http_lines http_lines;

/// Receives `count` bytes (`size` is always 1); a result other than `count` aborts the transfer.
typedef size_t (*http_sink)(char *bytes, size_t size, size_t count, void *context);

/// A completed transfer.
typedef struct {
  http_transfer *transfer;
  /// libcurl's result code; 0 is success.
  int32_t code;
} http_ending;

/// Opens libcurl on the first call; false if it is not installed. Thread-safe.
bool http_open(void);

http_transfer *http_transfer_make(void);
void http_transfer_free(http_transfer *transfer);

/// What a transfer sends and receives, and its limits.
typedef struct {
  /// Whether http is allowed besides https.
  bool plain_allowed;
  /// Whether the transfer has a connection of its own, which is closed afterwards.
  bool fresh;
  int64_t body_count;
  /// Timeouts for connecting and for everything, and without received data.
  int64_t connect_ms, total_ms, idle_s;
  /// The maximum size of the body.
  int64_t most_bytes;
  /// Outlive the transfer.
  http_lines *headers;
  http_sink header_sink, body_sink;
  void *context;
} http_options;

/// Sets all options: no redirects, cookies, netrc, signals, HTTP/0.9 or user names in URLs; all
/// content encodings; HTTP/2 over TLS. The texts are copied.
///
/// - method: NULL for GET, or for POST with a body.
/// - ca_file: the only trusted certificates; NULL for libcurl's own, or `other_ca_file` if it has
///   none.
bool http_transfer_prepare(
    http_transfer *transfer, const char *url, const char *method, const char *body,
    const char *user_agent, const char *ca_file, const char *other_ca_file,
    const http_options *options);

/// The status of the response; 0 without one.
int64_t http_transfer_status(http_transfer *transfer);
/// The status of the proxy's response to CONNECT; 0 without one.
int64_t http_transfer_proxy_status(http_transfer *transfer);

http_lines *http_lines_add(http_lines *lines, const char *line);
void http_lines_free(http_lines *lines);

http_driver *http_driver_make(void);
void http_driver_free(http_driver *driver);
bool http_driver_add(http_driver *driver, http_transfer *transfer);
void http_driver_remove(http_driver *driver, http_transfer *transfer);
/// Runs all transfers without blocking.
bool http_driver_perform(http_driver *driver);
/// Waits for a socket, a timer, `http_driver_wake` or the timeout.
bool http_driver_poll(http_driver *driver, int32_t milliseconds);
/// Ends the current or the next poll; callable from any thread.
void http_driver_wake(http_driver *driver);
/// The next completed transfer; false if there is none.
bool http_driver_next(http_driver *driver, http_ending *ending);

/// A raw deflate stream (RFC 1951, as in zip archives), or a member of a gzip file (RFC 1952).
typedef struct zip_inflater zip_inflater;

/// The result of a step.
typedef enum {
  /// More input or output space is needed.
  ZIP_INFLATE_MORE,
  /// The stream is complete.
  ZIP_INFLATE_END,
  /// The stream is damaged.
  ZIP_INFLATE_DAMAGED,
} zip_inflate_state;

/// The remaining input and output space; a step advances both.
typedef struct {
  const uint8_t *input;
  size_t input_count;
  uint8_t *output;
  size_t output_count;
} zip_inflate_step;

/// Opens zlib on the first call; false if it is not installed. Thread-safe.
bool zip_open(void);

/// NULL if memory is exhausted.
zip_inflater *zip_inflater_make(bool is_gzip);
void zip_inflater_free(zip_inflater *inflater);
/// Inflates as much as input and output allow, at most 4 GiB of each.
zip_inflate_state zip_inflater_run(zip_inflater *inflater, zip_inflate_step *step);

/// Updates a CRC-32 (0 at first) with at most 4 GiB.
uint32_t zip_checksum(uint32_t sum, const uint8_t *bytes, size_t count);

/// Make descriptors that no program inherits; -1 with `errno` set if that fails.
int32_t descriptor_pipe(int32_t ends[2]);
/// A stream or a datagram socket.
int32_t descriptor_socket(int32_t domain, bool is_stream);
int32_t descriptor_accept(int32_t listener);

/// A descriptor of a program: a copy of one of this process's, or one of `session_device` and so on.
typedef struct {
  int32_t own;
  int32_t child;
} session_copy;

/// Stand for the pseudo terminal, for /dev/null and for none in place of a descriptor of this process.
enum { session_device = -1, session_null = -2, session_closed = -3 };

/// A program to start.
typedef struct {
  const char *path;
  char *const *arguments;
  /// The arguments of /bin/sh for a script without a `#!` line.
  char *const *script_arguments;
  char *const *variables;
  /// The path of the pseudo terminal's device; empty for none.
  const char *device;
  const session_copy *copies;
  size_t copy_count;
  /// The signals that have the default action and are unblocked in the program.
  const int32_t *standard_signals;
  size_t standard_signal_count;
  /// Receives 32-bit integers: the program's process ID, then `errno` if it does not start.
  int32_t reports;
  /// Whether the monitor stops when the program stops.
  bool follows_stops;
  /// Whether a program without a terminal leads a new session.
  bool starts_session;
} session_program;

/// Starts the program; on a terminal below a monitor, which leads a new session, and in its
/// foreground. The monitor ends as the program does. If it stops, the program has stopped; when it is
/// continued, it continues the program's process group.
///
/// Returns the process ID of the monitor or, without a terminal, of the program; -1 if it does not
/// start.
int32_t session_start(const session_program *program);

/// The high bit of a byte in the signal pipe: a process sent the signal and not the terminal. Signal
/// numbers are below it.
enum { signal_sent_by_process = 0x80 };

/// A text that lives as long as the process.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} signal_text;

/// Sets the pipe that `signal_notify` writes to, -1 for none; returns the previous one.
int32_t signal_exchange_pipe(int32_t descriptor);
/// From now on, the signal is a byte in the signal pipe: its number, dropped if the pipe is full.
void signal_notify(int32_t number, bool restarts);
/// From now on, the signal restores the terminal, then ends the process with the default action. If
/// memory is exhausted, it says so and exits with code 70.
void signal_restore_terminal(int32_t number);
bool signal_is_ignored(int32_t number);
/// From now on, `signal_restore_terminal` applies the settings that the terminal has now and writes two
/// texts. One terminal at a time.
void signal_restore_after_crash(int32_t descriptor, signal_text first, signal_text second);
/// Sets the texts that are written in place of the first while a program has the whole screen; both
/// are empty while none has it.
void signal_leave_screen_after_crash(signal_text first, signal_text second);
/// Cancels `signal_restore_after_crash`.
void signal_leave_after_crash(void);
/// From now on, handlers on this thread have a stack of their own: the thread's may be used up.
void signal_handle_on_own_stack(void);
/// Sets what is written when memory is exhausted.
void signal_set_out_of_memory(signal_text text);

/// Whether there is no memory left for a library, or for much else. Async-signal-safe.
bool memory_is_exhausted(void);

/// Disables core files and, on Linux, reading of this process's memory by other processes of the same
/// user.
void secrets_protect(void);

/// The commit that the program was built from and its date; empty for any other build.
const char *program_commit(void);

#ifdef __linux__
/// With O_DIRECTORY, Linux's O_TMPFILE, whose macro Swift cannot import: opens a file without a name in
/// a folder.
enum { open_unnamed = 020000000 };
#endif

#endif
