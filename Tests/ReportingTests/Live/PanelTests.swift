// The error panel that waits for a key, and the next attempt after it.

import Reporting
import Support
import Model
import Terminal
import Testing

/// A download that lost its connection, with the panel up.
private func failed(style: LiveStyle = LiveStyle(), palette: Palette = .colorless) -> Show {
  var show = live(palette: palette, style: style)
  _ = downloading(&show, done: 62, of: 183)
  show.wait(2000)
  show.post(.failure(.network(.strava)))
  show.propose(.retry)
  return show
}

@Suite(.blocking) struct PanelTests {
  @Test func aPromptStandsInThePlaceOfTheHint() {
    let show = failed()
    expectEqual(
      screen(show).visibleLines,
      [
        "✗ No connection", "  Unable to connect to Strava.", "  Press r to retry, c to cancel",
      ])
    expectEqual(screen(show).cursor, TestScreen.Position(row: 0, column: 1))
  }

  @Test func aPanelStandsStill() {
    var show = failed()
    let before = show.writes.count
    show.wait(10_000)
    expectEqual(show.writes.count, before)
  }

  @Test func cancellingLeavesTheHintForLater() {
    var show = failed()
    show.end(.failed)
    expectEqual(
      screen(show).visibleLines,
      [
        "✗ No connection", "  Unable to connect to Strava.",
        "  Check your connection and run velo-sync again",
      ])
    expectEqual(screen(show).cursor, TestScreen.Position(row: 3, column: 0))
  }

  @Test func aRetryGoesOnFromWhereItStopped() {
    var show = failed()
    show.offer = nil
    show.start(attempt: 2)
    #expect(screen(show).text.contains("Press r"))
    show.post(.status(.contactingIntegrations(sources: [.strava], unavailable: [])))
    show.wait(50)
    let lines = screen(show).visibleLines
    #expect(lines[0].hasSuffix("Contacting Strava…"))
    // The bar keeps the progress of the last attempt.
    #expect(lines[1].hasSuffix("11 %"))
    show.end(.ok, counts(new: 12))
    #expect(screen(show).visibleLines[0].hasPrefix("✓ Updated just now: 12 new"))
    expectEqual(screen(show).visibleLines.count, 1)
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
    #expect(screen(show).visibleLines[1].hasSuffix("100 %"))
    show.propose(.retry, outcome: .partial, counts(new: 12))
    expectEqual(screen(show).visibleLines.last, "  Press r to retry, c to cancel")
    show.offer = nil
    show.start([.intervals], attempt: 2)
    show.post(.stageStarted(.routine))
    show.post(.status(.contactingIntegrations(sources: [.intervals], unavailable: [])))
    show.wait(50)
    #expect(screen(show).visibleLines[1].hasSuffix(" 0 %"))
    #expect(screen(show).visibleLines[1].hasPrefix("◐ Routine ─"))
  }

  /// Failures that signing in does not fix keep their hints.
  @Test func onlyTheHintsThatTheKeyStandsForGo() {
    var show = live()
    show.start([.strava, .intervals])
    show.post(.failure(.auth(.strava)))
    show.post(
      .failure(.config(.otherAthlete(.intervals, stored: "Jo", signedIn: "Kim"))))
    show.propose(.signIn(.strava))
    let text = screen(show).text
    #expect(text.contains("Your Strava connection expired."))
    #expect(!text.contains("velo-sync connect strava"))
    #expect(text.contains("--store"))
    #expect(text.hasSuffix("  Press r to sign in again, c to cancel"))
  }

  @Test(arguments: [1, 2, 3, 4, 24])
  func thePromptIsThereInAnyWindow(_ rows: Int) {
    var show = live()
    show.rows = rows
    show.start()
    show.post(.failure(.network(.strava)))
    show.propose(.retry)
    expectEqual(screen(show).visibleLines.last, "  Press r to retry, c to cancel")
    #expect(screen(show).scrollback.isEmpty)
  }

  /// All rows of the panel, also in a narrow window.
  @Test(arguments: [(30, 6), (24, 8), (20, 6), (25, 4)])
  func thePromptIsWholeInANarrowWindow(_ columns: Int, _ rows: Int) {
    var show = live()
    (show.columns, show.rows) = (columns, rows)
    show.start()
    show.post(.failure(.badReply(.strava)))
    show.propose(.retry)
    let said = screen(show).visibleLines.joined(separator: " ").split(separator: " ")
    #expect(said.joined(separator: " ").hasSuffix("Press r to retry, c to cancel"))
  }

  @Test func aSignInHasTheLineWhileItLasts() {
    var show = live()
    show.start()
    show.post(.failure(.auth(.strava)))
    show.propose(.signIn(.strava))
    show.offer = nil
    show.start(attempt: 2)
    show.post(.signIn(SignIn(source: .strava, url: "https://example.com/a", until: Show.dawn)))
    show.wait(100)
    #expect(screen(show).text.contains("https://example.com/a"))
    #expect(screen(show).text.contains("Waiting for you to sign in to Strava…"))
    show.post(.source(SourceReport(source: .strava, state: .connected, athlete: "Jo")))
    show.post(.status(.contactingIntegrations(sources: [.strava], unavailable: [])))
    show.wait(100)
    #expect(screen(show).text.contains("Contacting Strava…"))
    #expect(!screen(show).text.contains("Waiting for you"))
  }

  /// A signal at the panel stops no work: its report stays.
  @Test func ctrlCAtThePanelLeavesWhatItSaid() {
    var show = failed()
    show.signal(.interrupt)
    show.end(.interrupted)
    expectEqual(
      screen(show).visibleLines,
      [
        "✗ No connection", "  Unable to connect to Strava.",
        "  Check your connection and run velo-sync again",
      ])
  }

  @Test func aWindowThatChangesKeepsOnePanel() {
    var show = failed()
    var screen = screen(show)
    for columns in [40, 20, 120, 60] {
      let before = show.out.count
      screen.resize(columns: columns, rows: 24)
      show.columns = columns
      show.signal(.resize)
      screen.feed(Array(show.out[before...]), translatingNewlines: true)
      expectEqual(screen.visibleLines.filter { $0.contains("No connection") }.count, 1)
      #expect(screen.visibleLines.allSatisfy { $0.count < columns })
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
