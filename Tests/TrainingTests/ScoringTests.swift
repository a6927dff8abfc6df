// The rows of days: scores, and the reasons when they are missing.

import Model
import Support
import Testing

@testable import Training

struct ScoringTests {
  private let today = Day(number: 20_000)

  /// Mornings of a rider whose readings alternate a little around the same value.
  private func mornings(_ count: Int, source: Source = .appleHealth) -> [WellnessDay] {
    (0..<count).map { ago in
      var day = WellnessDay(source: source, date: today.advanced(by: -ago))
      day.restingHeartRate = ago.isMultiple(of: 2) ? 50 : 52
      day.hrvSDNN = ago.isMultiple(of: 2) ? 60 : 64
      day.sleepSeconds = 7 * 3600
      day.sleepStart = LocalTime(day: day.date.advanced(by: -1), second: 23 * 3600)
      day.awakeSeconds = 600
      return day
    }
  }

  private func row(_ history: History, covers: Bool = true) -> ScoreDay {
    Scoring(history, today: today, coversToday: covers).row(for: today)
  }

  @Test func `there is one row for every calendar day`() {
    let history = History(activities: [
      .ride(on: today.advanced(by: -9), load: 100), .ride(on: today.advanced(by: -2), load: 50),
    ])
    let rows = Scoring(history, today: today, coversToday: true).rows()
    expectEqual(rows.map(\.date), Array(today.advanced(by: -9)...today))
    expectEqual(rows.map(\.load), [100, 0, 0, 0, 0, 0, 0, 50, 0, 0])
    // Exactly 2.352831334775677: what is computed is what is stored.
    expectEqual(rows[0].fitness, 2.35)
    for row in rows {
      let form = (row.fitness ?? 0) - (row.fatigue ?? 0)
      #expect(abs((row.form ?? 100) - form) < 0.0101, "form is \(form)")
    }
  }

  @Test func `an empty history still has today`() {
    let rows = Scoring(History(), today: today, coversToday: true).rows()
    expectEqual(rows.map(\.date), [today])
    #expect(rows[0].strain.band == .rest && rows[0].fitness == nil)
    expectEqual([rows[0].recovery.reason, rows[0].sleep.reason], [.noHealthData, .noHealthData])
  }

