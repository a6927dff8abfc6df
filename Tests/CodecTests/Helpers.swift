// What several tests of this room share: parsing from text, and a generator that always repeats.

import Codec

/// Parses the UTF-8 bytes of a text.
func parse(_ text: String) throws(JSONError) -> JSONValue {
  try JSONValue(parsing: Array(text.utf8))
}

/// The text that `body` writes.
func written(_ body: (inout JSONWriter) -> Void) -> String {
  var json = JSONWriter()
  body(&json)
  return String(decoding: json.bytes, as: UTF8.self)
}

/// A small generator with a seed, so that a failure can be repeated (xorshift, then a multiply).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
