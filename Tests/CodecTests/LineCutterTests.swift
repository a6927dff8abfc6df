// Lines from pieces of any size.

import Codec
import Support
import Testing

@Suite(.blocking) struct LineCutterTests {
  /// The lines of a text that arrives in pieces of this size; nil for a line that was too long.
  private func lines(
    _ text: String, pieces size: Int, limit: Int = 100
  ) -> (lines: [String?], torn: String?) {
    var cutter = LineCutter(limit: limit)
    var lines: [String?] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      Array(rest.prefix(size)).withUnsafeBufferPointer { piece in
        cutter.take(piece) { line in
          switch line {
          case .line(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
          case .tooLong: lines.append(nil)
          }
        }
      }
      rest = rest.dropFirst(size)
    }
    var torn: String?
    cutter.end { line in
      switch line {
      case .line(let bytes): torn = String(decoding: bytes, as: UTF8.self)
      case .tooLong(let count): torn = "\(count) bytes"
      }
    }
    return (lines, torn)
  }

  @Test(arguments: 1...12)
  func `pieces of any size give the same lines`(_ size: Int) {
    #expect(lines("one\n\nthree é\r\nfo", pieces: size) == (["one", "", "three é\r"], "fo"))
    #expect(lines("one\ntwo\n", pieces: size) == (["one", "two"], nil))
  }

  @Test func `line breaks are found at every position`() {
    for length in 0...70 {
      let line = String(repeating: "\u{8B}\u{0B}", count: length / 3 + 1).prefix(length)
      let cut = lines("\(line)\n\(line)", pieces: 300)
      #expect(cut.lines == [String(line)] && cut.torn ?? "" == String(line))
    }
  }

  @Test(arguments: 1...30)
  func `only the line beyond the limit is skipped`(_ size: Int) {
    let cut = lines("12345\n123456\n1234567890123\n1\n1234567", pieces: size, limit: 5)
    expectEqual(cut.lines, ["12345", nil, nil, "1"])
    expectEqual(cut.torn, "7 bytes")
  }

  @Test func `is empty after the end`() {
    var cutter = LineCutter()
    Array("torn".utf8).withUnsafeBufferPointer { cutter.take($0) { _ in } }
    var ends = 0
    cutter.end { _ in ends += 1 }
    expectEqual(ends, 1)
    cutter.end { _ in ends += 1 }
    expectEqual(ends, 1)
  }
}
