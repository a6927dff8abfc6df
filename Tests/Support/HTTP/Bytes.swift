// Finds bytes in bytes, quickly enough for long transcripts.

import CLibrary

extension [UInt8] {
  /// Where `pattern` begins, looking from an offset on; nil when it is nowhere.
  package func firstIndex(of pattern: [UInt8], from start: Int = 0) -> Int? {
    guard let head = pattern.first else { return start <= count ? start : nil }
    return withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var offset = start
      while offset + pattern.count <= bytes.count {
        let rest = bytes.count - pattern.count - offset + 1
        guard let found = memchr(base + offset, Int32(head), rest) else { return nil }
        offset = UnsafeRawPointer(found) - base
        if memcmp(base + offset, pattern, pattern.count) == 0 { return offset }
        offset += 1
      }
      return nil
    }
  }
}
