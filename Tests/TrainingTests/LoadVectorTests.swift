// Loads and fitness, compared with published libraries.

import Model
import Support
import Testing

@testable import Training

struct LoadVectorTests {
  private struct Rides: Decodable {
    struct Ride: Decodable {
      let seconds: Double
      let np_full_windows: Double?
      let ftp: Double?
      let load_tss: Double?
    }
    let cases: [Ride]
  }

  private struct Closed: Decodable {
    struct Case: Decodable {
      let kind: String
      let tau: Int
      let n: Int
      let variant: String
      let value: Double
    }
    let cases: [Case]
  }

  @Test func loadFollowsTheVectors() throws {
    let rides = try Vector.json("scores_np_tss.json", as: Rides.self).cases
    let rated = rides.filter { $0.load_tss != nil }
    expectEqual(rated.count, 9)
    for ride in rated {
      let load = Load.fromPower(
        weightedPower: ride.np_full_windows ?? -1, duration: ride.seconds, ftp: ride.ftp ?? 0)
      #expect(agree(load, ride.load_tss))
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
    let cases = try Vector.json("scores_pmc_closed_form.json", as: Closed.self).cases
      .filter { $0.variant == "exp" }
    expectEqual(cases.count, 16)
    for vector in cases {
      let isStep = vector.kind == "step"
      var state = isStep ? Fitness() : Fitness(fitness: 100, fatigue: 100)
      for _ in 0..<vector.n { state.advance(by: isStep ? 100 : 0) }
      #expect(agree(vector.tau == 42 ? state.fitness : state.fatigue, vector.value))
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
