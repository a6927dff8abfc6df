// The plain face: which lines a log gets.

import Reporting
import Model
import Support
import Testing

private func plain(_ style: PlainStyle = PlainStyle()) -> Show {
  Show(
    PlainFace(
      messages: messages, glyphs: .unicode, style: style,
      troubles: TroubleLines(messages: messages, glyphs: .unicode, isJournal: style.isJournal),
      began: Moment(nanoseconds: 0)))
}

@Suite(.blocking) struct PlainFaceTests {
  @Test func tellsASyncAsInTheManual() {
    var show = plain()
    show.start([.strava, .intervals])
    show.post(.stageStarted(.routine))
    show.wait(1000)
    show.post(.status(.contactingIntegrations(sources: [.strava, .intervals], unavailable: [])))
    show.wait(1000)
    show.post(.status(.downloadingActivities(source: .intervals, count: nil)))
    show.post(.status(.downloadingActivities(source: .strava, count: nil)))
    let gauge = Gauge()
    show.post(
      .work(Work(stage: .routine, weight: 0.2, source: .strava, unit: .activities, gauge: gauge)))
    gauge.set(62)
    show.wait(3100)
    show.post(
      .sourceFinished(
        SourceResult(
          source: .intervals, outcome: .ok, counts: counts(new: 2, unchanged: 195, nights: 14))))
    show.wait(15_300)
    show.post(
      .sourceFinished(
        SourceResult(
          source: .strava, outcome: .ok, counts: counts(new: 12, changed: 1, unchanged: 170))))
    for status in [SyncStatus.generatingRoutine, .processingData, .finalizing, .complete] {
      show.post(.status(status))
    }
    show.post(score(.recovery, 71, .good))
    show.post(score(.sleep, 82, .optimal))
    show.post(score(.strain, 43, .low))
    show.post(.status(.updated(at: Show.dawn)))
    show.end(.ok, counts(new: 14, changed: 1))
    expectEqual(
      show.lines,
      [
        "2026-11-20T06:00:01Z Contacting Strava & Intervals.icu…",
        "2026-11-20T06:00:02Z Downloading Intervals.icu activities…",
        "2026-11-20T06:00:02Z Downloading Strava activities…",
        "2026-11-20T06:00:05Z Intervals.icu: 2 new, 195 unchanged, 14 nights (3.1 s)",
        "2026-11-20T06:00:15Z Still downloading Strava activities: 62 so far (13 s)",
        "2026-11-20T06:00:20Z Strava: 12 new, 1 changed, 170 unchanged (18.4 s)",
        "2026-11-20T06:00:20Z Recovery 71 Good, sleep 82 Optimal, strain 43 Low",
        "2026-11-20T06:00:20Z Updated: 14 new, 1 changed (20.4 s)",
      ])
    #expect(show.err.isEmpty)
  }

  @Test func aStatusIsALineOnlyWhenItLasts() {
    var show = plain()
    show.start()
    show.post(.stageStarted(.prep))
    show.post(.status(.processingData))
    show.wait(990)
    show.post(.status(.computingZones))
    show.wait(1010)
    show.post(.status(.buildingPrep))
    expectEqual(show.lines, ["2026-11-20T06:00:01Z Computing power zones…"])
  }

  @Test func heartbeatsBackOffAndStartAnewWithAStage() {
    var show = plain()
    show.start()
    show.post(.stageStarted(.routine))
    show.post(.status(.downloadingActivities(source: .strava, count: nil)))
    show.wait(250_000)
    let beats = show.lines.dropFirst().map { String($0.prefix(20).suffix(9)) }
    // 10, then 20, 40, 60, 60, 60 seconds of silence.
    expectEqual(
      beats, [":00:10Z", ":00:30Z", ":01:10Z", ":02:10Z", ":03:10Z", ":04:10Z"].map { "06" + $0 })
    show.post(.stageStarted(.prep))
    show.post(.status(.processingData))
    show.wait(12_000)
    expectEqual(show.lines.last, "2026-11-20T06:04:21Z Still processing data (11 s)")
  }

  @Test(arguments: [5, 60])
  func lateInALogAHeartbeatComesEveryFiveMinutes(_ seconds: Int) {
    var show = plain(PlainStyle(heartbeat: .seconds(seconds)))
    show.start()
    show.post(.stageStarted(.routine))
    show.post(.status(.downloadingActivities(source: .strava, count: nil)))
    for count in 0..<30 { show.post(.notice(.recordsSkipped(.strava, count: count))) }
    // A new stage restarts the back-off.
    show.post(.stageStarted(.prep))
    let before = show.lines.count
    show.wait(920_000)
    let beats = show.lines.dropFirst(before).map { String($0.prefix(20).suffix(9)) }
    expectEqual(beats, [":05:00Z", ":10:00Z", ":15:00Z"].map { "06" + $0 })
  }

