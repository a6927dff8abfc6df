// What the program writes comes back as it was.

import Codec
import Format
import Reporting
import Model
import Support
import Testing

extension EventDecoder {
  /// Decodes a line of a recording.
  fileprivate mutating func decode(_ line: some Sequence<UInt8>) throws(EventError) -> EventLine {
    try Array(line).withUnsafeBufferPointer { (line) throws(EventError) in
      try decode(line, EventContext())
    }
  }
}

@Suite(.blocking) struct DecodingTests {
  /// The decoder knows every type and word that is written.
  @Test func `reads everything that is written`() throws {
    var decoder = EventDecoder()
    for line in WrittenLines.all {
      let decoded = try decoder.decode(line)
      let text = String(decoding: line, as: UTF8.self)
      #expect(decoded.isKnown && decoded.isComplete && decoded.omission == nil, "\(text)")
      if case .foreign(let type) = decoded.kind, !decoded.isVersion { Issue.record("\(type)") }
      let written = try JSONValue(parsing: line)
      expectEqual(decoded.elapsed?.milliseconds, written["elapsed_ms"]?.integer)
      expectEqual(decoded.stamp?.description, written["ts"]?.string)
    }
  }

  @Test func `every cut of a line is torn or nothing`() throws {
    for line in Tier.cases(WrittenLines.all, quick: 20).map({ $0.dropLast() }) {
      for end in 1..<line.count {
        #expect(throws: EventError.torn) {
          var decoder = EventDecoder()
          return try decoder.decode(line[..<end])
        }
      }
    }
  }

  /// A line leaves nothing behind for the next one, a bad line neither.
  @Test func `lines do not touch each other`() throws {
    var decoder = EventDecoder()
    for (index, line) in (WrittenLines.all + WrittenLines.all.reversed()).enumerated() {
      if index % 3 == 0 {
        #expect(throws: EventError.self) { try decoder.decode(line.dropLast(9)) }
      }
      var fresh = EventDecoder()
      let (event, alone) = (try decoder.decode(line), try fresh.decode(line))
      #expect(event.kind.isSame(as: alone.kind))
      #expect(event.stamp == alone.stamp && event.elapsed == alone.elapsed)
      expectEqual(event.isComplete, alone.isComplete)
    }
  }
}
