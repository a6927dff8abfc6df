// Lines as events: our own, those of other programs, and what is none.

import Codec
import Reporting
import Model
import Support
import Testing

private func decode(_ text: String) throws(WireError) -> WireLine {
  var decoder = EventDecoder()
  return try decoder.decode(Array(text.utf8))
}

private func event(_ text: String) throws(WireError) -> WireEvent { try decode(text).event }

extension WireEvent {
  fileprivate var version: Version? { if case .version(let event) = self { event } else { nil } }
  fileprivate var status: Status? { if case .status(let event) = self { event } else { nil } }
  fileprivate var progress: ReportedProgress? {
    if case .progress(let event) = self { event } else { nil }
  }
  fileprivate var error: Failure? { if case .error(let event) = self { event } else { nil } }
}

@Suite(.blocking) struct DecoderTests {
  /// The decoder takes up every member that the schema describes, and knows every word.
  @Test(arguments: Specimens.lines)
  func readsEverythingThatIsWritten(_ line: [UInt8]) throws {
    var decoder = EventDecoder()
    let decoded = try decoder.decode(line)
    #expect(decoded.ignored == [])
    if case .unknown(let type) = decoded.event { Issue.record("\(type)") }
    let written = try JSONValue(parsing: line)
    #expect(decoded.seq.map(Int64.init) == written["seq"]?.integer)
    #expect(decoded.elapsed?.milliseconds == written["elapsed_ms"]?.integer)
    #expect(decoded.ts?.description == written["ts"]?.string)
    #expect(!"\(decoded.event)".contains(".other("))
  }

  @Test func statusesComeBackAsTheyWere() throws {
    var decoder = EventDecoder()
    let decoded = try Specimens.lines.compactMap { line -> WireEvent.Status? in
      guard case .status(let status) = try decoder.decode(line).event else { return nil }
      return status
    }
    #expect(decoded.map(\.known) == Specimens.statuses)
    #expect(decoded[3].text == "Downloading 1,830 Apple Health activities…")
    #expect(decoded[3].stage == .known(.routine))
  }

  @Test func figuresComeBackAsTheyWere() throws {
    var decoder = EventDecoder()
    var progress: [ReportedProgress] = []
    for line in Specimens.lines {
      switch try decoder.decode(line).event {
      case .progress(let report): progress.append(report)
      case .sourceFinished(let result):
        #expect(result.counts == counts(new: 12, nights: 1))
        #expect(result.outcome == .known(.ok))
      case .routine(let routine) where routine.reason == nil:
        #expect(routine.days == Specimens.routine.days)
        #expect(routine.week == Specimens.routine.week)
      case .prep(let prep) where prep.ftpWatts == 250:
        #expect(prep.scores[.strain]?.atLeast == true)
        #expect(prep.scores[.sleep]?.value == nil)
        #expect(prep.scores[.sleep]?.reason == "short_baseline")
        #expect(prep.zones.map(\.toWatts) == [190, nil])
        #expect(prep.suggested?.lowLoad == 60.5)
        #expect(prep.form == -7.5)
      case .error(let failure):
        #expect(failure.code == .rateLimited)
        #expect(failure.retryAt == Timestamp(seconds: 1_795_155_300))
        #expect(failure.exitCode == 75)
      case .summary(let summary):
        #expect(summary.outcome == .known(.partial))
        #expect(summary.counts?.deleted == 2)
        #expect(summary.scores == [.recovery: 71, .strain: 43])
      default: break
      }
    }
    let half = try #require(progress.first { $0.done == 100 && $0.left != nil })
    #expect(half.source == .strava)
    #expect(half.total == 200)
    #expect(half.unit == .activities)
    #expect(half.fraction == 0.15)
  }

  // MARK: Other programs

  @Test(arguments: [
    ("Compiling…", "Compiling"), ("Step 2 of 3...", "Step 2 of 3"), ("Done", "Done"),
    ("Fetching… and linking…", "Fetching and linking"),
  ])
  func aStatusWithATextAloneIsFine(_ text: String, spoken: String) throws {
    let status = try #require(event(#"{"type":"status","text":"\#(text)"}"#).status)
    #expect(status.known == nil && status.name == nil && status.stage == nil)
    #expect(status.text == DisplayText(text))
    #expect(status.spoken == DisplayText(spoken))
  }

  @Test func aStatusOfAnotherNameIsItsText() throws {
    let line =
      #"{"text":"Brewing…","spoken":"Coffee","stage":"prep","status":"brewing","type":"status"}"#
    let status = try #require(event(line).status)
    #expect(status.known == nil)
    #expect(status.name == .other("brewing"))
    #expect(status.spoken == "Coffee")
    #expect(status.stage == .known(.prep))
  }

  @Test func aKnownNameWithoutItsMembersIsItsText() throws {
    for members in [#""status":"saving""#, #""status":"updated""#] {
      let status = try #require(event(#"{"type":"status",\#(members),"text":"x"}"#).status)
      #expect(status.known == nil)
    }
  }

  @Test func textsAreCleanBeforeAnybodySeesThem() throws {
    let line = #"{"type":"log","text":"a\u001b[31mb\u202ec\u0007"}"#
    #expect(try event(line) == event(#"{"type":"log","text":"abc","stream":"stdout"}"#))
  }

