// Loads and fitness, compared with published libraries.

import Model
import Support
import Testing

@testable import Training

struct LoadVectorTests {
  @Test(arguments: [
    ("scores_pmc_120d_seed0.csv", 0.0, 0.0), ("scores_pmc_120d_seed50_40.csv", 50, 40),
  ])
  func `fitness follows the vectors`(file: String, fitness: Double, fatigue: Double) throws {
    var state = Fitness(fitness: fitness, fatigue: fatigue)
    let rows = try Vector.table(file)
    expectEqual(rows.count, 120)
    for row in rows {
      #expect(agree(state.form, row["tsb_exp_prev_day"]))
      state.advance(by: row["load"] ?? 0)
      #expect(agree(state.fitness, row["ctl_exp"]))
      #expect(agree(state.fatigue, row["atl_exp"]))
      #expect(agree(state.form, row["tsb_exp_same_day"]))
    }
  }

  @Test func `fitness follows the closed form`() throws {
    let cases = try Vector.json("scores_pmc_closed_form.json").cases.list
      .filter { $0.variant.text == "exp" }
    expectEqual(cases.count, 16)
    for vector in cases {
      let isStep = vector.kind.text == "step"
      var state = isStep ? Fitness() : Fitness(fitness: 100, fatigue: 100)
      for _ in 0..<vector.n.integer { state.advance(by: isStep ? 100 : 0) }
      #expect(
        agree(vector.tau.number == 42 ? state.fitness : state.fatigue, vector["value"].number))
    }
  }
}
