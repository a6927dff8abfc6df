// The number of lines that a long run prints.

import Reporting
import Model
import Support
import Testing

extension Show {
  /// The line's text, without its time.
  fileprivate var texts: [String] { lines.map { String($0.dropFirst(21)) } }

  fileprivate mutating func download(_ source: Source) -> Gauge {
    post(.status(.downloadingActivities(source: source, count: nil)))
    return work(source, .activities, weight: 0.1)
  }
}

@Suite(.blocking) struct PlainBudgetTests {
  private var show = plain()

  /// Fifteen minutes with two sources that fail, retry and wait.
  @Test mutating func fifteenMinutesOfTwoSourcesWithWaitsAndRetries() {
    let sources = [Source.strava, .intervals]
    show.start(sources)
    show.post(.stageStarted(.routine))
    show.post(.status(.fetchingHealthData))
    show.wait(1500)
    show.post(.status(.contactingIntegrations(sources: sources, unavailable: [])))
    show.wait(500)
    let gauges = [show.download(.intervals), show.download(.strava)]
    for minute in 0..<13 {
      // Intervals.icu finishes after ten minutes.
      for (source, gauge) in zip(sources.reversed(), gauges) where minute < 10 || source == .strava
      {
        for attempt in 2...3 {
          show.pause(.retry(attempt: attempt, of: 3), source, seconds: 2)
          show.wait(2000)
        }
        gauge.advance(by: 100)
      }
      if minute % 2 == 1 {
        show.pause(.rateLimit, .strava, seconds: 90)
        if minute < 10 { show.pause(.rateLimit, .intervals, seconds: 61) }
      }
      show.wait(52_000)
      if minute == 9 { show.post(finished(.intervals, counts(new: 1000))) }
    }
    show.post(finished(.strava, counts(new: 1300)))
    show.post(.stageStarted(.prep))
    for status in [SyncStatus.processingData, .computingZones, .buildingPrep] {
      show.post(.status(status))
      show.wait(30_000)
    }
    for kind in ScoreKind.allCases { show.post(score(kind, 50, .fair)) }
    show.end(.ok, counts(new: 2300))

    #expect(show.milliseconds >= 850_000)
    #expect(show.lines.count <= 40)
    // Results are printed even after the budget is used up.
    let results = show.texts.filter { !$0.hasPrefix("Still") }
    expectEqual(["1,000", "1,300", "2,300"].map { results.with($0).count }, [1, 1, 1])
    expectEqual(show.texts.suffix(1).with("14 min 20 s").count, 1)
    // A second retry within a minute is not printed.
    for source in sources {
      let tries = show.lines.with(messages.name(source)).with(" of 3)")
      expectEqual(Set(tries.map { $0.prefix(16) }).count, tries.count)
    }
  }

  @Test mutating func endlessLongWaitsDoNotFloodALog() {
    let sources = [Source.strava, .intervals, .wahoo]
    show.start(sources)
    show.post(.stageStarted(.routine))
    for _ in 0..<14 {
      for source in sources { show.pause(.rateLimit, source, seconds: 61) }
      show.wait(62_000)
    }
    show.end()
    #expect(show.lines.count <= 40)
    // Long waits are still printed, but rarely.
    for source in sources {
      #expect(show.texts.suffix(8).contains { $0.hasPrefix(messages.name(source)) })
    }
  }

  @Test func noticesGiveWayLateAndRequestsNeverDo() {
    var show = plain(LogStyle(heartbeat: nil, isVerbose: true))
    show.start()
    for _ in 0..<50 { show.post(request()) }
    for count in 1...30 { show.post(.notice(.recordsSkipped(.strava, count: count))) }
    expectEqual(show.texts.filter { $0.hasPrefix("GET") }.count, 50)
    expectEqual(show.texts.filter { $0.hasPrefix("Strava:") }.count, 24)
    show.post(.status(.offline))
    expectEqual(show.texts.last, messages.text(.offline, now: Show.dawn).description)
  }

  @Test mutating func aHeartbeatSpeaksOfTheSourceThatGoesOn() {
    show.start([.strava, .intervals, .appleHealth])
    show.post(.stageStarted(.routine))
    let strava = show.download(.strava)
    strava.set(62)
    show.wait(2000)
    _ = show.download(.intervals)
    show.post(finished(.intervals))
    show.wait(10_000)
    show.signal(.progressRequest)
    // The heartbeat and the answer.
    let last = show.texts.suffix(2)
    expectEqual(["Strava", ": 62 so far (", " 12 s)"].map { last.with($0).count }, [2, 2, 1])
  }

  @Test mutating func aHeartbeatSpeaksOfTheSourceThatHasNotAnswered() {
    show.start([.strava, .intervals, .appleHealth])
    show.post(.stageStarted(.routine))
    show.post(.status(.contactingIntegrations(sources: [.strava, .intervals], unavailable: [])))
    _ = show.download(.strava)
    show.post(finished(.strava))
    show.wait(10_000)
    let last = show.texts.suffix(1)
    expectEqual(["Intervals.icu (10 s)", "Strava"].map { last.with($0).count }, [1, 0])
  }
}
