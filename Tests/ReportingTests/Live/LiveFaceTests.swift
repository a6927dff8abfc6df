// The live face, seen on a screen.

import Reporting
import Support
import Model
import Terminal
import Testing

@Suite(.blocking) struct LiveFaceTests {
  @Test func drawsNothingForTheFirstThirdOfASecond() {
    var show = live()
    _ = downloading(&show, done: 0, of: 183)
    show.wait(299)
    #expect(show.out.isEmpty)
    show.wait(1)
    expectEqual(
      screen(show).visibleLines.first?.contains("Downloading 183 Strava activities…"), true)
  }

  @Test func showsWhatIsDoneWithCountAndTimeLeft() {
    var show = live()
    _ = downloading(&show, done: 62, of: 183)
    show.wait(6000)
    let lines = screen(show).visibleLines
    expectEqual(lines.count, 3)
    #expect(lines[0].hasSuffix("62 of 183 · 12 s left"))
    expectEqual(lines[0].count, 79)
    #expect(lines[1].hasPrefix("◐ Routine ━"))
    #expect(lines[1].contains("○ Prep ─") && lines[1].contains("○ Saving ─"))
    #expect(lines[1].hasSuffix("11 %"))
  }

  @Test func saysNoTimeLeftBeforeItCanBeHonest() {
    var show = live()
    _ = downloading(&show, done: 62, of: 183)
    show.wait(2900)
    #expect(!screen(show).text.contains("left"))
    var few = live()
    _ = downloading(&few, done: 5, of: 183)
    few.wait(6000)
    #expect(!screen(few).text.contains("left"))
    var unknown = live()
    _ = downloading(&unknown, done: 62, of: nil)
    unknown.wait(6000)
    #expect(screen(unknown).visibleLines[0].hasSuffix("62 so far"))
  }

  @Test func turnsTheSpinnerOnceASecondWithAFewBytesATick() {
    var show = live()
    _ = downloading(&show, done: 0, of: 183)
    show.wait(3000)
    let before = show.writes.count
    show.wait(1000)
    let ticks = show.writes[before...]
    expectEqual(ticks.count, 10)
    #expect(ticks.allSatisfy { $0.bytes.count <= 8 })
  }

  @Test func leavesOneResultBehind() {
    var show = live()
    _ = downloading(&show, done: 183, of: 183)
    show.wait(2000)
    show.post(score(.recovery, 71, .good))
    show.post(score(.sleep, nil, nil))
    show.post(score(.strain, 43, .low))
    show.wait(1000)
    show.end(.ok, counts(new: 12, changed: 1))
    let lines = screen(show).visibleLines
    #expect(lines[0].hasPrefix("✓ Updated just now: 12 new, 1 changed  "))
    #expect(lines[0].hasSuffix(" s"))
    expectEqual(lines[1], "  Recovery 71 Good · Sleep –– · Strain 43 Low")
    expectEqual(lines[2], "  Sleep: no sleep recorded for last night")
    expectEqual(lines.count, 3)
    expectEqual(screen(show).cursor, TestScreen.Position(row: 3, column: 0))
    #expect(screen(show).unknown.isEmpty)
  }

  @Test func aShortRunPrintsOnlyItsResult() {
    var show = live()
    _ = downloading(&show, done: 0, of: nil)
    show.wait(200)
    show.end()
    #expect(screen(show).visibleLines[0].hasPrefix("✓ Updated just now: nothing new"))
    expectEqual(show.writes.count, 1)
  }

  @Test func aFailureIsAPanelAndIsToldOnceOnTheSameTerminal() {
    var show = live()
    _ = downloading(&show, done: 10, of: nil)
    show.wait(1000)
    show.post(.failure(.network(.strava)))
    show.end(.failed)
    expectEqual(
      screen(show).visibleLines,
      [
        "✗ No connection", "  Unable to connect to Strava.",
        "  Check your connection and run velo-sync again",
      ])
    #expect(show.err.isEmpty)
    var apart = live(style: LiveStyle(errorsAreHere: false))
    apart.start()
    apart.post(.failure(.network(.strava)))
    expectEqual(apart.errors.first, "velo-sync: Unable to connect to Strava. (network)")
  }

  @Test func aWaitTakesTheLineAndGivesItBack() {
    var show = live()
    _ = downloading(&show, done: 10, of: nil)
    show.wait(1000)
    show.post(
      .waiting(
        Wait(
          reason: .retry(attempt: 2, of: 3), source: .strava, until: Show.dawn,
          duration: .seconds(2))))
    show.wait(100)
    #expect(screen(show).text.contains("Strava did not answer. Trying again in 2 s (2 of 3)"))
    show.wait(2000)
    #expect(screen(show).text.contains("Downloading Strava activities…"))
  }

