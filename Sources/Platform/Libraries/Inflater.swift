// The platform's zlib, for one stream.

import CPlatform

/// Inflates a raw deflate stream.
package struct Inflater: ~Copyable {
  package enum Progress: Sendable { case more, end, damaged }

  private let handle: OpaquePointer

  /// nil when the system has no zlib, or no memory for it.
  package init?() {
    guard zip_open(), let handle = zip_inflater_make() else { return nil }
    self.handle = handle
  }

  deinit {
    zip_inflater_free(handle)
  }

  /// Inflates as much as input and room allow; both are moved on by what was used.
  package mutating func run(
    _ input: inout UnsafeBufferPointer<UInt8>, into room: inout UnsafeMutableBufferPointer<UInt8>
  ) -> Progress {
    var step = zip_inflate_step(
      input: input.baseAddress, input_count: input.count, output: room.baseAddress,
      output_count: room.count)
    let state = zip_inflater_run(handle, &step)
    input = UnsafeBufferPointer(rebasing: input[(input.count - step.input_count)...])
    room = UnsafeMutableBufferPointer(rebasing: room[(room.count - step.output_count)...])
    return switch state {
    case ZIP_INFLATE_MORE: .more
    case ZIP_INFLATE_END: .end
    default: .damaged
    }
  }

  /// The CRC-32 of all bytes before and these behind them.
  package static func checksum(_ sum: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    zip_checksum(sum, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
  }
}
