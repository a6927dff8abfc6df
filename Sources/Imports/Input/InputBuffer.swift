// Reads an input in blocks, so that its next bytes can be examined before they are read.

/// The next bytes of an input. Every failure is repeated by later reads.
final class InputBuffer: ByteInput {
  /// The largest message of a FIT file has 255 native and 255 developer fields of 255 bytes.
  private static let capacity = 262_144

  /// Bytes taken out of the buffer so far.
  private(set) var taken: Int64 = 0

  private let input: any ByteInput
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 8)
  private var at = 0
  private var limit = 0
  private var isAtEnd = false
  private var failure: ImportError?

  init(_ input: any ByteInput) { self.input = input }

  deinit { memory.deallocate() }

  /// Bytes consumed of the input's file.
  var consumed: Int64 { input.consumed }

  /// The bytes that were read and not taken; valid until the next call.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[at..<limit]) }

  /// Reads until `bytes` has at least `count` bytes, at most 262,144.
  ///
  /// - Returns: false if the input ends before.
  /// - Throws: the input's failure, again in every later call that needs more bytes.
  func fill(_ count: Int) throws(ImportError) -> Bool {
    guard count <= Self.capacity else { return false }
    while limit - at < count {
      if let failure { throw failure }
      if isAtEnd { return false }
      memory.copyMemory(from: bytes)
      (at, limit) = (0, limit - at)
      limit += try readInput(UnsafeMutableRawBufferPointer(rebasing: memory[limit...]))
    }
    return true
  }

  /// The next bytes, which are still to be read; fewer than `count` before the end or damage.
  ///
  /// - Throws: the input's failure unless it is `damaged`, which the reads throw when they reach
  ///   it.
  func head(_ count: Int) throws(ImportError) -> [UInt8] {
    do throws(ImportError) {
      _ = try fill(count)
    } catch {
      guard case .damaged = error else { throw error }
    }
    return Array(bytes.prefix(count))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    if at == limit {
      if let failure { throw failure }
      return isAtEnd || buffer.isEmpty ? 0 : try readInput(buffer)
    }
    let piece = bytes.prefix(buffer.count)
    buffer.copyBytes(from: piece)
    advance(piece.count)
    return piece.count
  }

  private func readInput(_ buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    do throws(ImportError) {
      let count = try input.read(into: buffer)
      isAtEnd = count == 0
      return count
    } catch {
      failure = error
      throw error
    }
  }

  /// Takes bytes that were read: `count` must not exceed those of `bytes`.
  func advance(_ count: Int) {
    at += count
    taken += Int64(count)
  }

  /// Skips the mark that a text may begin with.
  func skipByteOrderMark() throws(ImportError) {
    if try head(3) == [0xEF, 0xBB, 0xBF] { advance(3) }
  }

  /// Takes the next bytes; nil if the input ends before.
  func take(_ count: Int) throws(ImportError) -> [UInt8]? {
    var taken: [UInt8] = []
    taken.reserveCapacity(count)
    while taken.count < count {
      guard try fill(1) else { return nil }
      let piece = bytes.prefix(count - taken.count)
      taken += piece
      advance(piece.count)
    }
    return taken
  }

  /// Drops the next bytes.
  ///
  /// - Throws: `damaged` if the input ends before.
  func skip(_ count: Int64) throws(ImportError) {
    var left = count
    while left > 0 {
      guard try fill(1) else { throw .damaged(line: nil) }
      let piece = min(left, Int64(bytes.count))
      advance(Int(piece))
      left -= piece
    }
  }
}
