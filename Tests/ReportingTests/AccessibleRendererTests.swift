// The accessible renderer: when it speaks, and of what. Its sentences are in the golden of all
// messages.

import Model
import Reporting
import Support
import Testing

@Suite(.blocking) struct AccessibleRendererTests {
  private var show = accessible()

  @Test mutating func saysNothingTwiceAndNoStageThatIsPassedOver() {
    show.start()
    show.post(.stageStarted(.routine))
    let contact = SyncStatus.contactingIntegrations(sources: [.strava, .wahoo], unavailable: [])
    show.post(.status(contact))
    let said = show.lines
    // A difference in the displayed text only is not spoken again.
    show.post(.status(contact))
    show.post(.status(.contactingIntegrations(sources: [.strava, .wahoo], unavailable: [.wahoo])))
    show.post(.stageFinished(.routine))
    show.post(.stageStarted(.prep))
    show.post(.stageFinished(.prep))
    expectEqual(show.lines, said)
    show.post(.stageStarted(.saving))
    show.post(.status(.finalizing))
    expectEqual(show.lines.count, said.count + 2)
  }

  /// What a program may be asking is heard, once; progress that it redraws is not.
  @Test mutating func aLineThatAProgramDoesNotEndIsSpoken() {
    show.wrap()
    let before = show.lines
    show.open("12 %", isRedrawn: true)
    show.wait(3000)
    show.open("Continue? [y/N] ")
    show.wait(900)
    expectEqual(show.lines, before)
    show.wait(200)
    expectEqual(show.lines, before + ["Continue? [y/N] "])
    show.open("Continue? [y/N] yes")
    show.wait(3000)
    show.open(nil)
    show.line("Continue? [y/N] yes")
    expectEqual(show.lines, before + ["Continue? [y/N] ", "Continue? [y/N] yes"])
    show.open("Password: ")
    show.wait(1100)
    expectEqual(show.lines.last, "Password: ")
  }

  @Test mutating func aSavedScoreIsSaidOnlyWhenNoNewerOneComes() {
    show.start()
    show.post(score(.recovery, 64, .fair, day: -1, cached: true))
    show.post(score(.strain, 20, .low, day: -1, cached: true))
    expectEqual(show.lines.count, 1)
    var offline = show
    show.post(score(.recovery, 71, .good))
    show.post(score(.strain, 43, .low))
    show.post(score(.strain, 43, .low))
    show.end()
    let numbers = { (show: Show) in ["64", "20", "71", "43"].map { show.lines.with($0).count } }
    expectEqual(numbers(show), [0, 0, 1, 1])
    offline.post(.failure(.network(.strava)))
    offline.post(.status(.offline))
    offline.end(.failed)
    expectEqual(numbers(offline), [1, 1, 0, 0])
    expectEqual(offline.lines.with("19 November").count, 2)
  }

  /// A wait is said once, with the local time, and of several tries the first.
  @Test mutating func waitsTellTheLocalTime() {
    show.start()
    let before = show.lines.count
    show.pause(.retry(attempt: 2, of: 3), .strava, seconds: 1)
    show.pause(.retry(attempt: 3, of: 3), .strava, seconds: 1)
    show.pause(.locked, nil, seconds: 900)
    for _ in 1...2 { show.pause(.rateLimit, .strava, seconds: 900) }
    expectEqual(show.lines.count, before + 3)
    show.wait(30_000)
    expectEqual(show.lines.with("07:15").count, 3)
  }

  /// 30, 60, 120, then 180 seconds of silence; from another length on, and none.
  @Test(
    arguments: [
      (.seconds(30), [30, 90, 210, 390, 570]), (.seconds(60), [60, 180, 420]), (nil, []),
    ] as [(Duration?, [Int])])
  mutating func heartbeatsBackOff(_ heartbeat: Duration?, _ times: [Int]) {
    show = accessible(LogStyle(heartbeat: heartbeat))
    _ = downloading(&show, done: 62, of: 183)
    let before = show.writes.count
    show.wait(600_000)
    expectEqual(show.writes.dropFirst(before).map { $0.at / 1000 }, times)
  }

  @Test mutating func aHeartbeatSpeaksOfWhatGoesOn() {
    show.start([.strava, .intervals])
    show.post(.stageStarted(.routine))
    for source in [Source.strava, .intervals] {
      show.post(.status(.downloadingActivities(source: source, count: nil)))
      show.work(source, .activities, weight: 0.1).set(source == .strava ? 7 : 8)
    }
    show.post(finished(.intervals, counts(new: 1)))
    show.wait(30_000)
    let last = show.lines.suffix(1)
    expectEqual(
      [last.with("Strava").with("7 activities").count, last.with("Intervals").count], [1, 0])
  }

  /// What cannot be understood is asked again; nothing else is said meanwhile.
  @Test(arguments: [RetryOption.retry, .signIn(.strava)])
  mutating func asksForAWordAndAsksAgain(_ retryOption: RetryOption) {
    _ = downloading(&show, done: 62, of: 183)
    show.post(.failure(retryOption == .retry ? .network(.strava) : .auth(.strava)))
    show.propose(retryOption)
    let asked = show.lines
    show.wait(600_000)
    expectEqual(show.lines, asked)
    show.signal(.line("what?"))
    expectEqual(show.lines, asked + [asked.last ?? ""])
  }

