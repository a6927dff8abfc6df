// The event stream of the JSON renderer.

import Codec
import Model
import Reporting
import Support
import Testing

/// The stream as parsed objects; each line must be one, as the schema describes it.
private func objects(_ show: Show) throws -> [JSONValue] {
  try show.lines.map { line in
    try expectEqual(Schema.faults(line.utf8), [])
    return try JSONValue(parsing: Array(line.utf8))
  }
}

private func types(_ show: Show) throws -> [String] {
  try objects(show).compactMap { $0["type"]?.string }
}

@Suite(.blocking) struct JSONRendererTests {
  private var show = json()

  /// Nothing is written while a person thinks: the clock of the run stands still.
  @Test func aQuestionHasNoEvents() {
    var show = json()
    _ = downloading(&show, done: 62, of: 183)
    show.wait(1500)
    show.post(.failure(.network(.strava)))
    show.propose(.retry)
    let before = show.lines.count
    show.wait(5000)
    show.signal(.tick)
    expectEqual(show.lines.count, before)
  }

  /// Each event is a line, written at once.
  @Test mutating func beginsWithVersionAndEndsWithSummary() throws {
    show.start()
    show.post(.stageStarted(.routine))
    show.post(.status(.downloadingActivities(source: .strava, count: 3)))
    show.post(.stageFinished(.routine))
    show.end(.ok, counts(new: 3))
    let objects = try objects(show)
    expectEqual(
      objects.compactMap { $0["type"]?.string },
      [
        "version", "run_started", "stage_started", "status", "progress", "stage_finished",
        "summary",
      ])
    expectEqual(objects.map { $0["seq"]?.integer }, (1...objects.count).map { Int64($0) })
    expectEqual(show.writes.map { $0.bytes.filter { $0 == 0x0A }.count }, objects.map { _ in 1 })
    let (version, summary) = (objects[0], objects[6])
    expectEqual(["format", "velo_sync"].map { version[$0]?.string }, ["1.0", "0.1.0"])
    let counts = [summary["counts"]?["new"], summary["scores"]?["sleep"]]
    expectEqual(
      ([summary["outcome"], summary["exit_code"]] + counts).map { $0?.literal },
      ["\"ok\"", "0", "3", "null"])
  }

  /// As the run's own, and with the last one before the summary.
  @Test mutating func progressThatACommandPrintsIsToldOnceASecond() throws {
    show.start()
    for step in 1...25 {
      show.post(.progress(ReportedProgress(done: step, total: 25)))
      show.pass(100)
    }
    show.end()
    let progress = try objects(show).filter { $0["type"]?.string == "progress" }
    expectEqual(progress.compactMap { $0["done"]?.integer }, [1, 11, 21, 25])
  }

  /// A program need not say how long it still takes.
  @Test mutating func progressOfAProgramGetsItsTimeLeft() throws {
    show.start()
    for second in 0...10 {
      let line = Array(#"{"type":"progress","done":\#(second * 5),"total":100}"#.utf8)
      let report = ReportedProgress(done: second * 5, total: 100)
      show.post(.progress(report), received: Received(line: line, isComplete: true))
      show.pass(1000)
    }
    let seconds = try objects(show).filter { $0["type"]?.string == "progress" }
      .map { $0["eta_s"]?.integer }
    expectEqual(seconds, [nil, nil, nil, 17, 16, 15, 14, 13, 12, 11, 10])
  }

  /// Before a run began there is nothing to count and no store.
  @Test mutating func aUsageErrorIsAnEventToo() throws {
    show.post(.failure(.usage(.unknownOption("--jsno", suggestion: "--json"))))
    show.end(.failed)
    try expectEqual(types(show), ["version", "error", "summary"])
    let objects = try objects(show)
    expectEqual(
      [objects[1]["code"], objects[1]["exit_code"]].map { $0?.literal }, ["\"usage\"", "64"])
    #expect(objects[2]["counts"] == nil && objects[2]["store"] == nil)
  }

  @Test mutating func progressIsToldOnceASecondAndOnceMoreAtTheEndOfAStage() throws {
    show.start()
    show.post(.stageStarted(.routine))
    let gauge = show.work(.strava, .activities, of: 100)
    for done in 0..<50 {
      gauge.set(done)
      show.wait(100)
    }
    show.post(.stageFinished(.routine))
    let progress = try objects(show).filter { $0["type"]?.string == "progress" }
    let ofSource = progress.filter { $0["source"]?.string == "strava" }
    #expect((3...5).contains(ofSource.count))
    expectEqual(
      Set(ofSource.map { "\($0["total"]?.literal ?? "") \($0["unit"]?.literal ?? "")" }),
      ["100 \"activities\""])
    let fractions = progress.compactMap { $0["fraction"]?.double }
    expectEqual(fractions, fractions.sorted())
    expectEqual([fractions.last, progress.last?["stage_fraction"]?.double], [0.33, 1])
  }

  @Test func quietLeavesFourTypes() throws {
    var show = json(isQuiet: true)
    show.start()
    show.post(.stageStarted(.routine))
    show.post(.status(.processingData))
    show.post(.warning(.notRevoked(.strava)))
    show.wait(5000)
    show.post(.failure(.network(.strava)))
    show.end(.failed)
    try expectEqual(types(show), ["version", "warning", "error", "summary"])
    expectEqual(show.err, [])
  }

  @Test(arguments: [false, true]) func requestsAreToldWhenAskedFor(_ isVerbose: Bool) throws {
    var show = json(isVerbose: isVerbose)
    show.start()
    show.post(request(status: nil, bytes: nil))
    try expectEqual(types(show), ["version", "run_started"] + (isVerbose ? ["request"] : []))
  }
}
