// Opens libcurl with dlopen and calls it through typed function pointers.

#include "CPlatform.h"

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

// From curl/curl.h and curl/multi.h; these numbers never change (https://curl.se/libcurl/abi.html).
enum {
  OPT_WRITEDATA = 10001,
  OPT_URL = 10002,
  OPT_WRITEFUNCTION = 20011,
  OPT_USERAGENT = 10018,
  OPT_LOW_SPEED_LIMIT = 19,
  OPT_LOW_SPEED_TIME = 20,
  OPT_HTTPHEADER = 10023,
  OPT_HEADERDATA = 10029,
  OPT_CUSTOMREQUEST = 10036,
  OPT_NETRC = 51,
  OPT_FOLLOWLOCATION = 52,
  OPT_CAINFO = 10065,
  OPT_FRESH_CONNECT = 74,
  OPT_FORBID_REUSE = 75,
  OPT_HEADERFUNCTION = 20079,
  OPT_HTTP_VERSION = 84,
  OPT_BUFFERSIZE = 98,
  OPT_NOSIGNAL = 99,
  OPT_ACCEPT_ENCODING = 10102,
  OPT_MAXFILESIZE_LARGE = 30117,
  OPT_POSTFIELDSIZE_LARGE = 30120,
  OPT_TIMEOUT_MS = 155,
  OPT_CONNECTTIMEOUT_MS = 156,
  OPT_COPYPOSTFIELDS = 10165,
  OPT_PROTOCOLS = 181,
  OPT_SUPPRESS_CONNECT_HEADERS = 265,
  OPT_DISALLOW_USERNAME_IN_URL = 278,

  INFO_RESPONSE_CODE = 0x200002,
  INFO_HTTP_CONNECTCODE = 0x200016,
  INFO_CAINFO = 0x10003d,
  INFO_CAPATH = 0x10003e,

  GLOBAL_DEFAULT = 3,
  HTTP_VERSION_2TLS = 4,
  PROTOCOL_HTTP = 1,
  PROTOCOL_HTTPS = 2,
  MESSAGE_DONE = 1,
};

// Receives a page of a list in few callbacks instead of dozens.
static const long receive_buffer = 64 * 1024;

// OPENSSL_INIT_NO_ATEXIT of openssl/crypto.h.
static const uint64_t openssl_no_atexit = 0x00080000;

// CURLMsg of curl/multi.h.
typedef struct {
  int message;
  http_transfer *transfer;
  union {
    void *whatever;
    int result;
  } data;
} message;

static struct {
  bool opened;
  int (*global_init)(long);
  http_transfer *(*easy_init)(void);
  void (*easy_cleanup)(http_transfer *);
  int (*easy_setopt)(http_transfer *, int, ...);
  int (*easy_getinfo)(http_transfer *, int, ...);
  http_lines *(*slist_append)(http_lines *, const char *);
  void (*slist_free_all)(http_lines *);
  http_driver *(*multi_init)(void);
  int (*multi_cleanup)(http_driver *);
  int (*multi_add_handle)(http_driver *, http_transfer *);
  int (*multi_remove_handle)(http_driver *, http_transfer *);
  int (*multi_perform)(http_driver *, int *);
  int (*multi_poll)(http_driver *, void *, unsigned int, int, int *);
  int (*multi_wakeup)(http_driver *);
  message *(*multi_info_read)(http_driver *, int *);
} curl;

static bool find(void *library, const char *name, void *pointer) {
  void *symbol = dlsym(library, name);
  *(void **)pointer = symbol;
  return symbol != NULL;
}

static bool find_all(void *library) {
  return find(library, "curl_global_init", &curl.global_init)
      && find(library, "curl_easy_init", &curl.easy_init)
      && find(library, "curl_easy_cleanup", &curl.easy_cleanup)
      && find(library, "curl_easy_setopt", &curl.easy_setopt)
      && find(library, "curl_easy_getinfo", &curl.easy_getinfo)
      && find(library, "curl_slist_append", &curl.slist_append)
      && find(library, "curl_slist_free_all", &curl.slist_free_all)
      && find(library, "curl_multi_init", &curl.multi_init)
      && find(library, "curl_multi_cleanup", &curl.multi_cleanup)
      && find(library, "curl_multi_add_handle", &curl.multi_add_handle)
      && find(library, "curl_multi_remove_handle", &curl.multi_remove_handle)
      && find(library, "curl_multi_perform", &curl.multi_perform)
      && find(library, "curl_multi_poll", &curl.multi_poll)
      && find(library, "curl_multi_wakeup", &curl.multi_wakeup)
      && find(library, "curl_multi_info_read", &curl.multi_info_read);
}

static void open_library(void) {
#ifdef __APPLE__
  // A bare name is also searched in the current folder, which is unsafe.
  static const char *const names[] = {"/usr/lib/libcurl.4.dylib"};
#else
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) continue;
    // The process may exit during transfers; OpenSSL must not clean up under them.
    int (*init_crypto)(uint64_t, const void *);
    if (find(library, "OPENSSL_init_crypto", &init_crypto)) init_crypto(openssl_no_atexit, NULL);
    if (find_all(library) && curl.global_init(GLOBAL_DEFAULT) == 0) {
      curl.opened = true;
      return;
    }
  }
}

bool http_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return curl.opened;
}

static bool set_long(http_transfer *transfer, int option, long value) {
  return curl.easy_setopt(transfer, option, value) == 0;
}

static bool set_offset(http_transfer *transfer, int option, int64_t value) {
  return curl.easy_setopt(transfer, option, value) == 0;
}

