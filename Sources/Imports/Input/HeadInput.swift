// Lets a reader look at the first bytes of an input before it decides how to read it.

/// An input whose next bytes can be examined.
final class HeadInput: ByteInput {
  /// The most bytes that can be examined.
  static let most = 4096

  private let input: any ByteInput
  /// Bytes that were examined and not read; those before `used` were read.
  private var kept: [UInt8] = []
  private var used = 0
  private var isAtEnd = false
  private var fault: ImportError?

  var consumed: Int64 { input.consumed }

  init(_ input: any ByteInput) { self.input = input }

  /// The next bytes, which are still to be read: `count`, at most 4,096, and fewer before the end or
  /// damage.
  ///
  /// - Throws: the input's fault unless it is `damaged`, which the reads throw when they reach it.
  func head(_ count: Int) throws(ImportError) -> [UInt8] {
    let count = max(0, min(count, Self.most))
    kept.removeFirst(used)
    used = 0
    if kept.count < count, !isAtEnd, fault == nil { try keep(count) }
    return Array(kept.prefix(count))
  }

  private func keep(_ count: Int) throws(ImportError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.most, alignment: 1)
    defer { buffer.deallocate() }
    do throws(ImportError) {
      while kept.count < count, !isAtEnd {
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count - kept.count))
        let more = try input.read(into: room)
        kept += buffer.prefix(more)
        isAtEnd = more == 0
      }
    } catch {
      fault = error
      guard case .damaged = error else { throw error }
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    guard used == kept.count else {
      let piece = kept[used...].prefix(buffer.count)
      buffer.copyBytes(from: piece)
      used += piece.count
      return piece.count
    }
    if let fault { throw fault }
    return isAtEnd ? 0 : try input.read(into: buffer)
  }
}
