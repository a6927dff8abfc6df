// The live renderer, seen on a screen. How it looks is in the gallery.

import Reporting
import Support
import Model
import Terminal
import Testing

@Suite(.blocking) struct LiveRendererTests {
  private var show = live()

  @Test mutating func drawsNothingForTheFirstThirdOfASecond() {
    _ = downloading(&show, done: 0, of: 183)
    show.wait(299)
    #expect(show.out.isEmpty)
    show.wait(1)
    #expect(!show.out.isEmpty)
  }

  @Test func saysNoTimeLeftBeforeItCanBeHonest() {
    for (done, total, wait, isHonest) in [
      (62, 183, 2900, false), (62, 183, 3000, true), (5, 183, 6000, false), (62, nil, 6000, false),
    ] as [(Int, Int?, Int, Bool)] {
      var show = live()
      _ = downloading(&show, done: done, of: total)
      show.wait(wait)
      expectEqual(screen(show).text.contains(" · "), isHonest, "\(done) after \(wait) ms")
    }
  }

  @Test mutating func aShortRunPrintsOnlyItsResult() {
    _ = downloading(&show, done: 0, of: nil)
    show.wait(200)
    show.end()
    expectEqual(screen(show).visibleLines.map { $0.prefix(2) }, ["✓ "])
    expectEqual(show.writes.count, 1)
  }

  @Test mutating func aCheckCountsTheFilesOfALargeStore() {
    show.post(.runStarted(RunStart(id: "", subject: .check, arguments: [], scope: nil)))
    let files = show.work(nil, .files, of: 1500)
    files.set(300)
    show.wait(299)
    #expect(show.out.isEmpty)
    show.wait(1)
    expectEqual(screen(show).visibleLines.map { $0.contains("300 of 1,500") }, [true, false])
    files.set(600)
    show.wait(100)
    #expect(screen(show).text.contains("600 of 1,500"))
    show.post(.notice(.storeChecked(StoreContents(activities: 5), findings: 0)))
    show.end()
    expectEqual(screen(show).visibleLines.map { $0.contains("5 activities") }, [true])
  }

  @Test mutating func aFailureIsAPanelAndIsToldOnceOnTheSameTerminal() {
    _ = downloading(&show, done: 10, of: nil)
    show.wait(1000)
    show.post(.failure(.network(.strava)))
    show.end(.failed)
    expectEqual(screen(show).visibleLines.map { $0.prefix(2) }, ["✗ ", "  ", "  "])
    expectEqual(show.err, [])
    var apart = live(style: LiveStyle(errorsAreHere: false))
    apart.start()
    apart.post(.failure(.network(.strava)))
    expectEqual(apart.errors.with("(network)").count, 1)
  }

  @Test mutating func aWaitTakesTheLineAndGivesItBack() {
    _ = downloading(&show, done: 10, of: nil)
    show.wait(1000)
    show.pause(.retry(attempt: 2, of: 3), .strava, seconds: 2)
    show.wait(100)
    expectEqual(screen(show).visibleLines.with("2 s (2 of 3)").count, 1)
    show.wait(2000)
    expectEqual(screen(show).visibleLines.with("(2 of 3)").count, 0)
  }

  /// However narrow the window.
  @Test(arguments: [20, 30, 40, 60, 100])
  mutating func theTimeOfAWaitIsNeverCut(_ columns: Int) {
    for (reason, wanted) in [
      (.rateLimit, "3 min 20 s"), (.retry(attempt: 2, of: 3), "3 min 20 s"), (.locked, "06:03"),
    ] as [(Wait.Reason, String)] {
      var show = live(columns: columns)
      _ = downloading(&show, done: 10, of: nil)
      show.wait(1000)
      show.pause(reason, reason == .locked ? nil : .strava, seconds: 200)
      let line = screen(show).visibleLines[0]
      #expect(line.contains(wanted) && !line.contains("…"), "\(line)")
    }
  }

