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

  /// Neither 0 nor now nor null takes its place, also not inside an object, which is then absent; a
  /// list loses such elements. What is left is valid.
  @Test(arguments: [
    (#""waiting","reason":"retry","seconds":2,"attempt":-2,"tries":1e99"#, "attempt tries"),
    (#""waiting","reason":"retry","seconds":-2,"until":"2026-11-20T06:00:01Z""#, "seconds"),
    (#""waiting","reason":"retry","seconds":2,"until":"9999-11-20T06:00:01Z""#, "until"),
    (
      #""source_finished","source":"strava","outcome":"ok","new":-5,"bytes":-1,"duration_ms":-1"#,
      "new bytes duration_ms"
    ),
    (
      #""score","score":"sleep","value":-1,"inputs_used":-1,"inputs_total":-1,"date":"2999-01-01""#,
      "value inputs_used inputs_total date"
    ),
    (#""request","source":"strava","method":"GET","url":"x","duration_ms":-3"#, "duration_ms"),
    (#""progress","fraction":7,"done":3"#, "fraction"),
    (#""source","source":"strava","state":"connected","activities":-3,"days":1"#, "activities"),
    (#""stage_finished","stage":"prep","duration_ms":-1"#, "duration_ms"),
    (#""sign_in","source":"strava","url":"x","until":"9999-01-01T00:00:00Z""#, "until"),
    (#""error","code":"auth","message":"M","exit_code":256"#, "exit_code"),
    (#""fitness","date":"2026-01-01","load":1e300"#, "load"),
    (#""power","best_20_min_w":250,"date":"2026-01-01","threshold_w":-1"#, "threshold_w"),
    (#""run_started","command":"x","attempt":-1"#, "attempt"),
    (#""summary","outcome":"ok","counts":{"new":-5},"duration_ms":-1"#, "counts duration_ms"),
    (#""chart","chart":"load","series":"load","unit":"load","points":[["2026-01-01",1e9]]"#, ""),
    (#""fitness","date":"2026-01-01","history":[{"date":"2999-01-01"},{"date":"2026-01-01"}]"#, ""),
  ])
  func whatIsOutOfRangeIsLeftOut(_ members: String, _ absent: String) throws {
    let absent = absent.split(separator: " ").map(String.init)
    let given = try JSONValue(parsing: Array("{\"type\":\(members)}".utf8))
    for isRecorded in [true, false] {
      let line = try passed("{\"type\":\(members)}", isRecorded: isRecorded)
      let names = try #require(JSONValue(parsing: Array(line.utf8)).members).map(\.name)
      expectEqual(absent.filter { names.contains($0) }, [], "\(line)")
      let kept = try #require(given.members).map(\.name).filter { !absent.contains($0) }
      expectEqual(kept.filter { !names.contains($0) }, [], "\(line)")
      try expectEqual(Schema.faults(line.utf8.dropLast()), [], "\(line)")
    }
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