  @Test func anUnknownErrorCodeIsUnknown() throws {
    let line = """
      {"type":"error","code":"disk_on_fire","title":"Fire","message":"It burns.","hint":"Run"}
      """
    let failure = try #require(event(line).error)
    #expect(failure.code == .unknown)
    #expect(failure.title == "Fire" && failure.message == "It burns." && failure.hint == "Run")
    #expect(failure.retryable == nil && failure.exitCode == nil)
    let known = try #require(event(#"{"type":"error","code":"auth"}"#).error)
    #expect(known.code == .auth)
  }

  @Test(arguments: [
    (#""fraction":0.25"#, 0.25), (#""done":3,"total":4"#, 0.75), (#""done":5,"total":4"#, 1),
    (#""done":3"#, nil), (#""done":3,"total":0"#, nil), (#""fraction":1"#, 1),
  ])
  func progressIsAFractionOrCounts(_ members: String, share: Double?) throws {
    let report = try #require(event(#"{"type":"progress",\#(members)}"#).progress)
    #expect((report.fraction ?? report.share) == share)
  }

  @Test func whatIsNotKnownIsIgnoredAndTold() throws {
    let line = try decode(
      #"{"type":"log","text":"x","lap":{"n":[1]},"fraction":0.5,"te\u0078t":"later"}"#)
    #expect(line.event == (try event(#"{"type":"log","text":"x"}"#)))
    #expect(line.ignored == ["lap", "fraction"])
    #expect(try decode(#"{"type":"lap","n":1}"#).event == .unknown(type: "lap"))
    #expect(line.ts == nil && line.seq == nil && line.elapsed == nil)
  }

  @Test func absentAndNullAreTheSame() throws {
    #expect(
      try event(#"{"type":"warning","message":"m","hint":null,"source":null}"#)
        == event(#"{"type":"warning","message":"m"}"#))
  }

  // MARK: What is no event

  @Test(
    arguments: [
      ("", .notJSON(.unexpectedEnd, offset: 0)), (" \r", .notJSON(.unexpectedEnd, offset: 2)),
      ("make: done", .notJSON(.unexpectedByte, offset: 0)),
      (#"{"type":"log"} x"#, .notJSON(.trailingBytes, offset: 15)),
      (#"{"type":"status","te"#, .torn), (#"{"type":"status""#, .torn), ("{", .torn),
      ("[1]", .notAnObject), ("12", .notAnObject), (#""log""#, .notAnObject),
      ("{}", .noType), (#"{"type":7}"#, .noType), (#"{"type":null}"#, .noType),
      (#"{"kind":"log"}"#, .noType),
      (#"{"type":"log"}"#, .missing(.text, of: .log)),
      (#"{"type":"status","status":"complete"}"#, .missing(.text, of: .status)),
      (#"{"type":"progress","stage":"prep"}"#, .missing(.fraction, of: .progress)),
      (#"{"type":"error","hint":"x"}"#, .missing(.message, of: .error)),
      (#"{"type":"waiting","reason":"retry"}"#, .missing(.until, of: .waiting)),
      (#"{"type":"log","text":7}"#, .wrong(.text, expected: .text)),
      (#"{"type":"progress","fraction":"0.5"}"#, .wrong(.fraction, expected: .fraction)),
      (#"{"type":"progress","fraction":50}"#, .outOfRange(.fraction)),
      (#"{"type":"progress","done":-1}"#, .outOfRange(.done)),
      (#"{"type":"waiting","reason":"retry","seconds":1e10}"#, .outOfRange(.seconds)),
      (
        #"{"type":"waiting","reason":"retry","until":"9999-12-31T23:59:59Z"}"#,
        .outOfRange(.until)
      ),
      (#"{"type":"progress","done":1.5}"#, .wrong(.done, expected: .count)),
      (#"{"type":"error","code":"auth","retryable":"no"}"#, .wrong(.retryable, expected: .flag)),
      (#"{"type":"log","text":"x","ts":"today"}"#, .wrong(.ts, expected: .time)),
      (#"{"type":"fitness","date":"2026-02-30"}"#, .wrong(.date, expected: .date)),
      (
        #"{"type":"run_started","command":"x","arguments":["a",1]}"#,
        .wrong(.arguments, expected: .list)
      ),
      (#"{"type":"summary","counts":[]}"#, .wrong(.counts, expected: .object)),
      (#"{"type":"version","format":"2.0"}"#, .unknownVersion("2.0")),
      (#"{"type":"version","format":"one"}"#, .wrong(.format, expected: .version)),
      (#"{"type":"version"}"#, .missing(.format, of: .version)),
    ] as [(String, WireError)])
  func saysWhatIsWrong(_ line: String, _ error: WireError) {
    #expect(throws: error) { try decode(line) }
  }

  @Test func aLaterMinorVersionIsRead() throws {
    let version = try #require(event(#"{"type":"version","format":"1.7"}"#).version)
    #expect(version.major == 1 && version.minor == 7)
  }

  @Test func everyCutOfALineIsTornOrNothing() throws {
    for line in Specimens.lines {
      let line = line.dropLast()
      for end in 1..<line.count {
        #expect(throws: WireError.torn) {
          var decoder = EventDecoder()
          return try decoder.decode(line[..<end])
        }
      }
    }
  }

  /// A line leaves nothing behind for the next one, a bad line neither.
  @Test func linesDoNotTouchEachOther() throws {
    var decoder = EventDecoder()
    for (index, line) in (Specimens.lines + Specimens.lines.reversed()).enumerated() {
      if index % 3 == 0 { #expect(throws: WireError.self) { try decoder.decode(line.dropLast(9)) } }
      var fresh = EventDecoder()
      #expect(try decoder.decode(line) == fresh.decode(line))
    }
  }
}
