// Lines from outside on their way through: what comes in goes out, known or not.

import Codec
import Format
import Reporting
import Model
import Support
import Testing

@Suite struct PassingOnTests {
  private let state = RunState(started: Moment(nanoseconds: 0))
  private let now = Now(moment: Moment(nanoseconds: 0), wall: Show.dawn)

  /// Reads a line and writes it again.
  private func passed(_ line: [UInt8]) throws -> String {
    var reader = EventReader(keepsLines: true, isRecorded: true)
    var encoder = EventEncoder(messages: messages)
    var written: [UInt8]?
    try line.withUnsafeBufferPointer { (line) throws(EventError) in
      let event = try reader.read(line, now: Show.dawn)
      written = encoder.line(
        SyncEvent(at: now.moment, kind: event.kind, received: event.received), state, at: now)
    }
    return String(decoding: written ?? [], as: UTF8.self)
  }

  private func passed(_ text: String) throws -> String { try passed(Array(text.utf8)) }

  /// A recorded line comes out as it was written, but for its number.
  @Test func `recorded lines come out as they were`() throws {
    func parts(_ line: [UInt8]) throws -> [String] {
      try #require(try JSONValue(parsing: line).members).filter { $0.name != "seq" }.map {
        "\($0.name): \(String(decoding: $0.value.compact, as: UTF8.self))"
      }
    }
    for line in WrittenLines.all.dropFirst() {
      try expectEqual(parts(Array(passed(line).utf8)), parts(line))
    }
  }

  @Test func `what is wrong is not passed on`() {
    #expect(throws: EventError.self) { try passed(#"{"type":"status","text":"x","ts":1E2}"#) }
  }

  /// Signs that a terminal would obey become escapes, which say the same.
  @Test func `nothing that a terminal obeys is passed on`() throws {
    let text = "a\u{9B}31mb\u{7F}c\u{202E}d\u{61C}e…"
    let line = try passed(#"{"type":"log","stream":"stdout","text":"\#(text)"}"#)
    for scalar in line.unicodeScalars {
      #expect(scalar.value >= 0x20 || scalar == "\n")
      #expect(![0x7F, 0x9B, 0x202E, 0x61C].contains(scalar.value))
    }
    try expectEqual(JSONValue(parsing: Array(line.utf8))["text"]?.string, text)
  }
}
