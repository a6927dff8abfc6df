// The suggestion for today.

import Model
import Support
import Testing
import Training

struct SuggestedStrainTests {
  private func suggest(
    _ value: Int?, fitness: Double? = nil, hasLoads: Bool = true
  ) -> SuggestedStrain {
    let band = value.map { Band(wellness: $0) }
    let recovery = Score(value: value, band: band, inputsUsed: 3, inputsTotal: 3)
    return SuggestedStrain(recovery: recovery, fitness: fitness, hasLoads: hasLoads)
  }

  @Test(arguments: [(85, 50...67), (70, 40...55), (50, 20...40), (10, 0...20)])
  func `each band has its range`(recovery: Int, range: ClosedRange<Int>) {
    expectEqual(suggest(recovery).range, range)
  }

  /// Very little never inverts the range.
  @Test(arguments: [(60, 150...170), (200, 150...300), (20, 70...70)])
  func `little fitness lowers the upper end`(fitness: Double, loads: ClosedRange<Double>) {
    expectEqual(suggest(85, fitness: fitness).loads, loads)
  }

  @Test(
    arguments: [(nil, true, .noRecovery), (70, false, .noFitness), (nil, false, .noRecovery)]
      as [(Int?, Bool, ScoreGap)])
  func `without recovery or loads there is no suggestion`(
    recovery: Int?, hasLoads: Bool, reason: ScoreGap
  ) {
    expectEqual(
      suggest(recovery, hasLoads: hasLoads),
      SuggestedStrain(range: nil, loads: nil, reason: reason))
  }
}
