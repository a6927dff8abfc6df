// Opens the platform's zlib at run time and wraps the part of it that velo-sync uses.
//
// Nothing of zlib is needed to build: the layout of its stream is that of its stable binary
// interface (zlib.h, versions 1.x).

#ifndef INFLATE_H
#define INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A raw deflate stream being read (RFC 1951, as zip archives hold it).
typedef struct zip_inflater zip_inflater;

/// How a step of inflating ended.
typedef enum {
  /// It needs more input or more room.
  ZIP_INFLATE_MORE,
  /// The stream is complete.
  ZIP_INFLATE_END,
  /// The stream is damaged.
  ZIP_INFLATE_DAMAGED,
} zip_inflate_state;

/// What a step may read and where it may write; both are moved on by what it used.
typedef struct {
  const uint8_t *input;
  size_t input_count;
  uint8_t *output;
  size_t output_count;
} zip_inflate_step;

/// Opens zlib once per process, whoever calls first; false when the system has none.
bool zip_open(void);

/// NULL when there is no memory.
zip_inflater *zip_inflater_make(void);
void zip_inflater_free(zip_inflater *inflater);
/// Inflates as much as input and room allow, at most 4 GiB of either at once.
zip_inflate_state zip_inflater_run(zip_inflater *inflater, zip_inflate_step *step);

/// The CRC-32 of everything before (0 at first) with these bytes, at most 4 GiB of them, behind.
uint32_t zip_checksum(uint32_t sum, const uint8_t *bytes, size_t count);

#endif
