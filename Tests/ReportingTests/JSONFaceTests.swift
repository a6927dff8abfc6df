// The event stream of the JSON face.

import Codec
import Reporting
import Model
import Support
import Testing

private func json(isQuiet: Bool = false, isVerbose: Bool = false) -> Show {
  Show(JSONFace(messages: messages, isQuiet: isQuiet, isVerbose: isVerbose, version: "0.1.0"))
}

/// The stream as parsed objects; each line must be one, as the schema describes it.
private func objects(_ show: Show) throws -> [JSONValue] {
  try show.lines.map { line in
    try expectEqual(Schema.faults(line.utf8), [])
    return try JSONValue(parsing: Array(line.utf8))
  }
}

private func types(_ objects: [JSONValue]) -> [String] {
  objects.compactMap { $0["type"]?.string }
}

@Suite(.blocking) struct JSONFaceTests {
  @Test func beginsWithVersionAndEndsWithSummary() throws {
    var show = json()
    show.start()
    show.post(.stageStarted(.routine))
    show.post(.status(.downloadingActivities(source: .strava, count: 3)))
    show.post(.stageFinished(.routine))
    show.end(.ok, counts(new: 3))
    let objects = try objects(show)
    expectEqual(types(objects).first, "version")
    expectEqual(types(objects).last, "summary")
    expectEqual(objects[0]["format"]?.string, "1.0")
    expectEqual(objects[0]["velo_sync"]?.string, "0.1.0")
    expectEqual(objects.map { $0["seq"]?.integer }, (1...objects.count).map { Int64($0) })
    #expect(
      objects.allSatisfy {
        $0["ts"]?.string?.count == 20 && $0["ts"]?.string?.hasSuffix("Z") == true
      })
    #expect(objects.allSatisfy { ($0["elapsed_ms"]?.integer ?? -1) >= 0 })
    let summary = try #require(objects.last)
    #expect(summary["counts"]?["new"]?.integer == 3)
    expectEqual(summary["outcome"]?.string, "ok")
    expectEqual(summary["exit_code"]?.integer, 0)
    #expect(summary["scores"]?["sleep"]?.isNull == true)
  }

  /// As the run's own, and with the last one before the summary.
  @Test func progressThatACommandPrintsIsToldOnceASecond() throws {
    var show = json()
    show.start()
    for step in 1...25 {
      show.post(.progress(ReportedProgress(done: step, total: 25)))
      show.pass(100)
    }
    show.end()
    let progress = try objects(show).filter { $0["type"]?.string == "progress" }
    expectEqual(progress.compactMap { $0["done"]?.integer }, [1, 11, 21, 25])
  }

  @Test func aUsageErrorIsAnEventToo() throws {
    var show = json()
    show.post(.failure(.usage(.unknownOption("--jsno", suggestion: "--json"))))
    show.end(.failed)
    let objects = try objects(show)
    expectEqual(types(objects), ["version", "error", "summary"])
    expectEqual(objects[1]["code"]?.string, "usage")
    expectEqual(objects[1]["exit_code"]?.integer, 64)
    expectEqual(objects[1]["hint"]?.string, "Did you mean --json?")
    #expect(objects[2]["counts"] == nil && objects[2]["store"] == nil)
  }

  @Test func statusesKeepTheirFieldsAndTexts() throws {
    var show = json()
    show.start()
    show.post(
      .status(.contactingIntegrations(sources: [.strava, .intervals], unavailable: [.intervals])))
    show.post(.status(.calculatingScores(HealthCoverage(hasHealthData: true, hasSleepData: false))))
    let objects = try objects(show)
    expectEqual(objects[2]["text"]?.string, "Contacting Strava (Intervals.icu unavailable)…")
    expectEqual(objects[2]["stage"]?.string, "routine")
    expectEqual(objects[3]["has_sleep_data"]?.bool, false)
    expectEqual(objects[3]["text"]?.string, "Calculating scores (no sleep data)…")
  }

  @Test func progressIsToldOnceASecondAndOnceMoreAtTheEndOfAStage() throws {
    var show = json()
    show.start()
    show.post(.stageStarted(.routine))
    let gauge = Gauge()
    show.post(
      .work(Work(stage: .routine, weight: 0.33, source: .strava, unit: .activities, gauge: gauge)))
    gauge.expect(100)
    for done in 0..<50 {
      gauge.set(done)
      show.wait(100)
    }
    show.post(.stageFinished(.routine))
    let progress = try objects(show).filter { $0["type"]?.string == "progress" }
    let ofSource = progress.filter { $0["source"]?.string == "strava" }
    #expect((3...5).contains(ofSource.count))
    #expect(
      ofSource.allSatisfy { $0["total"]?.integer == 100 && $0["unit"]?.string == "activities" })
    let fractions = progress.compactMap { $0["fraction"]?.double }
    expectEqual(fractions, fractions.sorted())
    expectEqual(fractions.last, 0.33)
    #expect(progress.last?["stage_fraction"]?.double == 1)
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
    try expectEqual(types(objects(show)), ["version", "warning", "error", "summary"])
    #expect(show.err.isEmpty)
  }

  @Test func requestsAreToldWhenAskedFor() throws {
    let trace = RequestTrace(
      source: .strava, method: "GET", url: "https://x/y", status: nil, bytes: nil, attempt: 1,
      duration: .seconds(1))
    var plain = json()
    plain.start()
    plain.post(.request(trace))
    var verbose = json(isVerbose: true)
    verbose.start()
    verbose.post(.request(trace))
    try expectEqual(types(objects(plain)), ["version", "run_started"])
    try expectEqual(types(objects(verbose)), ["version", "run_started", "request"])
    #expect(try objects(verbose).last?["status"] == nil)
  }

  @Test func oneEventIsOneWrite() {
    var show = json()
    show.start()
    show.post(.status(.processingData))
    show.end()
    #expect(
      show.writes.allSatisfy { write in
        write.bytes.last == 0x0A && write.bytes.filter { $0 == 0x0A }.count == 1
      })
  }
}