  @Test(
    arguments: [
      // The loads of a day add up.
      ([100, 50], 150, Score(value: 50, band: .medium, inputsUsed: 2, inputsTotal: 2)),
      // A load that is missing makes the strain a lower bound.
      ([50, nil], 50, Score(value: 25, band: .low, inputsUsed: 1, inputsTotal: 2, atLeast: true)),
      // Activities without a load, or with an impossible one, are not rest.
      ([nil], nil, Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 1, reason: .noLoad)),
      ([1e300], nil, Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 1, reason: .noLoad)),
    ] as [([Double?], Double?, Score)])
  func `strain is that of all rides`(_ loads: [Double?], _ load: Double?, _ strain: Score) {
    let rides = loads.enumerated().map { Activity.ride(on: today, id: $0.offset, load: $0.element) }
    let row = row(History(activities: rides))
    expectEqual(row.load, load)
    expectEqual(row.strain, strain)
  }

  @Test func `an uncovered day is not rest`() {
    let row = row(History(activities: [.ride(on: today.advanced(by: -1), load: 80)]), covers: false)
    #expect(row.strain.value == nil && row.strain.reason == .noActivitiesToday)
    #expect(row.load == nil && row.fitness != nil)
    expectEqual(self.row(History(), covers: false).strain.reason, .noActivities)
  }

  @Test func `an even rider has a good recovery`() {
    let row = row(History(days: mornings(90)))
    expectEqual(row.sleep, Score(value: 100, band: .optimal, inputsUsed: 3, inputsTotal: 3))
    expectEqual(row.recovery.inputsUsed, 3)
    // Two components near 70 and a sleep score of 100.
    expectEqual(row.recovery.value, 80)
  }

  @Test func `a higher resting heart rate lowers recovery`() {
    var days = mornings(90)
    for index in 0..<7 { days[index].restingHeartRate = 60 }
    let tired = row(History(days: days)).recovery
    // The resting heart rate is far above usual and gives 0; HRV, with four low days of seven, is
    // 1/7 of a deviation below: (67.2 + 0 + 100) / 3.
    expectEqual(tired.value, 56)
    expectEqual(tired.band, .fair)
  }

  @Test func `measures are never mixed`() {
    var days = mornings(90)
    // A new watch has written rMSSD for a week, far below the earlier SDNN.
    for index in 0..<7 {
      days[index].hrvRMSSD = 20
      days[index].hrvSDNN = nil
    }
    let recovery = row(History(days: days)).recovery
    // Resting heart rate and sleep alone: in one series with the earlier SDNN, HRV would collapse.
    #expect(recovery.inputsUsed == 2 && recovery.value == 86)
  }

  @Test func `two devices are never mixed`() {
    var days = mornings(90)
    for index in 0..<7 {
      var other = WellnessDay(source: .intervals, date: days[index].date)
      other.restingHeartRate = 90
      days[index].restingHeartRate = nil
      days.append(other)
    }
    expectEqual(row(History(days: days)).recovery.inputsUsed, 2)
  }

  @Test func `a young baseline says how young`() {
    let recovery = row(History(days: mornings(16))).recovery
    expectEqual(recovery.reason, .shortBaseline(days: 9, needed: 14))
    // The night is still there.
    #expect(recovery.value == nil && recovery.inputsUsed == 1)
  }

  /// No readings, and readings that no device can have.
  @Test(arguments: [(nil, nil), (-1, 0)] as [(Double?, Double?)])
  func `a morning without reading has no recovery`(_ variability: Double?, _ rate: Double?) {
    var days = mornings(90)
    (days[0].hrvSDNN, days[0].restingHeartRate) = (variability, rate)
    let row = row(History(days: days))
    expectEqual(row.recovery.reason, .noMorningReading)
    expectEqual(row.sleep.value, 100)
  }

  @Test func `missing nights are not missing health data`() {
    expectEqual(row(History(days: [])).sleep.reason, .noHealthData)
    expectEqual(row(History(days: mornings(3))).sleep.value, 100)
    var days = mornings(3)
    days[0].sleepSeconds = nil
    expectEqual(row(History(days: days)).sleep.reason, .noSleepData)
  }

  @Test func `bedtimes are compared around midnight`() {
    var days = mornings(20)
    for index in days.indices {
      let second = index.isMultiple(of: 2) ? 85_800 : 600
      days[index].sleepStart = LocalTime(day: days[index].date, second: second)
    }
    // Ten minutes before or after midnight is a regular bedtime.
    expectEqual(row(History(days: days)).sleep.value, 100)
    #expect(
      agree(Bedtime.deviationMinutes(of: 600, earlier: Array(repeating: 85_800, count: 6)), 20))
    expectEqual(Bedtime.deviationMinutes(of: 600, earlier: [600, 600, 600, 600]), nil)
  }

  /// Weeks of rides without a load are not weeks of rest: their load is unknown.
  @Test func `fitness begins with the first load`() {
    let old = Activity.ride(on: today.advanced(by: -50))
    let rows = Scoring(History(activities: [old]), today: today, coversToday: true).rows()
    #expect(rows.allSatisfy { $0.fitness == nil && $0.fatigue == nil && $0.form == nil })
    let new = Activity.ride(on: today.advanced(by: -2), load: 100)
    let scoring = Scoring(History(activities: [old, new]), today: today, coversToday: true)
    #expect(scoring.rows().map(\.fitness).prefix(48).allSatisfy { $0 == nil })
    #expect(scoring.rows().suffix(3).allSatisfy { ($0.fitness ?? 0) > 0 })
    expectEqual(scoring.settledFitness(on: today), nil)
  }

  @Test func `fitness settles after six weeks`() {
    func fitness(_ days: Int) -> Double? {
      let history = History(activities: [.ride(on: today.advanced(by: -days), load: 100)])
      return Scoring(history, today: today, coversToday: true).settledFitness(on: today)
    }
    expectEqual(fitness(41), nil)
    #expect(fitness(42) != nil)
  }
}
