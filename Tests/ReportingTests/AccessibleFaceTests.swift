// The accessible face: the lines that a screen reader reads.

import Reporting
import Model
import Support
import Testing

/// Spoken words with a clock one hour ahead of UTC.
let spokenWords = Messages(clock: .local, voice: .spoken, home: "/home/jo") { _ in 3600 }

func accessible(_ style: AccessibleStyle = AccessibleStyle()) -> Show {
  Show(
    AccessibleFace(
      messages: spokenWords, style: style,
      troubles: TroubleLines(messages: spokenWords, glyphs: .ascii), began: Moment(nanoseconds: 0)))
}

/// A download of 183 activities, 62 of them done.
private func downloading() -> Show {
  var show = accessible()
  show.start()
  show.post(.stageStarted(.routine))
  show.post(.status(.downloadingActivities(source: .strava, count: 183)))
  let gauge = Gauge()
  show.post(
    .work(Work(stage: .routine, weight: 0.2, source: .strava, unit: .activities, gauge: gauge)))
  gauge.expect(183)
  gauge.set(62)
  return show
}

private func failed(_ remedy: Remedy = .retry) -> Show {
  var show = downloading()
  show.post(.failure(remedy == .retry ? .network(.strava) : .auth(.strava)))
  show.propose(remedy)
  return show
}

@Suite(.blocking) struct AccessibleFaceTests {
  @Test func tellsAFirstSyncFromLoadingToItsResult() {
    var show = accessible()
    show.start([.strava, .intervals])
    show.post(.stageStarted(.routine))
    show.post(.status(.fetchingHealthData))
    show.post(.status(.contactingIntegrations(sources: [.strava, .intervals], unavailable: [])))
    show.post(.status(.downloadingActivities(source: .intervals, count: nil)))
    show.post(.status(.downloadingActivities(source: .strava, count: nil)))
    show.wait(3100)
    show.post(
      .sourceFinished(
        SourceResult(
          source: .intervals, outcome: .ok, counts: counts(new: 2, unchanged: 195, nights: 1))))
    show.post(.status(.downloadingActivities(source: .strava, count: 183)))
    show.post(
      .sourceFinished(
        SourceResult(
          source: .strava, outcome: .partial, counts: counts(new: 1, changed: 2, deleted: 1))))
    show.post(.status(.generatingRoutine))
    show.post(.stageFinished(.routine))
    show.post(.stageStarted(.prep))
    show.post(.status(.processingData))
    show.post(
      .status(.calculatingScores(HealthCoverage(hasHealthData: true, hasSleepData: false))))
    show.post(score(.recovery, 71, .good))
    show.post(score(.sleep, nil, nil))
    show.post(score(.strain, 43, .low))
    show.post(.stageFinished(.prep))
    show.post(.stageStarted(.saving))
    show.post(.status(.saving(destination: "/home/jo/data", dryRun: false)))
    show.post(.status(.complete))
    show.post(.status(.updated(at: Show.dawn)))
    show.end(.ok, counts(new: 3, changed: 2, deleted: 1))
    expectEqual(
      show.lines,
      [
        "Loading.",
        "Stage 1 of 3: Routine.",
        "Fetching health data.",
        "Connecting to Strava, Intervals.icu.",
        "Downloading activities from Intervals.icu.",
        "Downloading activities from Strava.",
        "Intervals.icu is done: 2 new activities, 195 unchanged activities and 1 night, "
          + "in 3 seconds.",
        "Downloading 183 activities from Strava.",
        "Strava ended early: 1 new activity, 2 changed activities and 1 deleted activity, "
          + "in 3 seconds.",
        "Generating your weekly routine.",
        "Stage 2 of 3: Prep.",
        "Processing workout data.",
        "Calculating recovery and strain scores. "
          + "Sleep score unavailable due to no sleep data.",
        "Recovery 71, Good.",
        "Sleep is not available: no sleep recorded for last night.",
        "Strain 43, Low.",
        "Stage 3 of 3: Saving.",
        "Saving your data.",
        "Sync complete.",
        "Updated just now.",
        "The sync brought 3 new activities, 2 changed activities, 1 deleted activity and 1 night "
          + "from Intervals.icu. It took 3 seconds.",
      ])
    #expect(show.err.isEmpty)
  }