  /// Notices and warnings are broken between words.
  @Test(arguments: [40, 44])
  mutating func noticesAreWrappedAtWords(_ columns: Int) {
    show.columns = columns
    _ = downloading(&show, done: 10, of: nil)
    show.wait(1000)
    show.post(.notice(.recordsSkipped(.strava, count: 2)))
    show.post(.warning(.rowsUnreadable(.strava, count: 12)))
    show.wait(100)
    let notice = messages.text(Notice.recordsSkipped(.strava, count: 2)).description
    let lines = screen(show).visibleLines.dropLast(3)
    expect(lines.count > 1)
    expectEqual(lines.joined(separator: " ").split(separator: " "), notice.split(separator: " "))
    let warning = show.errors
    expect(warning.count > 1)
    expectEqual(warning.filter { $0.count > columns }, [])
  }

  /// A status of a stage that is done does not stand for long beside its full bar.
  @Test mutating func theTextHurriesWhenItsStageIsDone() {
    let gauge = downloading(&show, done: 62, of: 62)
    show.wait(400)
    gauge.finish()
    show.post(.status(.generatingRoutine))
    show.post(.stageFinished(.routine))
    show.post(.stageStarted(.prep))
    show.post(.status(.processingData))
    show.wait(700)
    let text = messages.text(.processingData, now: Show.dawn).description
    #expect(screen(show).visibleLines[0].contains(text), "\(screen(show).visibleLines)")
  }

  /// Also where the pacing leaves no time: one frame, then the result.
  @Test mutating func aFullBarIsSeenBeforeTheResult() {
    _ = downloading(&show, done: 10, of: 62)
    show.wait(1000)
    for stage in Stage.allCases { show.post(.stageFinished(stage)) }
    show.end()
    var seen = TestScreen(columns: show.columns, rows: show.rows)
    let isFull = show.writes.contains { write in
      seen.feed(write.bytes, translatingNewlines: true)
      return seen.text.contains("100 %")
    }
    expect(isFull)
    expect(screen(show).visibleLines[0].hasPrefix("✓ "))
  }

  /// The result is, and the answer to SIGUSR1.
  @Test mutating func nothingIsDrawnInTheBackground() {
    show.isForeground = false
    _ = downloading(&show, done: 10, of: nil)
    show.wait(3000)
    #expect(show.out.isEmpty)
    var asked = show
    asked.signal(.progressRequest)
    expectEqual(screen(asked).visibleLines.with("10 so far").count, 1)
    show.end()
    // A shell's prompt may be on the line.
    expectEqual(screen(show).visibleLines.map { $0.prefix(2) }, ["", "✓ "])
  }

  @Test mutating func linesOfTheBackgroundComeLater() {
    show.isForeground = false
    _ = downloading(&show, done: 10, of: nil)
    show.wait(1000)
    show.post(.notice(.recordsSkipped(.strava, count: 2)))
    show.post(.notice(.recordsSkipped(.strava, count: 3)))
    show.wait(1000)
    #expect(show.out.isEmpty)
    show.isForeground = true
    show.wait(200)
    let notices = (2...4).map {
      messages.text(Notice.recordsSkipped(.strava, count: $0)).description
    }
    let lines = screen(show).visibleLines
    expectEqual(Array(lines.prefix(2)), Array(notices.prefix(2)))
    expectEqual(lines.count, 5)
    show.isForeground = false
    show.post(.notice(.recordsSkipped(.strava, count: 4)))
    show.end()
    expectEqual(
      screen(show).visibleLines.suffix(2).map { $0.prefix(8) }, [notices[2].prefix(8), "✓ Update"])
  }

  @Test func atAnInstantPaceTheLineIsTheTruthOfTheMoment() {
    var show = live(style: LiveStyle(rule: .instant))
    _ = downloading(&show, done: 10, of: nil)
    show.wait(400)
    show.post(.status(.generatingRoutine))
    show.post(.status(.processingData))
    let text = messages.text(.processingData, now: Show.dawn)
    #expect(screen(show).visibleLines[0].hasSuffix(text.description))
    show.wait(3000)
    let end = show.milliseconds
    show.end()
    expectEqual(show.milliseconds, end)
  }

