// Loads and fitness, compared with published libraries.

import Model
import Support
import Testing

@testable import Training

struct LoadVectorTests {
  @Test func loadFollowsTheVectors() throws {
    let rides = try Vector.json("scores_np_tss.json").cases.list
    let rated = rides.filter { $0.load_tss.number != nil }
    expectEqual(rated.count, 9)
    for ride in rated {
      let load = Load.fromPower(
        weightedPower: ride.np_full_windows.value, duration: ride.seconds.value,
        ftp: ride.ftp.value)
      #expect(agree(load, ride.load_tss.number))
    }
  }

  @Test(arguments: [
    ("scores_pmc_120d_seed0.csv", 0.0, 0.0), ("scores_pmc_120d_seed50_40.csv", 50, 40),
  ])
  func fitnessFollowsTheVectors(file: String, fitness: Double, fatigue: Double) throws {
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

  @Test func fitnessFollowsTheClosedForm() throws {
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

  @Test func onlyMeasuredPowerWithAThresholdGivesALoad() {
    var ride = Activity.ride(on: Day(number: 0))
    ride.durationSeconds = 3600
    ride.weightedPowerWatts = 200
    ride.measuredPower = true
    #expect(agree(Load.fromPower(ride, ftp: 250), 64))
    expectEqual(Load.fromPower(ride, ftp: nil), nil)
    ride.measuredPower = false
    expectEqual(Load.fromPower(ride, ftp: 250), nil)
    ride.measuredPower = nil
    expectEqual(Load.fromPower(ride, ftp: 250), nil)
  }
}
