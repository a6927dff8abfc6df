// Lines as events: our own, those of other programs, and what is none.

import Codec
import Format
import Model
import Support
import Testing

/// Decodes a line of a recording, or of another program.
func decode(_ bytes: [UInt8], isForeign: Bool = false) throws(EventError) -> EventLine {
  var decoder = EventDecoder()
  let context =
    isForeign ? EventContext(ownText: { status, _ in "Ours: \(status.name)" }) : EventContext()
  return try bytes.withUnsafeBufferPointer { (line) throws(EventError) in
    try decoder.decode(line, context)
  }
}

private func decode(_ text: String, isForeign: Bool = false) throws(EventError) -> EventLine {
  try decode(Array(text.utf8), isForeign: isForeign)
}

private func event(_ text: String) throws(EventError) -> SyncEvent.Kind { try decode(text).kind }

extension SyncEvent.Kind {
  fileprivate var status: SyncStatus? { if case .status(let status) = self { status } else { nil } }
  fileprivate var free: FreeStatus? {
    if case .status(.free(let status)) = self { status } else { nil }
  }
  fileprivate var progress: ReportedProgress? {
    if case .progress(let event) = self { event } else { nil }
  }
  fileprivate var error: ReportedFailure? {
    if case .failure(.reported(let failure)) = self { failure } else { nil }
  }
  fileprivate var log: LogLine? { if case .log(let line) = self { line } else { nil } }
  fileprivate var foreignType: DisplayText? {
    if case .foreign(let type) = self { type } else { nil }
  }
}

@Suite(.blocking) struct DecoderTests {
  // MARK: Other programs

  @Test(arguments: [
    ("Compiling…", "Compiling"), ("Step 2 of 3...", "Step 2 of 3"), ("Done", "Done"),
    ("Fetching… and linking…", "Fetching and linking"),
  ])
  func aStatusWithATextAloneIsFine(_ text: String, spoken: String) throws {
    let status = try #require(event(#"{"type":"status","text":"\#(text)"}"#).free)
    expectEqual(status, FreeStatus(text: DisplayText(text), spoken: DisplayText(spoken)))
  }

  @Test func aStatusOfAnotherNameIsItsText() throws {
    let line =
      #"{"text":"Brewing…","spoken":"Coffee","stage":"prep","status":"brewing","type":"status"}"#
    try expectEqual(
      event(line).free,
      FreeStatus(name: "brewing", text: "Brewing…", spoken: "Coffee", stage: .prep))
    // As one of a known name without its members.
    for members in [#""status":"saving""#, #""status":"updated""#] {
      let status = try #require(event(#"{"type":"status",\#(members),"text":"x"}"#).free)
      expectEqual(status.text, "x")
    }
    let unknown =
      #"{"type":"status","status":"downloading_activities","source":"polar","count":3,"text":"x"}"#
    try expectEqual(event(unknown).free?.name, "downloading_activities")
  }

  /// Its text is made from its members; what another program calls it is not passed on.
  @Test func aKnownNameNeedsNoText() throws {
    let line = #"{"type":"status","status":"processing_data","text":"Sorting…"}"#
    try expectEqual(event(line).status, .processingData)
    #expect(try decode(line).omission == nil)
    let foreign = try decode(line, isForeign: true)
    #expect(foreign.kind.status == .processingData && foreign.omission?.names == ["text"])
    let ours = line.replacing("Sorting…", with: "Ours: processing_data")
    #expect(try decode(ours, isForeign: true).omission == nil)
    let bare = #"{"type":"status","status":"downloading_activities","source":"strava","count":3}"#
    let download = try decode(bare, isForeign: true)
    expectEqual(download.kind.status, .downloadingActivities(source: .strava, count: 3))
    #expect(!download.isComplete && download.omission == nil)
    #expect(throws: EventError.self) { try event(#"{"type":"status","status":"sorting"}"#) }
  }

  @Test func anExitCodeThatNoProcessHasIsLeftOut() throws {
    let line = #"{"type":"error","code":"network","message":"M","exit_code":256}"#
    let error = try decode(line, isForeign: true)
    #expect(error.kind.error?.exit == .network && error.omission?.names == ["exit_code"])
    try expectEqual(event(line.replacing("256", with: "3")).error?.exit, ExitStatus(code: 3))
  }

  @Test func textsAreCleanBeforeAnybodySeesThem() throws {
    let line = #"{"type":"log","text":"a\u001b[31mb\u202ec\u0007"}"#
    try expectEqual(event(line).log, LogLine(stream: .standardOutput, text: "abc"))
  }

  @Test func anUnknownErrorCodeIsUnknown() throws {
    let line = """
      {"type":"error","code":"disk_on_fire","title":"Fire","message":"It burns.","hint":"Run"}
      """
    let failure = try #require(event(line).error)
    expectEqual(failure.code, .unknown)
    #expect(failure.title == "Fire" && failure.message == "It burns." && failure.hint == "Run")
    #expect(failure.isRetryable && failure.exit == .failed)
    // A recording keeps what a later version wrote, a program's own code is not passed on.
    #expect(try decode(line).omission == nil)
    let omission = try #require(decode(line, isForeign: true).omission)
    #expect(omission.names == ["code"] && omission.fault == nil)
    let known = try #require(event(#"{"type":"error","code":"auth"}"#).error)
    #expect(known.code == .auth && !known.isRetryable && known.exit == .notAllowed)
    #expect(try decode(#"{"type":"error","code":"auth"}"#, isForeign: true).omission == nil)
  }

