// The lines below the bar: scores and tips.

import Reporting
import Support
import Model
import Terminal
import Testing

private func scoreLine(_ show: Show) -> String? {
  screen(show).visibleLines.first { $0.contains("Recovery") }
}

@Suite(.blocking) struct ScoreAndTipTests {
  @Test func placeholdersFillInAsScoresArrive() {
    var show = live()
    _ = downloading(&show, done: 10, of: nil)
    show.wait(1000)
    expectEqual(scoreLine(show), "  Recovery ◌ ––   Sleep ◌ ––   Strain ◌ ––")
    show.post(score(.recovery, 71, .good))
    show.wait(200)
    expectEqual(scoreLine(show), "  Recovery ◑ 71 Good   Sleep ◌ ––   Strain ◌ ––")
    show.post(score(.sleep, nil, nil))
    show.post(score(.strain, 100, .veryHigh))
    show.wait(200)
    expectEqual(scoreLine(show), "  Recovery ◑ 71 Good   Sleep ◌ ––   Strain ● 100 Very high")
  }

  @Test func savedScoresStandThereFromTheFirstFrameWithTheirDate() {
    var show = live()
    show.start()
    show.post(score(.recovery, 71, .good, day: -1, cached: true))
    show.post(score(.strain, 43, .low, day: 0, cached: true))
    show.post(.status(.contactingIntegrations(sources: [.strava], unavailable: [])))
    show.wait(300)
    expectEqual(scoreLine(show), "  Recovery ◑ 71 Good (19 Nov)   Sleep ◌ ––   Strain ◔ 43 Low")
    show.post(score(.recovery, 80, .good))
    show.wait(100)
    expectEqual(scoreLine(show)?.hasPrefix("  Recovery ◕ 80 Good   Sleep"), true)
  }

  @Test(arguments: [
    (0, "○"), (24, "○"), (25, "◔"), (49, "◔"), (50, "◑"), (74, "◑"), (75, "◕"), (99, "◕"),
    (100, "●"),
  ])
  func theRingFollowsTheScore(_ value: Int, _ ring: String) {
    var show = live()
    _ = downloading(&show, done: 10, of: nil)
    show.post(score(.recovery, value, .good))
    show.wait(400)
    expectEqual(scoreLine(show)?.hasPrefix("  Recovery \(ring) \(value) Good"), true)
  }

  @Test func aScoreFromIncompleteInputsSaysSo() {
    var show = live(glyphs: .ascii)
    _ = downloading(&show, done: 10, of: nil)
    show.post(
      .score(
        ScoreReport(
          kind: .strain,
          score: Score(value: 43, band: .low, inputsUsed: 1, inputsTotal: 2, atLeast: true),
          date: Day(of: Show.dawn), cached: false)))
    show.wait(400)
    expectEqual(scoreLine(show)?.hasSuffix("Strain (.) >= 43 Low"), true)
  }

  /// A placeholder without a possible value does not pulse.
  @Test func placeholdersPulseTogetherByBrightnessOnly() {
    var show = live(palette: .theme)
    _ = downloading(&show, done: 10, of: nil)
    show.post(score(.sleep, nil, nil))
    show.wait(400)
    var looks: [[[Int]]] = []
    for _ in 0..<24 {
      show.wait(100)
      let runs = screen(show).runs(inRow: 2).filter { $0.text.contains("◌") }
      looks.append(runs.map(\.style))
      expectEqual(scoreLine(show), "  Recovery ◌ ––   Sleep ◌ ––   Strain ◌ ––")
    }
    // Two cycles of 1.2 s: two levels, six ticks each.
    let bright = looks.filter { $0.contains([]) }
    expectEqual(bright.count, 12)
    #expect(looks[0] == looks[12] && looks[5] == looks[17] && looks[0] != looks[6])
    #expect(looks.allSatisfy { $0.joined().allSatisfy { $0 == 2 } })
  }

  @Test func tipsComeFromTheThirdSecondOnAndChangeEveryThree() {
    var show = live(style: LiveStyle(firstTip: 0))
    _ = downloading(&show, done: 10, of: nil)
    show.wait(2900)
    #expect(!screen(show).text.contains("Did you know?"))
    var tips: [String] = []
    for _ in 0..<4 {
      show.wait(3000)
      tips.append(screen(show).visibleLines[3])
    }
    #expect(tips.allSatisfy { $0.hasPrefix("  Did you know? ") && $0.count <= 76 })
    expectEqual(Set(tips).count, 4)
    #expect(tips[0].hasSuffix("Sleep is only scored when your watch recorded the night."))
    var quiet = live()
    _ = downloading(&quiet, done: 10, of: nil)
    quiet.wait(7000)
    #expect(!screen(quiet).text.contains("Did you know?"))
  }

  /// A tip is never truncated; its lead is dropped first.
  @Test(arguments: [
    (100, true, true), (74, true, true), (73, true, false), (60, true, false), (59, false, false),
  ])
  func tipsAreNeverCut(_ columns: Int, _ isThere: Bool, _ isIntroduced: Bool) {
    var show = live(style: LiveStyle(firstTip: 0))
    show.columns = columns
    _ = downloading(&show, done: 10, of: nil)
    show.wait(4000)
    let text = screen(show).text
    expectEqual(text.contains("when your watch recorded the night."), isThere)
    expectEqual(text.contains("Did you know?"), isIntroduced)
  }

  @Test func aTipFadesInAndSettles() {
    var show = live(palette: .theme, style: LiveStyle(firstTip: 0))
    _ = downloading(&show, done: 10, of: nil)
    show.wait(3050)
    var looks: [[Int]?] = []
    for _ in 0..<8 {
      looks.append(screen(show).style(of: "Sleep is only"))
      show.wait(50)
    }
    expectEqual(looks, [[2], [2], [], [], [], [2], [2], [2]])
  }

  /// In a low window the tip is dropped first, then the scores, then the bar.
  @Test(arguments: [(24, 4), (7, 4), (6, 3), (5, 2), (4, 1), (3, 1), (1, 1)])
  func linesAreDroppedFromTheBottom(_ rows: Int, _ lines: Int) {
    var show = live(style: LiveStyle(firstTip: 0))
    show.rows = rows
    _ = downloading(&show, done: 10, of: nil)
    show.wait(4000)
    let visible = screen(show).visibleLines
    expectEqual(visible.count, lines)
    #expect(visible[0].contains("Downloading"))
  }

  @Test(arguments: [
    (86, "  Recovery ◑ 71 Good (19 Nov)   Sleep ◑ 62 Fair (19 Nov)   Strain ◔ 43 Low (19 Nov)"),
    (80, "  Recovery ◑ 71 (19 Nov)   Sleep ◑ 62 (19 Nov)   Strain ◔ 43 (19 Nov)"),
    (60, "  Recovery ◑ 71 (19 Nov)   Sleep ◑ 62 (19 Nov)"),
    (40, "  Recovery ◑ 71 (19 Nov)"),
  ])
  func scoresThatDoNotFitAreDroppedFromTheRight(_ columns: Int, _ line: String) {
    var show = live()
    show.columns = columns
    show.start()
    show.post(score(.recovery, 71, .good, day: -1, cached: true))
    show.post(score(.sleep, 62, .fair, day: -1, cached: true))
    show.post(score(.strain, 43, .low, day: -1, cached: true))
    show.post(.status(.contactingIntegrations(sources: [.strava], unavailable: [])))
    show.wait(400)
    expectEqual(scoreLine(show), line)
  }
}
