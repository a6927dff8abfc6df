// Packs bytes as in zip archives.

import CLibrary

/// Compression and checksums for archives made by tests.
package enum Deflate {
  private typealias Compress =
    @convention(c) (
      UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt>?, UnsafePointer<UInt8>?, UInt, Int32
    ) -> Int32

  /// A raw deflate stream (RFC 1951), by the platform's zlib.
  ///
  /// - Throws: `SystemFailure` when there is none.
  package static func pack(_ bytes: [UInt8]) throws -> [UInt8] {
    guard let library = dlopen("libz.so.1", RTLD_NOW) ?? dlopen("libz.1.dylib", RTLD_NOW),
      let symbol = dlsym(library, "compress2")
    else { throw SystemFailure("libz") }
    let compress = unsafeBitCast(symbol, to: Compress.self)
    var packed = [UInt8](repeating: 0, count: bytes.count + bytes.count / 500 + 128)
    var count = UInt(packed.count)
    guard compress(&packed, &count, bytes, UInt(bytes.count), 6) == 0 else {
      throw SystemFailure("compress2")
    }
    // Without zlib's own head of two bytes and its checksum of four (RFC 1950).
    return Array(packed[2..<Int(count) - 4])
  }

  /// A whole gzip member (RFC 1952).
  package static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let tail = [checksum(bytes), UInt32(truncatingIfNeeded: bytes.count)]
    return try [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + pack(bytes)
      + tail.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  /// CRC-32 as zip has it: reflected, polynomial 0x04C11DB7.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
    }
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
}
