// Many plain lines of a wrapped command's output as one value.

/// Lines that arrived together and need no cleaning: printable ASCII without colours. Most output
/// in bulk is, and as one value it costs a twentieth of an event for each line (measured).
package struct PlainLines: Sendable {
  /// Fewer lines are events of their own.
  private static let least = 64
  /// The last lines that arrived together are always events of their own: progress is looked for in
  /// them, the newest is shown, and a command can redraw them.
  private static let spared = 50

  /// The output they were written to.
  package let stream: OutputStream
  /// The lines, each ended by LF.
  package let bytes: [UInt8]
  package let count: Int

  /// The lines that begin at `start`, each ended by LF or CR LF; nil if they are too few.
  ///
  /// - Parameter end: becomes the end of the lines, or the end of those that are too few.
  package init?(
    in input: [UInt8], of stream: OutputStream, from start: Int, to end: inout Int
  ) {
    self.stream = stream
    var (ends, hasReturns) = (0, false)
    end = start
    input.withUnsafeBufferPointer { input in
      var isReturning = false
      for at in start..<input.count {
        switch input[at] {
        case 0x20..<0x7F where !isReturning: continue
        // A blank before CR is erased text.
        case 0x0D where at > start && input[at - 1] == 0x20: return
        case 0x0D:
          isReturning = true
          hasReturns = true
        case 0x0A:
          isReturning = false
          ends += 1
          end = at + 1
        default: return
        }
      }
    }
    guard ends >= Self.least + Self.spared else { return nil }
    for _ in 0..<Self.spared {
      repeat { end -= 1 } while end > start && input[end - 1] != 0x0A
    }
    count = ends - Self.spared
    let lines = input[start..<end]
    bytes = hasReturns ? lines.filter { $0 != 0x0D } : Array(lines)
  }

  /// The last line that is not blank; nil if all are.
  package var lastWritten: DisplayText? {
    guard let letter = bytes.lastIndex(where: { $0 > 0x20 }) else { return nil }
    let start = bytes[..<letter].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var lines = Iterator(bytes: bytes, start: start)
    return lines.next()
  }
}

extension PlainLines: Sequence {
  package struct Iterator: IteratorProtocol {
    fileprivate let bytes: [UInt8]
    fileprivate var start: Int

    package mutating func next() -> DisplayText? {
      guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
      defer { start = end + 1 }
      return bytes.withUnsafeBufferPointer {
        DisplayText(printableASCII: UnsafeBufferPointer(rebasing: $0[start..<end]))
      }
    }
  }

  package func makeIterator() -> Iterator { Iterator(bytes: bytes, start: 0) }
}
