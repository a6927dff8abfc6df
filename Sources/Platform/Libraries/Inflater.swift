// Decompression and checksums with the platform's zlib.

import CPlatform

/// Inflates a raw deflate stream, or a gzip member, whose header and trailer are verified.
package struct Inflater: ~Copyable {
  package enum Progress: Sendable { case more, end, damaged }

  private let handle: OpaquePointer

  /// nil if zlib is not installed or memory is exhausted.
  package init?(isGzip: Bool = false) {
    guard zip_open(), let handle = zip_inflater_make(isGzip) else { return nil }
    self.handle = handle
  }

  deinit { zip_inflater_free(handle) }

  /// Inflates as much as input and output allow, and advances both.
  package mutating func run(
    _ input: inout UnsafeBufferPointer<UInt8>, into output: inout UnsafeMutableBufferPointer<UInt8>
  ) -> Progress {
    var step = zip_inflate_step(
      input: input.baseAddress, input_count: input.count, output: output.baseAddress,
      output_count: output.count)
    let state = zip_inflater_run(handle, &step)
    input = UnsafeBufferPointer(rebasing: input[(input.count - step.input_count)...])
    output = UnsafeMutableBufferPointer(rebasing: output[(output.count - step.output_count)...])
    return switch state {
    case ZIP_INFLATE_MORE: .more
    case ZIP_INFLATE_END: .end
    default: .damaged
    }
  }

  /// Updates a CRC-32 with more bytes.
  package static func checksum(_ sum: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    zip_checksum(sum, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
  }
}