  @Test func saysNothingTwiceAndNoStageThatIsPassedOver() {
    var show = accessible()
    show.start()
    show.post(.stageStarted(.routine))
    let contact = SyncStatus.contactingIntegrations(sources: [.strava, .wahoo], unavailable: [])
    show.post(.status(contact))
    let said = show.lines
    // A difference in the displayed text only is not spoken again.
    show.post(.status(contact))
    show.post(
      .status(.contactingIntegrations(sources: [.strava, .wahoo], unavailable: [.wahoo])))
    show.post(.stageFinished(.routine))
    show.post(.stageStarted(.prep))
    show.post(.stageFinished(.prep))
    expectEqual(show.lines, said)
    show.post(.stageStarted(.saving))
    show.post(.status(.finalizing))
    expectEqual(show.lines.suffix(2), ["Stage 3 of 3: Saving.", "Finalizing."])
  }

  @Test func aSavedScoreIsSaidOnlyWhenNoNewerOneComes() {
    var show = accessible()
    show.start()
    show.post(score(.recovery, 64, .fair, day: -1, cached: true))
    show.post(score(.strain, 20, .low, day: -1, cached: true))
    expectEqual(show.lines, ["Loading."])
    var offline = show
    show.post(score(.recovery, 71, .good))
    show.post(score(.strain, 43, .low))
    show.post(score(.strain, 43, .low))
    show.end()
    expectEqual(Array(show.lines[1...2]), ["Recovery 71, Good.", "Strain 43, Low."])
    expectEqual(show.lines.count, 4)

    offline.post(.failure(.network(.strava)))
    offline.post(.status(.offline))
    offline.end(.failed)
    expectEqual(
      Array(offline.lines.dropFirst()),
      [
        "No internet connection. Showing saved data.", "Recovery 64, Fair, on 19 November.",
        "Strain 20, Low, on 19 November.", "The sync failed after less than a second.",
      ])
  }

  @Test func aScoreOfIncompleteInputsAndASuggestionAreSentences() {
    var show = accessible()
    show.start()
    var strain = Score(value: 43, band: .low, inputsUsed: 1, inputsTotal: 1, atLeast: true)
    let today = Day(of: Show.dawn)
    show.post(.score(ScoreReport(kind: .strain, score: strain, date: today, cached: false)))
    strain.atLeast = false
    var day = ScoreDay(date: today, recovery: strain, sleep: strain, strain: strain)
    day.load = 40
    for range in [40...55, nil] {
      show.post(
        .prep(
          PrepSheet(
            scores: day, zones: [], ftpWatts: nil,
            suggestedStrain: SuggestedStrain(range: range, loads: nil, reason: nil))))
    }
    expectEqual(
      Array(show.lines.dropFirst()),
      [
        "Strain at least 43, Low.",
        "The suggested strain for today is 40 to 55, as a rule of thumb.",
      ])
  }

  /// Refreshing has one spoken text; the score itself says what is missing.
  @Test func aRefreshWithoutSleepSaysSoInTheScore() {
    var show = accessible()
    show.start()
    show.post(
      .status(.refreshingScores(HealthCoverage(hasHealthData: true, hasSleepData: false))))
    show.post(score(.sleep, nil, nil))
    expectEqual(
      show.lines.suffix(2),
      [
        "Refreshing scores with new data.",
        "Sleep is not available: no sleep recorded for last night.",
      ])
  }

  // MARK: Waits and heartbeats

  @Test func waitsTellTheLocalTime() {
    var show = downloading()
    let until = Timestamp(seconds: Show.dawn.seconds + 900)
    func wait(_ reason: Wait.Reason, _ source: Source?, _ length: Duration) -> SyncEvent.Kind {
      .waiting(Wait(reason: reason, source: source, until: until, duration: length))
    }
    let before = show.lines.count
    show.post(wait(.retry(attempt: 2, of: 3), .strava, .seconds(1)))
    show.post(wait(.retry(attempt: 3, of: 3), .strava, .seconds(1)))
    show.post(wait(.locked, nil, .seconds(900)))
    show.post(wait(.rateLimit, .strava, .seconds(900)))
    show.post(wait(.rateLimit, .strava, .seconds(900)))
    expectEqual(
      Array(show.lines.dropFirst(before)),
      [
        "Strava did not answer. Try 2 of 3 comes next.",
        "Another sync is running. Waiting until 07:15.",
        "Waiting for Strava until 07:15.",
      ])
    show.wait(30_000)
    expectEqual(show.lines.last, "Still waiting for Strava until 07:15.")
  }