  @Test func aLongRunPrintsFewLines() {
    var show = plain()
    show.start()
    show.post(.stageStarted(.routine))
    show.post(.status(.downloadingActivities(source: .strava, count: nil)))
    for minute in 0..<15 {
      for attempt in 2...3 {
        show.post(
          .waiting(
            Wait(
              reason: .retry(attempt: attempt, of: 3), source: .strava, until: Show.dawn,
              duration: .seconds(1))))
        show.wait(15_000)
      }
      if minute == 7 { show.post(.stageStarted(.prep)) }
      show.post(.status(minute % 2 == 0 ? .processingData : .buildingPrep))
      show.wait(30_000)
    }
    show.post(.sourceFinished(SourceResult(source: .strava, outcome: .ok, counts: counts(new: 1))))
    show.end(.ok, counts(new: 1))
    #expect(show.lines.count <= 40)
    expectEqual(show.lines.last?.hasSuffix("Updated: 1 new (15 min)"), true)
  }

  @Test func failuresGoToStandardErrorWithTheirHint() {
    var show = plain()
    show.start()
    show.post(.failure(.network(.strava)))
    show.end(.failed)
    #expect(show.lines.isEmpty)
    expectEqual(
      show.errors,
      [
        "velo-sync: Unable to connect to Strava. (network)",
        "  Check your connection and run velo-sync again",
      ])
  }

  @Test(arguments: [
    (StorageTrouble.Reason.diskFull, "disk full", "Free some space"),
    (.readOnly, "read-only file system", "Make it writable"),
    (.ioError, "input/output error", "Check the disk"),
  ])
  func tokensThatCouldNotBeSavedAreNotSaidToBeSafe(
    _ reason: StorageTrouble.Reason, _ why: String, _ cure: String
  ) {
    let failure = SyncFailure.storage(
      StorageTrouble(path: "/home/jo/c.json", reason: reason, lostSignIn: .strava))
    expectEqual(
      messages.message(failure), "Couldn't save the new Strava sign-in to ~/c.json (\(why)).")
    expectEqual(messages.hint(failure), "\(cure), then run velo-sync connect strava")
  }

  @Test func journalLinesCarryPrioritiesInsteadOfTimes() {
    var show = plain(PlainStyle(isJournal: true))
    show.start()
    show.post(.status(.contactingIntegrations(sources: [.strava], unavailable: [])))
    show.post(.warning(.notRevoked(.strava)))
    show.post(.failure(.server(.strava)))
    expectEqual(show.lines, ["<6>Contacting Strava…"])
    expectEqual(show.errors.map { String($0.prefix(3)) }, ["<4>", "<3>", "<3>"])
  }

  @Test func sampleDataAndDryRunsSaySo() {
    var show = plain()
    show.start(dryRun: true, sample: true)
    show.wait(8900)
    show.end(.ok, counts(new: 183, nights: 120))
    expectEqual(
      show.lines.last,
      "2026-11-20T06:00:08Z Dry run, nothing written: 183 new (sample data) (8.9 s)")
  }

  /// No success is printed if nothing could be written.
  @Test func aDryRunThatFailsInPartUpdatesNothing() {
    let result = "Dry run, nothing written: 12 new from Strava; Intervals.icu failed"
    func played(_ show: Show) -> Show {
      var show = show
      show.start([.strava, .intervals], dryRun: true)
      show.post(
        .sourceFinished(SourceResult(source: .strava, outcome: .ok, counts: counts(new: 12))))
      show.post(.failure(.network(.intervals)))
      show.post(
        .sourceFinished(SourceResult(source: .intervals, outcome: .failed, counts: counts())))
      show.wait(8900)
      show.end(.partial, counts(new: 12))
      return show
    }
    expectEqual(played(plain()).lines.last, "2026-11-20T06:00:08Z \(result) (8.9 s)")
    expectEqual(screen(played(live())).visibleLines.first?.hasPrefix("! \(result)"), true)
  }

  @Test func neitherEscapesNorCarriageReturnsLeaveIt() {
    var show = plain(PlainStyle(isVerbose: true))
    show.start()
    show.post(
      .signIn(
        SignIn(
          source: .strava, url: DisplayText("https://x/\u{1B}[31m\r\u{9B}0K\u{202E}"),
          until: Show.dawn)))
    show.post(
      .request(
        RequestTrace(
          source: .strava, method: "GET", url: "https://x\u{1B}]0;t\u{7}/y", status: 200,
          bytes: 12_345, attempt: 2, duration: .milliseconds(200))))
    show.end()
    #expect(!show.out.contains(0x1B) && !show.out.contains(0x0D))
    #expect(
      show.lines.contains { $0.hasSuffix("GET https://x/y 200 (12,345 bytes, 0.2 s, attempt 2)") })
  }
}