  /// Before any status, while another run has the lock.
  @Test func aWaitForTheLockHasALineAndLeavesIt() {
    var show = live()
    show.start()
    show.post(
      .waiting(Wait(reason: .locked, source: nil, until: Show.dawn, duration: .seconds(30))))
    show.wait(1000)
    #expect(screen(show).text.contains("Another sync is running. Waiting until 06:00Z"))
    show.post(.stageStarted(.routine))
    show.post(.status(.fetchingHealthData))
    show.wait(200)
    #expect(screen(show).text.contains("Fetching health data…"))
    #expect(!screen(show).text.contains("Another sync"))
  }

  @Test func linesComeWholeAboveTheBlock() {
    var show = live()
    _ = downloading(&show, done: 10, of: nil)
    show.wait(1000)
    show.post(.notice(.recordsSkipped(.strava, count: 2)))
    show.wait(500)
    let lines = screen(show).visibleLines
    expectEqual(lines[0], "Strava: skipped 2 records without an ID or a start time")
    #expect(lines[1].contains("Downloading Strava activities…"))
    expectEqual(lines.count, 4)
  }

  @Test func stoppingSaysSoAtOnce() {
    var show = live()
    _ = downloading(&show, done: 10, of: nil)
    show.wait(1000)
    show.signal(.interrupt)
    #expect(screen(show).visibleLines[0].contains("Stopping… (Ctrl-C again leaves at once)"))
    show.end(.interrupted)
    expectEqual(screen(show).visibleLines, ["! Stopped. What was downloaded is kept."])
  }

  @Test func nothingIsDrawnInTheBackgroundButTheResultIs() {
    var show = live()
    show.isForeground = false
    _ = downloading(&show, done: 10, of: nil)
    show.wait(3000)
    #expect(show.out.isEmpty)
    show.end()
    // A shell's prompt may be on the line.
    #expect(screen(show).visibleLines[0].isEmpty)
    #expect(screen(show).visibleLines[1].hasPrefix("✓ Updated just now: nothing new"))
  }

  @Test func linesOfTheBackgroundComeLater() {
    var show = live()
    show.isForeground = false
    _ = downloading(&show, done: 10, of: nil)
    show.wait(1000)
    show.post(.notice(.recordsSkipped(.strava, count: 2)))
    show.post(.notice(.recordsSkipped(.strava, count: 3)))
    show.wait(1000)
    #expect(show.out.isEmpty)
    show.isForeground = true
    show.wait(200)
    let lines = screen(show).visibleLines
    #expect(lines[0].hasPrefix("Strava: skipped 2 records"))
    #expect(lines[1].hasPrefix("Strava: skipped 3 records"))
    #expect(lines[2].contains("Downloading Strava activities…"))
    show.isForeground = false
    show.post(.notice(.recordsSkipped(.strava, count: 4)))
    show.end()
    let end = screen(show).visibleLines.suffix(2)
    expectEqual(end.first?.hasPrefix("Strava: skipped 4 records"), true)
    expectEqual(end.last?.hasPrefix("✓ Updated just now"), true)
  }

  /// SIGUSR1 is answered even in the background.
  @Test func progressIsToldInTheBackgroundToo() {
    var show = live()
    show.isForeground = false
    _ = downloading(&show, done: 10, of: nil)
    show.wait(1000)
    show.signal(.progressRequest)
    #expect(screen(show).text.contains("Downloading Strava activities: 10 so far"))
  }

  @Test func aSourceThatFailsIsSaidWhileOthersWork() {
    var show = live()
    show.start([.strava, .intervals])
    show.post(.status(.downloadingActivities(source: .strava, count: nil)))
    show.wait(1000)
    show.post(.failure(.timeout(.answer(.intervals))))
    show.post(
      .sourceFinished(SourceResult(source: .intervals, outcome: .failed, counts: Counts())))
    expectEqual(screen(show).visibleLines[0], "Intervals.icu: no answer")
    #expect(screen(show).visibleLines[1].contains("Downloading Strava activities…"))
  }

  @Test func atAnInstantPaceTheLineIsTheTruthOfTheMoment() {
    var show = live(style: LiveStyle(rule: .instant))
    _ = downloading(&show, done: 10, of: nil)
    show.wait(400)
    show.post(.status(.generatingRoutine))
    show.post(.status(.processingData))
    #expect(screen(show).visibleLines[0].hasSuffix("Processing data…"))
    show.wait(3000)
    let end = show.milliseconds
    show.end()
    expectEqual(show.milliseconds, end)
    #expect(screen(show).visibleLines[0].hasPrefix("✓ Updated just now"))
  }

