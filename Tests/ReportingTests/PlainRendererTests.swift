// The plain renderer: which lines a log gets. Its texts are in the golden of all messages.

import Model
import Reporting
import Support
import Testing

@Suite(.blocking) struct PlainRendererTests {
  private var show = plain()

  /// The clock of each line after the first ones: "06:00:10".
  private func clocks(after lines: Int) -> [String] {
    show.lines.dropFirst(lines).map { String($0.prefix(19).suffix(8)) }
  }

  @Test mutating func aStatusIsALineOnlyWhenItLasts() {
    show.start()
    show.post(.stageStarted(.prep))
    show.post(.status(.processingData))
    show.wait(990)
    show.post(.status(.computingZones))
    show.wait(1010)
    show.post(.status(.buildingPrep))
    let text = messages.text(.computingZones, now: Show.dawn)
    expectEqual(show.lines, ["2026-11-20T06:00:01Z \(text)"])
  }

  /// 10, then 20, 40, 60, 60, 60 seconds of silence; from the beginning with the next stage.
  @Test mutating func heartbeatsBackOffAndStartAnewWithAStage() {
    show.start()
    show.post(.stageStarted(.routine))
    show.post(.status(.downloadingActivities(source: .strava, count: nil)))
    show.wait(250_000)
    show.post(.stageStarted(.prep))
    show.post(.status(.processingData))
    show.wait(12_000)
    expectEqual(
      clocks(after: 1),
      [
        "06:00:10", "06:00:30", "06:01:10", "06:02:10", "06:03:10", "06:04:10", "06:04:11",
        "06:04:20",
      ])
  }

  @Test(arguments: [5, 60])
  mutating func lateInALogAHeartbeatComesEveryFiveMinutes(_ seconds: Int) {
    show = plain(LogStyle(heartbeat: .seconds(seconds)))
    show.start()
    show.post(.stageStarted(.routine))
    show.post(.status(.downloadingActivities(source: .strava, count: nil)))
    for count in 0..<30 { show.post(.notice(.recordsSkipped(.strava, count: count))) }
    // A new stage restarts the back-off.
    show.post(.stageStarted(.prep))
    let before = show.lines.count
    show.wait(920_000)
    expectEqual(clocks(after: before), ["06:05:00", "06:10:00", "06:15:00"])
  }

  @Test mutating func journalLinesCarryPrioritiesInsteadOfTimes() {
    show = plain(LogStyle(heartbeat: nil, isJournal: true))
    show.start()
    show.post(.status(.contactingIntegrations(sources: [.strava], unavailable: [])))
    show.post(.warning(.notRevoked(.strava)))
    show.post(.failure(.server(.strava)))
    expectEqual((show.lines + show.errors).map { $0.prefix(3) }, ["<6>", "<4>", "<3>", "<3>"])
  }

  /// Counted from the beginning of the stage or the source; other lines change nothing.
  @Test mutating func onlyAStageOrASourceStartsTheHeartbeatAnew() {
    show.start([.strava, .intervals])
    show.post(.stageStarted(.routine))
    show.post(.status(.downloadingActivities(source: .strava, count: nil)))
    show.post(.status(.downloadingActivities(source: .intervals, count: nil)))
    show.wait(5000)
    show.post(finished(.intervals, counts(new: 2)))
    // The count of a source that is known is no new source.
    show.post(.status(.downloadingActivities(source: .strava, count: 183)))
    show.post(.notice(.recordsSkipped(.strava, count: 1)))
    let before = show.lines.count
    show.wait(40_000)
    expectEqual(clocks(after: before), ["06:00:10", "06:00:30"])
  }

  /// Late in a log, too, where a status has no line.
  @Test(arguments: [0, 30])
  mutating func aStatusHasItsLineBeforeItsHeartbeat(_ notices: Int) {
    show.start()
    show.post(.stageStarted(.prep))
    for count in 0..<notices { show.post(.notice(.recordsSkipped(.strava, count: count))) }
    show.post(.status(.processingData))
    show.wait(9500)
    show.post(.status(.computingZones))
    show.wait(920_000)
    let lines = show.lines.map { String($0.dropFirst(21)) }
    let first = lines.firstIndex { $0 == "Computing power zones…" }
    let second = lines.firstIndex { $0.hasPrefix("Still computing power zones") }
    #expect(first.flatMap { first in second.map { first < $0 } } == true, "\(lines)")
    expectEqual(lines.with("Still").first, second.map { lines[$0] })
  }

  /// What happened is on standard error, and how the run ended on both.
  @Test(
    arguments: [
      (.network(.strava), "Failed: Unable to connect to Strava (0.5 s)"),
      (.timeout(.run(.seconds(300))), "Failed: Not finished within 5 min (0.5 s)"),
      (
        .storage(StorageFailure(path: "/home/jo/rides", reason: .diskFull)),
        "Failed: Couldn't save to ~/rides (disk full). Nothing was lost. (0.5 s)"
      ),
      (
        .locked(LockHolder(process: nil, since: nil)),
        "Failed: Another sync is running (0.5 s)"
      ),
    ] as [(SyncFailure, String)], ["sync", "import"])
  mutating func aLogEndsWithTheFailure(_ failure: (SyncFailure, String), _ command: String) {
    show.start(command: command)
    show.post(.failure(.server(.strava)))
    show.pass(500)
    show.post(.failure(failure.0))
    show.post(
      .summary(RunSummary(outcome: .failed, exit: ExitStatus(failure.0), counts: Counts())))
    expectEqual(show.lines.last?.dropFirst(21), Substring(failure.1))
  }

  @Test mutating func aLogEndsWithTheResultAlsoWhenSomethingIsToBeDoneNext() {
    show.start()
    show.post(.notice(.nextStep(.rides)))
    show.pass(2100)
    var stopped = show
    show.end(.ok, counts(new: 12))
    expectEqual(show.lines.count, 2)
    expectEqual(show.lines.last?.hasSuffix(" Updated: 12 new (2.1 s)"), true)
    stopped.signal(.interrupt)
    stopped.end(.interrupted)
    expectEqual(
      stopped.lines.suffix(2).map { $0.dropFirst(21) },
      ["What was downloaded is kept.", "Stopped (2.1 s)"])
  }
}
