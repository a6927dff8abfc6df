// The error panel that waits for a key, and the next attempt after it. Its look is in the gallery.

import Reporting
import Support
import Model
import Terminal
import Testing

/// A download that lost its connection, with the panel up.
private func failed(style: LiveStyle = LiveStyle()) -> Show {
  var show = live(style: style)
  _ = downloading(&show, done: 62, of: 183)
  show.wait(2000)
  show.post(.failure(.network(.strava)))
  show.propose(.retry)
  return show
}

/// A run that fails at once, with the panel up.
private func panel(
  _ failures: [SyncFailure], _ retryOption: RetryOption = .retry, columns: Int = 80, rows: Int = 24
) -> Show {
  var show = live(columns: columns, rows: rows)
  show.start([.strava, .intervals])
  for failure in failures { show.post(.failure(failure)) }
  show.propose(retryOption)
  return show
}

private let prompt = "  \(messages.prompt(.retry))"

/// One attempt is made, another begins.
private func contact(_ show: inout Show, _ source: Source = .strava) {
  show.post(.status(.contactingIntegrations(sources: [source], unavailable: [])))
  show.wait(100)
}

@Suite(.blocking) struct PanelTests {
  private var show = failed()

  /// The panel has no advice, and after a retry that worked that of the attempt before is gone.
  @Test(arguments: [false, true]) func adviceEndsWithItsAttempt(_ isSpoken: Bool) {
    var show = isSpoken ? accessible() : live()
    show.start([.strava, .intervals])
    show.post(.notice(.nextStep(.rides)))
    show.post(.failure(.network(.intervals)))
    show.propose(.retry, outcome: .partial, counts(new: 12))
    let text = messages.text(Notice.nextStep(.rides)).description
    func lines() -> [String] { isSpoken ? show.lines : screen(show).visibleLines }
    expectEqual(lines().count { $0.contains(text) }, 0, "\(lines())")
    show.retryPrompt = nil
    show.start(attempt: 2)
    show.post(.status(.processingData))
    show.end(.ok, counts(new: 13))
    expectEqual(lines().count { $0.contains(text) }, 0, "\(lines())")
  }

  /// However long a person thinks, the time in the panel is that of the run.
  @Test func theClockOfThePanelStandsStill() {
    var show = live()
    show.start([.strava, .intervals])
    show.post(.status(.processingData))
    show.wait(4200)
    show.post(.failure(.network(.intervals)))
    show.propose(.retry, outcome: .partial, counts(new: 12))
    let before = screen(show).visibleLines
    #expect(before[0].hasSuffix("  4.2 s"), "\(before)")
    show.pass(60_000)
    show.signal(.resume)
    expectEqual(screen(show).visibleLines, before)
    expectEqual(show.renderer.nextFrame(show.view), nil)
  }

  /// The same failure of several sources is one sentence; what differs in its remedy is not.
  @Test(arguments: [(80, 24), (20, 8)])
  func equalFailuresAreOneSentence(_ columns: Int, _ rows: Int) {
    let show = panel(
      [.network(.strava), .network(.intervals)], columns: columns, rows: rows)
    let words = screen(show).visibleLines.flatMap { $0.split(separator: " ").map(String.init) }
    expectEqual(
      words.joined(separator: " "),
      "✗ Strava and Intervals.icu: no connection Press r to retry, c to close")
    let differing = panel([.badReply(.strava), .network(.intervals)])
    expectEqual(screen(differing).visibleLines.count { $0.hasPrefix("✗") }, 2)
  }

  /// What matters most is whole in the smallest window: what failed, when it goes on, and the keys.
  @Test func thePanelIsWholeInASmallWindow() {
    let limit = RateLimit(window: .quarterHour, retryAt: Show.dawn + .seconds(900))
    let show = panel([.rateLimited(.strava, limit)], columns: 20, rows: 8)
    let words = screen(show).visibleLines.flatMap { $0.split(separator: " ").map(String.init) }
    expectEqual(
      words.joined(separator: " "),
      "✗ Limit reached Resumes where it stopped after 06:15Z Press r to retry, c to close")
  }

  /// What would be there for a moment before the panel is not drawn, and what is there can be read.
  @Test func nothingFlashesBeforeThePanel() {
    var show = live()
    _ = downloading(&show, done: 62, of: 183)
    show.wait(1000)
    show.post(.status(.generatingRoutine))
    show.pass(16)
    show.post(.failure(.storage(StorageFailure(path: "/x", reason: .diskFull))))
    show.propose(.retry)
    #expect(!String(decoding: show.out, as: UTF8.self).contains("Generating"))
    expectEqual(screen(show).visibleLines.last, prompt)
  }

  /// The key is answered before anything has happened, and the answer can be read.
  @Test func aRetryIsAnsweredAtOnce() {
    var show = failed()
    show.retryPrompt = nil
    show.start(attempt: 2)
    #expect(screen(show).visibleLines[0].contains("Trying again…"))
    show.post(.failure(.network(.strava)))
    show.propose(.retry)
    let shown = show.writes.last { String(decoding: $0.bytes, as: UTF8.self).contains("✗") }
    let answered = show.writes.first {
      String(decoding: $0.bytes, as: UTF8.self).contains("Trying")
    }
    #expect((shown?.at ?? 0) - (answered?.at ?? 0) >= 330)
  }

  @Test mutating func aRetryGoesOnFromWhereItStopped() {
    show.retryPrompt = nil
    show.start(attempt: 2)
    show.wait(400)
    contact(&show)
    // The bar keeps the progress of the last attempt.
    expectEqual(screen(show).visibleLines.map { $0.suffix(5) }[1], " 11 %")
    show.end(.ok, counts(new: 12))
    expectEqual(screen(show).visibleLines.map { $0.prefix(2) }, ["✓ "])
  }

