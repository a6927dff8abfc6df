// The published schema against everything that is written, and against what must not be.

import Codec
import Format
import Reporting
import Model
import Support
import Testing

/// The schema, and how lines are held against it.
enum Schema {
  static let validator = Result { try SchemaValidator(EventSchema.text) }

  /// What is wrong with a line that the program wrote: a member that is missing, of another kind,
  /// or not described.
  static func faults(_ line: some Sequence<UInt8>) throws -> [String] {
    try validator.get().faults(in: line, isStrict: true)
  }
}

@Suite(.blocking) struct SchemaTests {
  /// What is written is accepted; not without a required member, and not with one of another kind.
  @Test func `describes what is written`() throws {
    for line in WrittenLines.all {
      try expectEqual(Schema.faults(line), [], "\(String(decoding: line, as: UTF8.self))")
    }
    for line in Tier.cases(WrittenLines.all, quick: WrittenLines.all.count / 4) {
      let event = try JSONValue(parsing: line)
      let type = try #require(EventType.all.first { "\($0.name)" == event["type"]?.string })
      for field in EventType.common + type.rows.map(\.asReceived) {
        guard let value = event[field.name] else { continue }
        let rest = changed(event, field.name, to: nil)
        try expectEqual(
          Schema.faults(rest).isEmpty, !field.isRequired, "\(type.name).\(field.name)")
        if field.name == "type" { continue }
        let wrong = value.kind == .object ? "7" : "{}"
        let faults = try Schema.faults(changed(event, field.name, to: wrong))
        #expect(!faults.isEmpty, "\(event.literal) with \(field.name) \(wrong)")
      }
    }
  }

  @Test(arguments: [
    (#""fraction":0.5"#, true), (#""fraction":1.01"#, false), (#""fraction":-0.1"#, false),
    (#""fraction":0.5,"stage":"prep""#, true), (#""fraction":0.5,"stage":"cleanup""#, false),
    (#""fraction":0.5,"done":-1"#, false), (#""fraction":0.5,"done":1.5"#, false),
    (#""fraction":0.5,"unit":"laps""#, true), (#""fraction":0.5,"source":"garmin""#, true),
  ])
  func `knows the limits of values`(_ members: String, isValid: Bool) throws {
    for (time, isGood) in [
      ("2026-11-20T06:00:01Z", true), ("2026-11-20T06:00:01.5Z", false),
      ("2026-11-20T06:00:01+00:00", false), ("2026-11-20", false), ("", false),
    ] {
      let line = #"{"type":"progress","ts":"\#(time)","seq":1,"elapsed_ms":0,\#(members)}"#
      try expectEqual(Schema.faults(line.utf8).isEmpty, isValid && isGood)
    }
  }

  /// A validator of today accepts the streams of a later 1.x.
  @Test func `accepts what later versions may add`() throws {
    let validator = try Schema.validator.get()
    let common = #""ts":"2026-11-20T06:00:01Z","seq":1,"elapsed_ms":0"#
    for line in [
      #"{"type":"lap",\#(common),"lap":3}"#,
      #"{"type":"stage_started",\#(common),"stage":"prep","reason":"new"}"#,
      #"{"type":"warning",\#(common),"code":"new_one","message":"m","source":"polar"}"#,
      #"{"type":"status",\#(common),"status":"brewing","text":"Brewing…","spoken":"Brewing"}"#,
    ] {
      expectEqual(validator.faults(in: line.utf8), [])
    }
    let stranger = #"{"type":"stage_started",\#(common),"stage":"prep","lap":3}"#
    expectEqual(validator.faults(in: stranger.utf8, isStrict: true), ["/lap is not described"])
  }

  @Test func `is laid out for reading`() {
    let text = EventSchema.text
    #expect(text.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"))
    #expect(text.hasSuffix("\n}\n") && text.contains("\n        \"eta_s\": {\"type\": \"integer\""))
  }

  /// `event` with one member taken away, or with another value.
  private func changed(_ event: JSONValue, _ name: String, to value: String?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for member in event.members ?? [] {
        if member.name != name {
          json.member(member)
        } else if let value {
          json.key(escaping: name)
          json.value(raw: Array(value.utf8))
        }
      }
    }
    return json.take()
  }
}
