// Opens zlib with dlopen and inflates with it.

#include "CPlatform.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

// z_stream of zlib.h.
struct zip_inflater {
  const uint8_t *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *message;
  void *state;
  void *(*allocate)(void *, unsigned int, unsigned int);
  void (*release)(void *, void *);
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
};

// Constants of zlib.h. A negative window means a stream without header and trailer, 16 more one of gzip.
enum { OK = 0, STREAM_END = 1, BUFFER_ERROR = -5, NO_FLUSH = 0, RAW_WINDOW = -15, GZIP_WINDOW = 31 };

static struct {
  bool opened;
  const char *(*version)(void);
  int (*init)(zip_inflater *, int, const char *, int);
  int (*run)(zip_inflater *, int);
  int (*end)(zip_inflater *);
  unsigned long (*checksum)(unsigned long, const uint8_t *, unsigned int);
} zlib;

static bool find(void *library, const char *name, void *pointer) {
  void *symbol = dlsym(library, name);
  *(void **)pointer = symbol;
  return symbol != NULL;
}

static void open_library(void) {
#ifdef __APPLE__
  // A bare name is also searched in the current folder, which is unsafe.
  static const char *const name = "/usr/lib/libz.1.dylib";
#else
  static const char *const name = "libz.so.1";
#endif
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  zlib.opened = find(library, "zlibVersion", &zlib.version)
      && find(library, "inflateInit2_", &zlib.init) && find(library, "inflate", &zlib.run)
      && find(library, "inflateEnd", &zlib.end) && find(library, "crc32", &zlib.checksum);
}

bool zip_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return zlib.opened;
}

zip_inflater *zip_inflater_make(bool is_gzip) {
  zip_inflater *inflater = calloc(1, sizeof *inflater);
  if (inflater == NULL) return NULL;
  int window = is_gzip ? GZIP_WINDOW : RAW_WINDOW;
  if (zlib.init(inflater, window, zlib.version(), sizeof *inflater) == OK) return inflater;
  free(inflater);
  return NULL;
}

void zip_inflater_free(zip_inflater *inflater) {
  zlib.end(inflater);
  free(inflater);
}

static unsigned int limited(size_t count) {
  return count < UINT_MAX ? (unsigned int)count : UINT_MAX;
}

zip_inflate_state zip_inflater_run(zip_inflater *stream, zip_inflate_step *step) {
  unsigned int input = limited(step->input_count);
  unsigned int output = limited(step->output_count);
  stream->next_in = step->input;
  stream->avail_in = input;
  stream->next_out = step->output;
  stream->avail_out = output;
  int code = zlib.run(stream, NO_FLUSH);
  step->input = stream->next_in;
  step->input_count -= input - stream->avail_in;
  step->output = stream->next_out;
  step->output_count -= output - stream->avail_out;
  // BUFFER_ERROR means no input or no output space, not damage.
  if (code == OK || code == BUFFER_ERROR) return ZIP_INFLATE_MORE;
  return code == STREAM_END ? ZIP_INFLATE_END : ZIP_INFLATE_DAMAGED;
}

uint32_t zip_checksum(uint32_t sum, const uint8_t *bytes, size_t count) {
  return (uint32_t)zlib.checksum(sum, bytes, limited(count));
}