  /// The clock goes back to the moment of the question, which the line before the panel outlasts.
  @Test func theBarOfARetryDoesNotGoBack() {
    var show = live()
    let gauge = downloading(&show, done: 10, of: 183)
    show.wait(2000)
    gauge.set(120)
    show.post(.status(.fetchingHealthData))
    show.post(.failure(.network(.strava)))
    let asked = show.milliseconds
    show.propose(.retry)
    expectEqual(screen(show).visibleLines.last, prompt)
    show.retryPrompt = nil
    show.pass(asked - show.milliseconds)
    show.start(attempt: 2)
    show.wait(700)
    var terminal = TestScreen(columns: show.columns, rows: show.rows)
    let percents = show.writes.compactMap { write in
      terminal.feed(write.bytes, translatingNewlines: true)
      return terminal.text.firstMatch(of: /(\d+) %/).flatMap { Int($0.1) }
    }
    expect(percents.count > 5 && percents == percents.sorted(), "\(percents)")
  }

  @Test func afterAPartialRunTheBarBeginsAnew() {
    var show = live()
    show.start([.strava, .intervals])
    for stage in Stage.allCases {
      show.post(.stageStarted(stage))
      show.post(.status(.processingData))
      show.post(.stageFinished(stage))
    }
    show.post(.failure(.timeout(.answer(.intervals))))
    show.wait(2000)
    expectEqual(screen(show).visibleLines[1].suffix(5), "100 %")
    show.propose(.retry, outcome: .partial, counts(new: 12))
    expectEqual(screen(show).visibleLines.last, prompt)
    show.retryPrompt = nil
    show.start([.intervals], attempt: 2)
    show.post(.stageStarted(.routine))
    contact(&show, .intervals)
    let bar = screen(show).visibleLines[1]
    expectEqual([bar.filter { "○◐●━".contains($0) }, String(bar.suffix(4))], ["◐○○", " 0 %"])
  }

  /// Failures that signing in does not fix keep their hints.
  @Test func onlyTheHintsThatTheKeyStandsForGo() {
    let other = ConfigFailure.otherAthlete(.intervals, stored: "Jo", signedIn: "Kim")
    let show = panel([.auth(.strava), .config(other)], .signIn(.strava))
    let lines = screen(show).visibleLines
    expectEqual(
      [lines.with("velo-sync connect strava").count, lines.with("--store").count], [0, 1])
    expectEqual(lines.last, "  \(messages.prompt(.signIn(.strava)))")
  }

  @Test(arguments: [1, 2, 3, 4, 24])
  func thePromptIsThereInAnyWindow(_ rows: Int) {
    let screen = screen(panel([.network(.strava)], rows: rows))
    expectEqual(screen.visibleLines.last, prompt)
    expectEqual(screen.scrollback, [])
  }

  /// All rows of the panel, also in a narrow window.
  @Test(arguments: [(30, 6), (24, 8), (20, 6), (25, 4)])
  func thePromptIsWholeInANarrowWindow(_ columns: Int, _ rows: Int) {
    let screen = screen(panel([.badReply(.strava)], columns: columns, rows: rows))
    let said = screen.visibleLines.joined(separator: " ").split(separator: " ")
    let words = prompt.split(separator: " ")
    expectEqual(said.suffix(words.count).map(\.description), words.map(\.description))
  }

  @Test func aSignInHasTheLineWhileItLasts() {
    var show = panel([.auth(.strava)], .signIn(.strava))
    show.retryPrompt = nil
    show.start(attempt: 2)
    show.post(.signIn(SignIn(source: .strava, url: "https://example.com/a", until: Show.dawn)))
    show.wait(100)
    let waiting = screen(show).visibleLines
    expectEqual(waiting.with("https://example.com/a").count, 1)
    // It cannot be finished with a key, but left.
    expectEqual(waiting.with("(Ctrl-C").count, 1)
    show.post(report(.strava, .connected, athlete: "Jo"))
    contact(&show)
    expectEqual(screen(show).visibleLines.with("(Ctrl-C").count, 0)
  }

  /// And nothing is sent while it waits.
  @Test mutating func aWindowThatChangesKeepsOnePanel() {
    let writes = show.writes.count
    show.wait(10_000)
    expectEqual(show.writes.count, writes)
    var screen = screen(show)
    for columns in [40, 20, 120, 60] {
      let before = show.out.count
      screen.resize(columns: columns, rows: 24)
      show.columns = columns
      show.signal(.resize)
      screen.feed(Array(show.out[before...]), translatingNewlines: true)
      expectEqual(screen.visibleLines.with("✗").count, 1)
      expectEqual(screen.visibleLines.filter { $0.count >= columns }, [])
    }
  }

  @Test(arguments: [
    (RunSummary.Outcome.ok, 1), (.partial, 2), (.failed, 2), (.interrupted, 0),
  ])
  func theBellRingsOnceForASuccessAndTwiceForAFailure(_ outcome: RunSummary.Outcome, _ rings: Int) {
    var show = live(style: LiveStyle(rings: true))
    _ = downloading(&show, done: 62, of: 183)
    show.wait(2000)
    show.end(outcome)
    expectEqual(show.out.filter { $0 == 0x07 }.count, rings)
    var still = live()
    _ = downloading(&still, done: 62, of: 183)
    still.end(outcome)
    #expect(!still.out.contains(0x07))
  }

  @Test func theBellRingsForThePanelAndNotAgain() {
    var show = failed(style: LiveStyle(rings: true))
    show.signal(.resize)
    show.end(.failed)
    expectEqual(show.out.filter { $0 == 0x07 }.count, 2)
  }
}