  @Test func aRunThatWaitsForAnotherOneIsNotSilent() {
    var show = accessible()
    show.start()
    show.post(
      .waiting(
        Wait(
          reason: .locked, source: nil, until: Timestamp(seconds: Show.dawn.seconds + 60),
          duration: .seconds(60))))
    show.wait(50_000)
    expectEqual(show.lines.last, "Still waiting for another sync until 07:01.")
  }

  @Test func heartbeatsTellTheProgressInWordsAndBackOff() {
    var show = downloading()
    let before = show.lines.count
    show.wait(30_000)
    expectEqual(
      show.lines.last,
      """
      Still downloading 183 activities from Strava after 30 seconds: \
      62 of 183 activities, 34 percent.
      """)
    show.wait(600_000)
    // 30, 60, 120, then 180 seconds of silence.
    let times = show.writes.dropFirst(before).map { $0.at / 1000 }
    expectEqual(times, [30, 90, 210, 390, 570])
    expectEqual(show.lines.last?.contains("after 9 minutes 30 seconds:"), true)
    show.post(.stageStarted(.prep))
    show.post(
      .status(.calculatingScores(HealthCoverage(hasHealthData: true, hasSleepData: false))))
    show.wait(30_000)
    expectEqual(show.lines.last, "Still calculating recovery and strain scores after 30 seconds.")
  }

  @Test func aHeartbeatSpeaksOfWhatGoesOn() {
    var show = accessible()
    show.start([.strava, .intervals])
    show.post(.stageStarted(.routine))
    for source in [Source.strava, .intervals] {
      show.post(.status(.downloadingActivities(source: source, count: nil)))
      let gauge = Gauge()
      show.post(
        .work(Work(stage: .routine, weight: 0.1, source: source, unit: .activities, gauge: gauge)))
      gauge.set(1)
    }
    show.post(
      .sourceFinished(SourceResult(source: .intervals, outcome: .ok, counts: counts(new: 1))))
    show.wait(30_000)
    expectEqual(
      show.lines.last,
      "Still downloading activities from Strava after 30 seconds: 1 activity so far.")
  }

  @Test func theHeartbeatCanBeChosenAndLeftOut() {
    for (length, expected) in [(Duration?.some(.seconds(5)), 1), (nil, 0)] {
      var show = accessible(AccessibleStyle(heartbeat: length))
      show.start()
      show.post(.status(.processingData))
      let before = show.lines.count
      show.wait(5000)
      expectEqual(show.lines.count - before, expected)
    }
  }

  @Test func whoeverAsksIsAnswered() {
    var show = downloading()
    show.wait(4000)
    show.post(.notice(.sampleData))
    show.signal(.progressRequest)
    expectEqual(
      show.lines.last,
      """
      Downloading 183 activities from Strava: 62 of 183 activities, 34 percent. \
      6 percent of the whole is done after 4 seconds.
      """)
  }

  // MARK: The prompt

  @Test func asksForAWordAndAsksAgain() {
    var show = failed()
    expectEqual(show.lines.last, "Type retry or cancel and press Enter.")
    expectEqual(
      show.errors,
      [
        "Error: Unable to connect to Strava. Check your connection and run velo-sync again."
      ])
    let before = show.lines.count
    // No heartbeat while a prompt is shown.
    show.wait(600_000)
    expectEqual(show.lines.count, before)
    show.signal(.line("what?"))
    expectEqual(show.lines.dropFirst(before), ["Type retry or cancel and press Enter."])
    expectEqual(failed(.signIn(.strava)).lines.last, "Type sign in or cancel and press Enter.")
  }

  @Test func aFurtherAttemptIsToldAnew() {
    var show = failed()
    let before = show.lines.count
    show.offer = nil
    show.start(attempt: 2)
    show.post(.stageStarted(.routine))
    show.post(.status(.downloadingActivities(source: .strava, count: 183)))
    expectEqual(
      Array(show.lines.dropFirst(before)),
      [
        "Trying again.", "Stage 1 of 3: Routine.", "Downloading 183 activities from Strava.",
      ])
  }

  @Test func aDeclinedOfferIsNotMadeAgain() {
    var show = failed()
    show.end(.failed)
    expectEqual(show.lines.filter { $0.hasPrefix("Type ") }.count, 1)
    expectEqual(show.lines.last, "The sync failed after less than a second.")
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

  @Test func ctrlCIsAnswered() {
    var show = downloading()
    show.signal(.interrupt)
    show.end(.interrupted)
    expectEqual(
      show.lines.suffix(2),
      [
        "Stopping. Press Control C again to leave at once.",
        "Stopped. What was downloaded is kept.",
      ])
  }
}
