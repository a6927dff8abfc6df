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
  func eachBandHasItsRange(recovery: Int, range: ClosedRange<Int>) {
    expectEqual(suggest(recovery).range, range)
  }

  @Test func littleFitnessLowersTheUpperEnd() {
    expectEqual(suggest(85, fitness: 60).loads, 150...170)
    expectEqual(suggest(85, fitness: 200).loads, 150...300)
  }

  @Test func veryLittleFitnessNeverInvertsTheRange() {
    expectEqual(suggest(85, fitness: 20).loads, 70...70)
  }

  @Test func withoutRecoveryThereIsNoSuggestion() {
    expectEqual(suggest(nil), SuggestedStrain(range: nil, loads: nil, reason: .noRecovery))
  }

  @Test func withoutAnyLoadThereIsNoSuggestion() {
    expectEqual(
      suggest(70, hasLoads: false), SuggestedStrain(range: nil, loads: nil, reason: .noFitness))
    expectEqual(suggest(nil, hasLoads: false).reason, .noRecovery)
  }
}