  @Test(arguments: [20, 25, 39, 40, 60, 80, 100, 200])
  func fitsEveryWidth(_ columns: Int) {
    var show = live()
    show.columns = columns
    _ = downloading(&show, done: 62, of: 183)
    show.wait(6000)
    let lines = screen(show).visibleLines
    expectEqual(lines.count, (columns < 40 ? 1 : 3))
    #expect(lines.allSatisfy { $0.count <= min(columns - 1, 100) })
    #expect(columns < 40 ? lines[0].hasSuffix(" %") : lines[1].hasSuffix(" %"))
  }

  @Test func asciiWhereNothingElseCanBeShown() {
    var show = live(glyphs: .ascii)
    _ = downloading(&show, done: 62, of: 183)
    show.wait(6000)
    let lines = screen(show).visibleLines
    #expect(lines[0].contains("Downloading 183 Strava activities..."))
    #expect(lines[0].hasSuffix("62 of 183 - 12 s left"))
    #expect(lines[1].hasPrefix("[~] Routine [="))
    show.end(.ok, counts(new: 3))
    #expect(screen(show).visibleLines[0].hasPrefix("ok Updated just now: 3 new"))
    #expect(show.out.allSatisfy { $0 < 0x80 })
  }

  @Test func coloursAreOfTheTerminalsOwnPalette() {
    var show = live(palette: .theme)
    _ = downloading(&show, done: 62, of: 183)
    show.wait(1000)
    expectEqual(screen(show).style(of: "━"), [36])
    show.end()
    expectEqual(screen(show).style(of: "✓"), [32])
  }

  /// If the last stages finish at once, the bar ends at 100 % without easing.
  @Test func theLastFramesSayThatAllIsDone() {
    var show = live()
    _ = downloading(&show, done: 62, of: 62)
    show.wait(3000)
    show.post(.stageFinished(.routine))
    show.post(.stageStarted(.prep))
    show.post(
      .status(.refreshingScores(HealthCoverage(hasHealthData: true, hasSleepData: true))))
    show.wait(500)
    show.post(.stageFinished(.prep))
    show.post(.stageStarted(.saving))
    show.post(.stageFinished(.saving))
    show.post(.status(.updated(at: Show.dawn)))
    show.wait(100)
    let bar = screen(show).visibleLines[1]
    #expect(bar.filter { $0 == "●" }.count == 3 && bar.hasSuffix("100 %"), "\(bar)")
  }

  @Test func theBarNeverGoesBack() {
    var show = live()
    let gauge = downloading(&show, done: 0, of: nil)
    var last = 0
    for step in 1...40 {
      gauge.set(step * 10)
      if step == 30 { gauge.expect(4000) }
      show.wait(100)
      let percent = screen(show).visibleLines.first { $0.hasSuffix("%") }.flatMap { line in
        line.split(separator: " ").suffix(2).first.flatMap { Int($0) }
      }
      if let percent {
        #expect(percent >= last)
        last = percent
      }
    }
    #expect(last > 0)
  }

  @Test(arguments: [20, 30, 41, 60])
  func nothingBreaksInsideAWord(_ columns: Int) {
    var show = live()
    show.columns = columns
    show.start([.strava, .intervals], sample: true)
    show.post(
      .sourceFinished(SourceResult(source: .intervals, outcome: .ok, counts: counts(nights: 14))))
    show.post(score(.recovery, 71, .good))
    show.post(score(.sleep, nil, nil))
    show.end(.ok, counts(new: 12, changed: 1))
    let lines = screen(show).visibleLines
    #expect(lines.allSatisfy { $0.count < columns })
    let said = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(said.contains("14 nights from Intervals.icu (sample data)"))
    #expect(said.contains("Recovery 71 Good") && said.contains("Sleep ––"))
  }

  /// A clause that fills the line makes room for the duration.
  @Test(arguments: [30, 40, 60, 61, 62, 68])
  func theDurationIsThereInEveryWindow(_ columns: Int) {
    var show = live()
    show.columns = columns
    show.start([.strava], sample: true)
    show.end(.ok, counts(new: 12, changed: 1, deleted: 2))
    let lines = screen(show).visibleLines
    #expect(lines[0].hasSuffix("  0.0 s"))
    #expect(lines.allSatisfy { $0.count < columns })
    let said = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(said.replacing("0.0 s ", with: "").contains("2 deleted (sample data)"))
  }

  @Test func resultsBreakAtTheirClauses() {
    var show = live()
    show.columns = 50
    show.start([.strava, .intervals])
    show.post(
      .sourceFinished(SourceResult(source: .intervals, outcome: .ok, counts: counts(nights: 14))))
    show.end(.ok, counts(new: 12, changed: 1))
    let lines = screen(show).visibleLines
    #expect(lines[0].hasPrefix("✓ Updated just now: 12 new, 1 changed;"))
    #expect(lines[0].hasSuffix("0.0 s"))
    expectEqual(lines[1], "  14 nights from Intervals.icu")
  }
}