static bool set_pointer(http_transfer *transfer, int option, const void *value) {
  return curl.easy_setopt(transfer, option, value) == 0;
}

http_transfer *http_transfer_make(void) { return curl.easy_init(); }

void http_transfer_free(http_transfer *transfer) { curl.easy_cleanup(transfer); }

/// Whether libcurl (7.84 or later) reports no usable default certificates: it was built without, or
/// for paths that do not exist on this system.
static bool lacks_certificates(http_transfer *transfer) {
  const char *file = NULL;
  const char *folder = NULL;
  if (curl.easy_getinfo(transfer, INFO_CAINFO, &file) != 0
      || curl.easy_getinfo(transfer, INFO_CAPATH, &folder) != 0)
    return false;
  bool usable = (file != NULL && access(file, R_OK) == 0)
      || (folder != NULL && access(folder, R_OK) == 0);
  return !usable;
}

bool http_transfer_prepare(
    http_transfer *transfer, const char *url, const char *method, const char *body,
    const char *user_agent, const char *ca_file, const char *other_ca_file,
    const http_options *options) {
  // Optional: an older libcurl with multi_wakeup may reject them.
  set_long(transfer, OPT_SUPPRESS_CONNECT_HEADERS, 1);
  set_long(transfer, OPT_BUFFERSIZE, receive_buffer);
  set_long(transfer, OPT_HTTP_VERSION, HTTP_VERSION_2TLS);
  if (ca_file == NULL && lacks_certificates(transfer)) ca_file = other_ca_file;
  long protocols = PROTOCOL_HTTPS | (options->plain_allowed ? PROTOCOL_HTTP : 0);
  return set_long(transfer, OPT_NOSIGNAL, 1) && set_long(transfer, OPT_FOLLOWLOCATION, 0)
      && set_long(transfer, OPT_NETRC, 0) && set_long(transfer, OPT_DISALLOW_USERNAME_IN_URL, 1)
      && set_pointer(transfer, OPT_ACCEPT_ENCODING, "")
      && set_long(transfer, OPT_PROTOCOLS, protocols) && set_pointer(transfer, OPT_URL, url)
      && set_pointer(transfer, OPT_USERAGENT, user_agent)
      && set_long(transfer, OPT_CONNECTTIMEOUT_MS, (long)options->connect_ms)
      && set_long(transfer, OPT_TIMEOUT_MS, (long)options->total_ms)
      && set_long(transfer, OPT_LOW_SPEED_LIMIT, 1)
      && set_long(transfer, OPT_LOW_SPEED_TIME, (long)options->idle_s)
      && set_offset(transfer, OPT_MAXFILESIZE_LARGE, options->most_bytes)
      && curl.easy_setopt(transfer, OPT_HEADERFUNCTION, options->header_sink) == 0
      && set_pointer(transfer, OPT_HEADERDATA, options->context)
      && curl.easy_setopt(transfer, OPT_WRITEFUNCTION, options->body_sink) == 0
      && set_pointer(transfer, OPT_WRITEDATA, options->context)
      && set_pointer(transfer, OPT_HTTPHEADER, options->headers)
      && (body == NULL
          || (set_offset(transfer, OPT_POSTFIELDSIZE_LARGE, options->body_count)
              && set_pointer(transfer, OPT_COPYPOSTFIELDS, body)))
      && (method == NULL || set_pointer(transfer, OPT_CUSTOMREQUEST, method))
      && (ca_file == NULL || set_pointer(transfer, OPT_CAINFO, ca_file))
      && (!options->fresh
          || (set_long(transfer, OPT_FRESH_CONNECT, 1)
              && set_long(transfer, OPT_FORBID_REUSE, 1)));
}

static int64_t number(http_transfer *transfer, int info) {
  long value = 0;
  return curl.easy_getinfo(transfer, info, &value) == 0 ? value : 0;
}

int64_t http_transfer_status(http_transfer *transfer) {
  return number(transfer, INFO_RESPONSE_CODE);
}

int64_t http_transfer_proxy_status(http_transfer *transfer) {
  return number(transfer, INFO_HTTP_CONNECTCODE);
}

http_lines *http_lines_add(http_lines *lines, const char *line) {
  return curl.slist_append(lines, line);
}

void http_lines_free(http_lines *lines) { curl.slist_free_all(lines); }

http_driver *http_driver_make(void) { return curl.multi_init(); }

void http_driver_free(http_driver *driver) { curl.multi_cleanup(driver); }

bool http_driver_add(http_driver *driver, http_transfer *transfer) {
  return curl.multi_add_handle(driver, transfer) == 0;
}

void http_driver_remove(http_driver *driver, http_transfer *transfer) {
  curl.multi_remove_handle(driver, transfer);
}

bool http_driver_perform(http_driver *driver) {
  int running = 0;
  return curl.multi_perform(driver, &running) == 0;
}

bool http_driver_poll(http_driver *driver, int32_t milliseconds) {
  return curl.multi_poll(driver, NULL, 0, milliseconds, NULL) == 0;
}

void http_driver_wake(http_driver *driver) { curl.multi_wakeup(driver); }

bool http_driver_next(http_driver *driver, http_ending *ending) {
  int left = 0;
  message *next;
  while ((next = curl.multi_info_read(driver, &left)) != NULL) {
    if (next->message != MESSAGE_DONE) continue;
    ending->transfer = next->transfer;
    ending->code = next->data.result;
    return true;
  }
  return false;
}
