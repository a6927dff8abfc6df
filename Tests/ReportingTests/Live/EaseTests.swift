// How the bar moves, and the places of scores to come pulse.

import Reporting
import Support
import Model
import Testing

@Suite(.blocking) struct EaseTests {
  private func at(_ seconds: Double) -> Moment {
    Moment(nanoseconds: Int64(seconds * 1_000_000_000))
  }

  @Test func `arrives after half a second slow at both ends`() {
    var ease = Ease(at: at(0))
    ease.aim(at: 1, at: at(0))
    expectEqual(ease.value(at: at(0)), 0)
    #expect(ease.value(at: at(0.05)) < 0.05)
    #expect(abs(ease.value(at: at(0.25)) - 0.5) < 1e-9)
    #expect(ease.value(at: at(0.45)) > 0.95)
    expectEqual(ease.value(at: at(0.5)), 1)
    #expect(!ease.isMoving(at: at(0.5)))
  }

  /// Growing targets never make it decrease or overshoot.
  @Test(arguments: Tier.cases(0..<200, quick: 20))
  func `never goes back nor beyond`(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var ease = Ease(at: at(0))
    var (target, last) = (0.0, 0.0)
    for frame in 0..<400 {
      let now = Double(frame) * 0.02
      if random.pick(0...3) == 0 {
        target = min(1, target + Double(random.pick(0...99)) / 1500)
        ease.aim(at: target, at: at(now))
      }
      let value = ease.value(at: at(now))
      #expect(value >= last - 1e-12)
      #expect(value <= target + 1e-12)
      last = value
    }
  }

  /// A placeholder without a possible value does not pulse.
  @Test func `placeholders pulse together by brightness only`() {
    var show = live(palette: .theme)
    _ = downloading(&show, done: 10, of: nil)
    show.post(score(.sleep, nil, nil))
    show.wait(400)
    var looks: [[[Int]]] = []
    for _ in 0..<24 {
      show.wait(100)
      looks.append(screen(show).runs(inRow: 2).filter { $0.text.contains("◌") }.map(\.style))
      expectEqual(screen(show).visibleLines[2].ranges(of: "◌ ––").count, 3)
    }
    // Two cycles of 1.2 s: two levels, six ticks each.
    let bright = looks.filter { $0.contains([]) }
    expectEqual(bright.count, 12)
    #expect(looks[0] == looks[12] && looks[5] == looks[17] && looks[0] != looks[6])
    expectEqual(Set(looks.joined().joined()), [2])
  }
}
