// The lines below the bar: scores and tips.

import Reporting
import Support
import Model
import Terminal
import Testing

/// The scores of a live line, each from its ring on: ["◑ 71 Good", "◌ ––", "◌ ––"].
private func scores(_ show: Show) -> [String] {
  let rings = Set("◌○◔◑◕●")
  let line = screen(show).visibleLines.first {
    $0.hasPrefix("  ") && $0.contains(where: rings.contains)
  }
  return (line ?? "").split(separator: "   ").map { String($0.drop { !rings.contains($0) }) }
}

@Suite(.blocking) struct ScoreAndTipTests {
  private var show = live()

  @Test mutating func savedScoresStandThereFromTheFirstFrameWithTheirDate() {
    show.start()
    show.post(score(.recovery, 71, .good, day: -1, cached: true))
    show.post(score(.strain, 43, .low, day: 0, cached: true))
    show.post(.status(.contactingIntegrations(sources: [.strava], unavailable: [])))
    show.wait(300)
    expectEqual(scores(show), ["◑ 71 Good (19 Nov)", "◌ ––", "◔ 43 Low"])
    show.post(score(.recovery, 80, .good))
    show.wait(100)
    expectEqual(scores(show), ["◕ 80 Good", "◌ ––", "◔ 43 Low"])
  }

  /// A rider without a source of nights never sees grey rings for recovery and sleep, nor tips
  /// about them; one with such a source does.
  @Test(arguments: [([Source.strava], false), ([.strava, .intervals], true)])
  func onlyWhatCanComeIsShown(_ sources: [Source], _ hasNights: Bool) {
    var show = live(style: LiveStyle(firstTip: 0))
    show.start(sources)
    show.post(.status(.contactingIntegrations(sources: sources, unavailable: [])))
    show.wait(300)
    let line = screen(show).visibleLines[2]
    expectEqual(
      ["Recovery ◌", "Sleep ◌", "Fitness ◌"].map(line.contains),
      hasNights ? [true, true, false] : [false, false, true])
    #expect(line.contains("Strain ◌"))
    var tips: Set<String> = []
    for _ in 0..<15 {
      show.wait(3000)
      tips.formUnion(screen(show).visibleLines.dropFirst(3))
    }
    expectEqual(tips.contains { $0.contains("night") }, hasNights, "\(tips)")
  }

  @Test(arguments: [
    (0, "○"), (24, "○"), (25, "◔"), (49, "◔"), (50, "◑"), (74, "◑"), (75, "◕"), (99, "◕"),
    (100, "●"),
  ])
  mutating func theRingFollowsTheScore(_ value: Int, _ ring: String) {
    _ = downloading(&show, done: 10, of: nil)
    show.post(score(.recovery, value, .good))
    show.wait(400)
    expectEqual(scores(show).first, "\(ring) \(value) Good")
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
      expectEqual(scores(show), ["◌ ––", "◌ ––", "◌ ––"])
    }
    // Two cycles of 1.2 s: two levels, six ticks each.
    let bright = looks.filter { $0.contains([]) }
    expectEqual(bright.count, 12)
    #expect(looks[0] == looks[12] && looks[5] == looks[17] && looks[0] != looks[6])
    expectEqual(Set(looks.joined().joined()), [2])
  }

  @Test func tipsComeFromTheThirdSecondOnAndChangeEveryThree() {
    var show = live(style: LiveStyle(firstTip: 0))
    _ = downloading(&show, done: 10, of: nil)
    show.wait(2900)
    expectEqual(screen(show).visibleLines.count, 3)
    var tips: [String] = []
    for _ in 0..<4 {
      show.wait(3000)
      tips.append(screen(show).visibleLines[3])
    }
    expectEqual(tips.filter { $0.count > 76 }, [])
    expectEqual(Set(tips).count, 4)
    var quiet = live()
    _ = downloading(&quiet, done: 10, of: nil)
    quiet.wait(7000)
    expectEqual(screen(quiet).visibleLines.count, 3)
  }

  /// A tip is never truncated; its lead is dropped first.
  @Test func tipsAreNeverCut() {
    func tip(_ columns: Int) -> String {
      var show = live(style: LiveStyle(firstTip: 4), columns: columns)
      _ = downloading(&show, done: 10, of: nil)
      show.wait(4000)
      return screen(show).visibleLines.dropFirst(3).joined()
    }
    let whole = tip(100)
    let bare = tip(whole.count + 1)
    #expect(bare.count > 20 && whole.hasSuffix(bare.dropFirst()) && whole.count > bare.count + 10)
    // A column is free at the end.
    expectEqual(
      [tip(whole.count + 2), tip(bare.count + 2), tip(bare.count + 1)], [whole, bare, ""])
  }

  @Test func aTipFadesInAndSettles() {
    var show = live(palette: .theme, style: LiveStyle(firstTip: 0))
    _ = downloading(&show, done: 10, of: nil)
    show.wait(3050)
    var looks: [[Int]?] = []
    for _ in 0..<8 {
      looks.append(screen(show).runs(inRow: 3).last?.style)
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
    expect("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".contains(visible[0].prefix(1)))
  }

  @Test(arguments: [
    (86, ["◑ 71 Good (19 Nov)", "◑ 62 Fair (19 Nov)", "◔ 43 Low (19 Nov)"]),
    (80, ["◑ 71 (19 Nov)", "◑ 62 (19 Nov)", "◔ 43 (19 Nov)"]),
    (60, ["◑ 71 (19 Nov)", "◑ 62 (19 Nov)"]), (40, ["◑ 71 (19 Nov)"]),
  ])
  mutating func scoresThatDoNotFitAreDroppedFromTheRight(_ columns: Int, _ shown: [String]) {
    show.columns = columns
    show.start()
    show.post(score(.recovery, 71, .good, day: -1, cached: true))
    show.post(score(.sleep, 62, .fair, day: -1, cached: true))
    show.post(score(.strain, 43, .low, day: -1, cached: true))
    show.post(.status(.contactingIntegrations(sources: [.strava], unavailable: [])))
    show.wait(400)
    expectEqual(scores(show), shown)
  }
}
