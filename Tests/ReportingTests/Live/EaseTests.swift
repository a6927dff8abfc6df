// How the bar moves.

import Reporting
import Support
import Model
import Testing

@Suite(.blocking) struct EaseTests {
  private func at(_ seconds: Double) -> Moment {
    Moment(nanoseconds: Int64(seconds * 1_000_000_000))
  }

  @Test func arrivesAfterHalfASecondSlowAtBothEnds() {
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
  func neverGoesBackNorBeyond(_ seed: Int) {
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
}
