// Impossible records cause no crash and give no figures.

import Model
import Support
import Testing

@testable import Training

struct ImplausibleRecordTests {
  private static let noNumbers = [Double.nan, .infinity, -.infinity]

  @Test func `zones need a threshold`() {
    for ftp in [Int.min, -1, 0, .max] { #expect(PowerZones.zones(ftp: ftp).isEmpty) }
    for ftp in [Int.min, -250, 0, .max] {
      let rider = RiderSettings(ftpWatts: ftp)
      expectEqual(PowerZones.seconds(of: .even(200, seconds: 5), rider: rider), nil)
    }
    for number in Self.noNumbers {
      let rider = RiderSettings(ftpWatts: 250)
      expectEqual(PowerZones.seconds(of: .even(number, seconds: 5), rider: rider), nil)
    }
  }

  @Test func `loads need valid numbers`() {
    for number in Self.noNumbers {
      for (watts, seconds) in [(number, 3600), (200, number)] {
        #expect(throws: LoadUnavailable.data) {
          try Load.fromPower(
            weightedPower: watts, duration: seconds, rider: RiderSettings(ftpWatts: 250))
        }
      }
    }
  }

  @Test func `invalid loads do not affect fitness`() {
    for load in Self.noNumbers + [-100, 1e300] {
      var state = Fitness(fitness: 50, fatigue: 40)
      var rested = state
      state.advance(by: load)
      rested.advance(by: 0)
      expectEqual(state, rested)
    }
  }

  @Test func `scores of invalid numbers are missing`() {
    let night = Night(hoursAsleep: .nan, onsetDeviationMinutes: 0, minutesAwake: 0)
    let sleep = Sleep.score(night, hasHealthData: true)
    #expect(sleep.value == nil && sleep.band == nil && sleep.reason == .noSleepData)
  }

  @Test func `suggestions need a valid fitness`() {
    let good = Score(value: 70, band: .good, inputsUsed: 3, inputsTotal: 3)
    for fitness in Self.noNumbers + [-50] {
      expectEqual(
        SuggestedStrain(recovery: good, fitness: fitness, hasLoads: true).loads, 100...183)
    }
  }

  @Test func `baselines include every reading`() {
    var values = DailyValues(Day(number: 0)...Day(number: 80))
    for number in 0...80 { values[Day(number: number)] = number.isMultiple(of: 2) ? 4 : 4.1 }
    let usual = Baseline.compare(values, on: Day(number: 80), floor: 0.02)
    var broken = values
    for number in Self.noNumbers {
      broken[Day(number: 80)] = number
      expectEqual(Baseline.compare(broken, on: Day(number: 80), floor: 0.02), .noReading)
    }
    broken[Day(number: 80)] = values[Day(number: 80)]
    expectEqual(Baseline.compare(broken, on: Day(number: 80), floor: 0.02), usual)
  }

  @Test func `a wrongly dated record does not extend the history`() {
    let today = Day(number: 20_000)
    var ride = Activity.ride(on: today, load: 100)
    ride.start = Timestamp(seconds: .min / 2)
    ride.startLocal = nil
    let history = History(activities: [ride, .ride(on: today, load: 50)])
    let scoring = Scoring(history, today: today, coversToday: true)
    #expect(scoring.span.count < 40_000)
    expectEqual(scoring.row(for: today).load, 50)
    expectEqual(Routine(of: history.recent, firstDay: ride.day, today: today).reason, nil)
  }

  @Test func `nights without local times have no bedtime`() {
    let today = Day(number: 20_000)
    let days = (0..<20).map { ago in
      var day = WellnessDay(source: .appleHealth, date: today.advanced(by: -ago))
      day.sleepSeconds = ago == 0 ? 7 * 3600 : .max
      day.sleepStart = LocalTime(day: day.date, second: ago.isMultiple(of: 2) ? .max : .min)
      day.awakeSeconds = .min
      return day
    }
    let row = Scoring(History(days: days), today: today, coversToday: true).row(for: today)
    // Only the duration is plausible: neither the onset nor the time awake counts.
    expectEqual(row.sleep.value, 100)
    expectEqual(row.sleep.inputsUsed, 1)
  }
}