  @Test(arguments: [20, 25, 39, 40, 60, 80, 100, 200])
  mutating func fitsEveryWidth(_ columns: Int) {
    show.columns = columns
    _ = downloading(&show, done: 62, of: 183)
    show.wait(6000)
    let lines = screen(show).visibleLines
    expectEqual(lines.count, columns < 40 ? 1 : 3)
    expectEqual(lines.filter { $0.count > min(columns - 1, 100) }, [])
    expectEqual(lines[columns < 40 ? 0 : 1].suffix(2), " %")
  }

  /// After ten seconds without an answer the line says so, and counts; an answer and progress end
  /// it.
  @Test mutating func aServiceThatDoesNotAnswerIsSaid() {
    show.start([.strava, .intervals])
    show.post(.status(.contactingIntegrations(sources: [.strava, .intervals], unavailable: [])))
    show.wait(9900)
    expectEqual(screen(show).visibleLines.with("no answer"), [])
    show.wait(2200)
    #expect(screen(show).visibleLines[0].hasSuffix("no answer for 12 s"))
    show.post(.status(.downloadingActivities(source: .strava, count: nil)))
    let gauge = show.work(.strava, .activities, of: nil)
    show.post(request())
    show.wait(9000)
    expectEqual(screen(show).visibleLines.with("no answer"), [])
    gauge.set(200)
    show.wait(9000)
    #expect(screen(show).visibleLines[0].hasSuffix("200 so far"))
    show.wait(2000)
    #expect(screen(show).visibleLines[0].contains("no answer for 1"))
  }

  /// If the last stages finish at once, the bar and its marks go through them all the same.
  @Test mutating func theLastFramesSayThatAllIsDone() {
    _ = downloading(&show, done: 62, of: 62)
    show.wait(3000)
    show.post(.stageFinished(.routine))
    show.post(.stageStarted(.prep))
    show.post(.status(.refreshingScores(HealthCoverage(hasHealthData: true, hasSleepData: true))))
    show.wait(500)
    show.post(.stageFinished(.prep))
    show.post(.stageStarted(.saving))
    show.post(.stageFinished(.saving))
    show.post(.status(.updated(at: Show.dawn)))
    show.post(
      .summary(RunSummary(outcome: .ok, exit: .ok, counts: counts(new: 12))))
    var marks: [String] = []
    for _ in 0..<50 where !show.renderer.isDone {
      let bar = screen(show).visibleLines[1]
      let row = bar.filter { "○◐●".contains($0) } + (bar.hasSuffix("100 %") ? " full" : "")
      if marks.last != row { marks.append(row) }
      show.wait(20)
    }
    expectEqual(marks, ["●◐○", "●●◐", "●●● full"])
  }

  @Test(arguments: [20, 30, 41, 60])
  func nothingBreaksInsideAWord(_ columns: Int) {
    expectEqual(wordsOfAResult(columns), wordsOfAResult(200))
  }

  private func wordsOfAResult(_ columns: Int) -> [Substring] {
    var show = live(columns: columns)
    show.start([.strava, .intervals], sample: true)
    show.post(finished(.intervals, counts(nights: 14)))
    show.post(score(.recovery, 71, .good))
    show.post(score(.sleep, nil, nil))
    show.end(.ok, counts(new: 12, changed: 1))
    let lines = screen(show).visibleLines
    expectEqual(lines.filter { $0.count >= columns }, [])
    // Where the first line ends decides where the duration is, and whether parts have a dot
    // between.
    return lines.flatMap { $0.split(separator: " ") }.filter { !["·", "0.0", "s"].contains($0) }
  }

  /// A clause that fills the line makes room for the duration.
  @Test(arguments: [30, 40, 60, 61, 62, 68])
  mutating func theDurationIsThereInEveryWindow(_ columns: Int) {
    show.columns = columns
    show.start([.strava], sample: true)
    show.end(.ok, counts(new: 12, changed: 1, deleted: 2))
    let lines = screen(show).visibleLines
    expectEqual(lines[0].suffix(7), "  0.0 s")
    expectEqual(lines.filter { $0.count >= columns }, [])
  }
}
