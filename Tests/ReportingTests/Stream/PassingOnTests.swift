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
  private func passed(_ line: [UInt8], isRecorded: Bool = true) throws -> String {
    var reader = EventReader(keepsLines: true, isRecorded: isRecorded)
    var encoder = EventEncoder(messages: messages)
    var written: [UInt8]?
    try line.withUnsafeBufferPointer { (line) throws(EventError) in
      let event = try reader.read(line, now: Show.dawn)
      written = encoder.line(
        SyncEvent(at: now.moment, kind: event.kind, received: event.received), state, at: now)
    }
    return String(decoding: written ?? [], as: UTF8.self)
  }

  private func passed(_ text: String, isRecorded: Bool = true) throws -> String {
    try passed(Array(text.utf8), isRecorded: isRecorded)
  }

  /// A recorded line comes out as it was written, but for its number.
  @Test func recordedLinesComeOutAsTheyWere() throws {
    func parts(_ line: [UInt8]) throws -> [String] {
      try #require(try JSONValue(parsing: line).members).filter { $0.name != "seq" }.map {
        "\($0.name): \(String(decoding: $0.value.compact, as: UTF8.self))"
      }
    }
    for line in WrittenLines.all.dropFirst() {
      try expectEqual(parts(Array(passed(line).utf8)), parts(line))
    }
  }

  @Test func whatIsUnknownIsPassedOnInItsOrder() throws {
    let line =
      #"{"new":[1, {"a" : "b c"}],"type":"status","text":"x","spoken":"x","ts":1E2,"z":-0.10}"#
    #expect(throws: EventError.self) { try passed(line) }
    let good = line.replacing(#""ts":1E2"#, with: #""seq":7"#)
    try expectEqual(
      passed(good),
      """
      {"type":"status","ts":"2026-11-20T06:00:00Z","seq":1,"elapsed_ms":0,\
      "new":[1,{"a":"b c"}],"text":"x","spoken":"x","z":-0.10}

      """)
    try expectEqual(
      passed(#"{"type":"lap","number":3}"#),
      """
      {"type":"lap","ts":"2026-11-20T06:00:00Z","seq":1,"elapsed_ms":0,"number":3}

      """)
  }

  /// What its writer left out is put behind what it gave.
  @Test func whatTheFormatDemandsIsSupplied() throws {
    func object(_ text: String, isRecorded: Bool = true) throws -> JSONValue {
      try JSONValue(parsing: Array(passed(text, isRecorded: isRecorded).utf8))
    }
    let status = try object(#"{"type":"status","text":"Building…","by":"make"}"#)
    expectEqual(
      status.members?.map(\.name), ["type", "ts", "seq", "elapsed_ms", "text", "by", "spoken"])
    expectEqual(status["spoken"]?.string, "Building")
    let error = try object(#"{"type":"error","message":"No disk."}"#, isRecorded: false)
    let texts = ["code", "title", "message"].map { error[$0]?.string }
    expectEqual(texts, ["unknown", "Failed", "No disk."])
    expectEqual(error["exit_code"]?.integer, 1)
    let progress = try object(#"{"type":"progress","done":1,"total":4}"#)
    expectEqual(progress["fraction"]?.double, 0.25)
  }

  /// Signs that a terminal would obey become escapes, which say the same.
  @Test func nothingThatATerminalObeysIsPassedOn() throws {
    let text = "a\u{9B}31mb\u{7F}c\u{202E}d\u{61C}e…"
    let line = try passed(#"{"type":"log","stream":"stdout","text":"\#(text)"}"#)
    for scalar in line.unicodeScalars {
      #expect(scalar.value >= 0x20 || scalar == "\n")
      #expect(![0x7F, 0x9B, 0x202E, 0x61C].contains(scalar.value))
    }
    try expectEqual(JSONValue(parsing: Array(line.utf8))["text"]?.string, text)
  }

  /// A line that happens now has the time of now, whatever its writer says.
  @Test func timesOfWhatHappensNowAreOurs() throws {
    let line =
      #"{"type":"log","stream":"stdout","text":"x","ts":"2020-01-01T00:00:00Z","elapsed_ms":9}"#
    #expect(try passed(line).contains(#""ts":"2020-01-01T00:00:00Z","seq":1,"elapsed_ms":9"#))
    #expect(
      try passed(line, isRecorded: false)
        .contains(#""ts":"2026-11-20T06:00:00Z","seq":1,"elapsed_ms":0"#))
  }
}