  @Test(
    arguments: [
      ("retry", true), (" Retry ", true), ("r", true), ("yes", true), ("sign  in", true),
      ("cancel", false), ("c", false), ("q", false), ("No", false),
      ("", nil), ("rr", nil), ("retry please", nil),
    ] as [(String, Bool?)])
  func wordsThatAreUnderstood(_ typed: String, _ meant: Bool?) {
    expectEqual(Messages.answer(typed), meant)
  }

  /// Also a run that names no source; what it was is said only once it is known.
  @Test(arguments: [RunSummary.Outcome.ok, .partial, .failed])
  mutating func onlyARunThatSucceedsIsComplete(_ outcome: RunSummary.Outcome) {
    show.start()
    for status in [SyncStatus.finalizing, .complete, .updated(at: Show.dawn)] {
      show.post(.status(status))
    }
    let before = show.lines.count
    show.wait(60_000)
    show.signal(.progressRequest)
    expectEqual(show.lines.with("complete") + show.lines.with("Updated"), [])
    expectEqual(show.lines.count, before + 1)
    show.end(outcome)
    let said = show.lines.dropFirst(before + 1)
    expectEqual(said.with("complete").count, outcome == .ok ? 1 : 0)
    expectEqual(said.with("Updated just now").count, outcome == .ok ? 1 : 0)
  }

  /// A person who is asked knows what about, and hears it once.
  @Test mutating func theResultComesBeforeTheQuestion() {
    show.start([.strava, .intervals])
    show.post(.failure(.network(.intervals)))
    show.post(finished(.intervals, .failed))
    show.post(.status(.complete))
    show.post(score(.recovery, 71, .good, cached: true))
    let before = show.lines.count
    show.propose(.retry, outcome: .partial, counts(new: 12))
    let asked = show.lines.dropFirst(before)
    expectEqual(asked.dropFirst().first?.hasPrefix("Partly updated. "), true)
    expectEqual(
      [asked.count, asked.with("71").count, asked.last?.hasPrefix("Type ") == true ? 1 : 0],
      [3, 1, 1])
    var cancelled = show
    cancelled.end(.partial, counts(new: 12))
    expectEqual(cancelled.lines, show.lines)
    var stopped = show
    stopped.end(.interrupted, counts(new: 12))
    expectEqual(stopped.lines.count, show.lines.count + 1)
    // Another attempt has its own result.
    show.retryPrompt = nil
    show.start([.strava, .intervals], attempt: 2)
    show.wait(1000)
    show.end(.partial, counts(new: 12))
    expectEqual(show.lines.last?.hasPrefix("Partly updated. "), true)
  }

  @Test mutating func aStageIsSaidWithThePercentageOfTheRun() {
    _ = downloading(&show, done: 183, of: 183)
    show.post(.stageFinished(.routine))
    show.post(.stageStarted(.prep))
    show.post(.status(.processingData))
    expectEqual(
      show.lines.with("Stage ").map {
        $0.hasSuffix(", 0 percent.") || $0.hasSuffix(", 33 percent.")
      },
      [true, true])
  }

  @Test mutating func theRefreshingOfScoresSaysWhatIsMissing() {
    show.start()
    let heard = [(false, false), (true, false), (true, true)].map { health, sleep in
      show.post(
        .status(.refreshingScores(HealthCoverage(hasHealthData: health, hasSleepData: sleep))))
      return show.lines.last ?? ""
    }
    expectEqual(
      heard,
      [
        "Refreshing scores with limited data due to missing health data.",
        "Refreshing recovery and strain scores. Sleep score unavailable due to no sleep data.",
        "Refreshing scores with new data.",
      ])
  }

  @Test mutating func sourcesAreSaidInWholeSentences() {
    show.start([.files], command: "sources")
    show.post(report(.files, .connected, activities: 1))
    show.post(report(.strava, .expired, activities: 3))
    show.post(report(.appleHealth, .imported, lastSync: Show.dawn, days: 40))
    show.post(finished(.files, counts(new: 1)))
    let starts = [
      "Ride files are connected", "The Strava sign-in has expired.",
      "Apple Health was last imported",
      "Ride files are done",
    ]
    expectEqual(zip(show.lines, starts).map { $0.hasPrefix($1) }, starts.map { _ in true })
  }

  @Test mutating func ridesAreSaidInWordsAlone() {
    show.start(command: "rides")
    for note in [
      RideListNote.otherSports(count: 1),
      .noneSince(Day(of: Show.dawn), latest: Day(of: Show.dawn), options: ""),
    ] {
      show.post(.notice(.rideList(note)))
    }
    show.end()
    expectEqual(show.lines.with("There is 1 other activity.").count, 1)
    expectEqual(show.lines.with("20 November 2026").count, 1)
    var page = accessible()
    page.start(command: "ride")
    var ride = Activity(id: ActivityID(source: .strava, sourceID: "1"), start: Show.dawn)
    (ride.durationSeconds, ride.elapsedSeconds) = (3840, 4029)
    var effort = RideEffort()
    (effort.intensity, effort.efficiency, effort.decoupling) = (0.845, 1.5, -4.75)
    page.post(.activity(ListedRide(ride, effort: effort)))
    page.end()
    expectEqual(
      page.lines.with(
        "Effort: intensity 0.85, efficiency 1.50, decoupling minus 4.8 percent."
      ).count, 1, "\(page.lines)")
    expectEqual(
      page.lines.with("moving 1 hour 4 minutes, elapsed 1 hour 7 minutes").count, 1,
      "\(page.lines)")
  }
}
