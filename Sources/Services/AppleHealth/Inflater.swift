// The platform's zlib, for one stream.

import CPlatform

/// Inflates a raw deflate stream.
struct Inflater: ~Copyable {
  enum Progress { case more, end, damaged }

  private let handle: OpaquePointer

  /// - Throws: `noZlib`.
  init() throws(HealthFault) {
    guard zip_open(), let handle = zip_inflater_make() else { throw .noZlib }
    self.handle = handle
  }

  deinit {
    zip_inflater_free(handle)
  }

  /// Inflates as much as input and room allow; both are moved on by what was used.
  mutating func run(
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
  static func checksum(_ sum: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    zip_checksum(sum, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
  }
}