  @Test(arguments: [
    (#""fraction":0.25"#, 0.25), (#""done":3,"total":4"#, 0.75), (#""done":5,"total":4"#, 1),
    (#""done":3"#, nil), (#""done":3,"total":0"#, nil), (#""fraction":1"#, 1),
  ])
  func progressIsAFractionOrCounts(_ members: String, share: Double?) throws {
    let report = try #require(event(#"{"type":"progress",\#(members)}"#).progress)
    expectEqual((report.fraction ?? report.share), share)
  }

  @Test func whatIsNotKnownIsIgnored() throws {
    let line = try decode(
      #"{"type":"log","text":"x","lap":{"n":[1]},"fraction":0.5,"te\u0078t":"later"}"#)
    expectEqual(line.kind.log, LogLine(stream: .standardOutput, text: "x"))
    #expect(line.isKnown && !line.isComplete && line.omission == nil)
    let lap = try decode(#"{"type":"lap","n":1}"#)
    #expect(lap.kind.foreignType == "lap" && !lap.isKnown && lap.isComplete)
    #expect(line.stamp == nil && line.elapsed == nil)
    let stage = try decode(#"{"type":"stage_started","stage":"cleanup"}"#)
    #expect(stage.kind.foreignType == "stage_started" && stage.isKnown)
  }

  @Test func absentAndNullAreTheSame() throws {
    for members in ["", #","hint":null,"source":null"#] {
      let warning = try event(#"{"type":"warning","message":"m"\#(members)}"#)
      #expect(warning.isSame(as: .warning(.reported(ExternalMessage(message: "m")))))
    }
  }

  // MARK: What is no event

  @Test(
    arguments: [
      ("", .notJSON(offset: 0)), (" \r", .notJSON(offset: 2)),
      ("make: done", .notJSON(offset: 0)),
      (#"{"type":"log"} x"#, .notJSON(offset: 15)),
      (#"{"type":"status","te"#, .torn), (#"{"type":"status""#, .torn), ("{", .torn),
      ("[1]", .notAnObject), ("12", .notAnObject), (#""log""#, .notAnObject),
      ("{}", .noType), (#"{"type":7}"#, .noType), (#"{"type":null}"#, .noType),
      (#"{"kind":"log"}"#, .noType),
      (#"{"type":"log"}"#, .missing("text", of: "log")),
      (#"{"type":"status","status":"sorting"}"#, .missing("text", of: "status")),
      (#"{"type":"progress","stage":"prep"}"#, .missing("fraction", of: "progress")),
      (#"{"type":"error","hint":"x"}"#, .missing("message", of: "error")),
      (#"{"type":"waiting","reason":"retry"}"#, .missing("until", of: "waiting")),
      (#"{"type":"log","text":7}"#, .wrong("text", expected: .text)),
      (#"{"type":"progress","fraction":"0.5"}"#, .wrong("fraction", expected: .fraction)),
      (#"{"type":"progress","fraction":50}"#, .outOfRange("fraction")),
      (#"{"type":"progress","done":-1}"#, .outOfRange("done")),
      (#"{"type":"waiting","reason":"retry","seconds":1e10}"#, .outOfRange("seconds")),
      (#"{"type":"waiting","reason":"lock","until":"9999-12-31T23:59:59Z"}"#, .outOfRange("until")),
      (#"{"type":"progress","done":1.5}"#, .wrong("done", expected: .integer(EventRange.count))),
      (#"{"type":"error","code":"auth","retryable":"no"}"#, .wrong("retryable", expected: .flag)),
      (#"{"type":"log","text":"x","ts":"today"}"#, .wrong("ts", expected: .time)),
      (#"{"type":"fitness","date":"2026-02-30"}"#, .wrong("date", expected: .date)),
      (
        #"{"type":"run_started","command":"x","arguments":["a",1]}"#,
        .wrong("arguments", expected: .list(.text))
      ),
      (#"{"type":"version","format":"2.0"}"#, .unknownVersion("2.0")),
      (#"{"type":"version","format":"one"}"#, .badVersion),
      (#"{"type":"version"}"#, .missing("format", of: "version")),
    ] as [(String, EventError)])
  func saysWhatIsWrong(_ line: String, _ error: EventError) {
    #expect(throws: error) { try decode(line) }
  }

  @Test func anObjectIsNoList() throws {
    let counts = try #require(EventType.objects.first { $0.name == "counts" })
    #expect(throws: EventError.wrong("counts", expected: .object(counts))) {
      try decode(#"{"type":"summary","counts":[]}"#)
    }
  }

  @Test func aLaterMinorVersionIsRead() throws {
    #expect(try decode(#"{"type":"version","format":"1.7"}"#).isVersion)
    #expect(try !decode(#"{"type":"log","text":"x"}"#).isVersion)
  }
}
