// The series of charts: days, weeks, and the best of many rides.

import Model
import Support
import Testing

@testable import Training

struct ChartSeriesTests {
  /// 2026-11-25, a Wednesday.
  private let today = Day(number: 20_782)

  private func ride(
    daysAgo: Int, _ change: (inout RideSummary) -> Void = { _ in }
  ) -> RideSummary {
    var ride = RideSummary(day: today.advanced(by: -daysAgo))
    ride.durationSeconds = 3600
    ride.load = 50
    change(&ride)
    return ride
  }

  private func days(_ series: ChartSeries?) -> [ChartSeries.Point] { series?.points ?? [] }

  private func bests(_ series: ChartSeries?) -> [Int: Double] {
    Dictionary(
      (series?.points ?? []).map { ($0.place.number, $0.value ?? -1) }, uniquingKeysWith: { $1 })
  }

  @Test func `days without a row are gaps`() {
    let none = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 3)
    let rows = [-5, -4, -1].map { offset in
      var row = ScoreDay(
        date: today.advanced(by: offset), recovery: none, sleep: none, strain: none)
      row.fitness = Double(60 + offset)
      return row
    }
    let series = Chart.fitness.series(of: rows, from: today.advanced(by: -30), through: today)
    expectEqual(series.map(\.name), [.fitness, .fatigue, .form, .load])
    // From the first row to today.
    expectEqual(days(series.first).map(\.value), [55, 56, nil, nil, 59, nil])
    expectEqual(days(series.first).last?.place, .day(today))
  }

  @Test func `weeks begin on Monday and are never missing`() {
    // Today, Monday of this week, Sunday before, and three weeks before that.
    let none = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 0)
    let rows = (0...30).reversed().map { ago in
      var row = ScoreDay(
        date: today.advanced(by: -ago), recovery: none, sleep: none, strain: none)
      row.strain.inputsTotal = [0, 2, 3, 24].contains(ago) ? 1 : 0
      row.load = row.strain.inputsTotal > 0 ? 50 : 0
      return row
    }
    let series = Chart.load.series(of: rows, from: today.advanced(by: -100), through: today)
    expectEqual(series.map(\.name), [.load])
    expectEqual(days(series.first).map(\.value), [50, 0, 0, 50, 100])
    #expect(days(series.first).allSatisfy { Day(number: $0.place.number).weekday == .mon })
  }

  /// Today is a Wednesday: 52 weeks before it would begin with a Thursday.
  @Test func `the first week is whole`() {
    for chart in [Chart.load, .hours, .zones] {
      let first = chart.firstDay(since: nil, today: today)
      expectEqual(first.weekday, .mon)
      expectEqual(first.distance(to: today), 51 * 7 + 2)
      expectEqual(chart.firstDay(since: today.advanced(by: -7), today: today).weekday, .mon)
    }
    expectEqual(Chart.fitness.firstDay(since: nil, today: today).distance(to: today), 83)
    for chart in [Chart.scores, .power] {
      expectEqual(chart.firstDay(since: nil, today: today).distance(to: today), 41)
      expectEqual(chart.firstDay(since: today, today: today), today)
    }
  }

  @Test func `rides outside the range do not count`() {
    let rides = [ride(daysAgo: 1), ride(daysAgo: 40), ride(daysAgo: -3)]
    let series = Chart.hours.series(
      of: rides, from: today.advanced(by: -10), through: today, weight: nil)
    expectEqual(days(series.first).compactMap(\.value), [1])
    #expect(Chart.hours.series(of: [], from: today, through: today, weight: nil).isEmpty)
  }

  @Test func `the best of six weeks stands beside that of all time`() {
    let recent = ride(daysAgo: 41) { $0.analysis = RideAnalysis(bestPowers: [700, 500, 400]) }
    let old = ride(daysAgo: 42) { $0.analysis = RideAnalysis(bestPowers: [900, 450, 380, 350]) }
    let series = Chart.power.series(of: [recent, old], from: nil, through: today, weight: 70)
    expectEqual(series.map(\.name), [.sixWeeks, .allTime])
    expectEqual(bests(series.first), [5: 700, 15: 500, 30: 400])
    expectEqual(bests(series.last), [5: 900, 15: 500, 30: 400, 60: 350])
    #expect(series.allSatisfy { $0.weight == 70 })
    // Each best has its day; of equals the latest.
    for rides in [[recent, old], [old, recent]] {
      let series = Chart.power.series(of: rides, from: nil, through: today, weight: nil)
      expectEqual(
        series.last?.points.map { $0.rideDay?.distance(to: today) }, [42, 41, 41, 42])
    }
    #expect(
      Chart.power.series(of: [ride(daysAgo: 1)], from: nil, through: today, weight: 70).isEmpty)
  }

  @Test func `zones are hours of a week`() {
    let seconds = [3600, 1800, 0, 0, 0, 0, 360]
    let rides = [0, 1].map { daysAgo in
      ride(daysAgo: daysAgo) { $0.analysis = RideAnalysis(powerZoneSeconds: seconds) }
    }
    let series = Chart.zones.series(of: rides, from: nil, through: today, weight: nil)
    expectEqual(series.map(\.name), ChartSeries.Name.zones)
    expectEqual(series.map { days($0).map(\.value) }, [[2], [1], [0], [0], [0], [0], [0.2]])
  }

  // MARK: The threshold

  private func test(_ watts: Int, daysAgo: Int) -> RideSummary {
    ride(daysAgo: daysAgo) {
      $0.analysis = RideAnalysis(bestPowers: Array(repeating: watts, count: 11))
    }
  }

  @Test func `the best twenty minutes suggest a threshold`() throws {
    let rides = [test(250, daysAgo: 3), test(268, daysAgo: 41), test(300, daysAgo: 42)]
    let report = try #require(PowerReport(of: rides, through: today, ftpWatts: 234, weight: 70.8))
    expectEqual(report.date, today.advanced(by: -41))
    expectEqual([report.bestWatts, report.thresholdWatts, report.outdatedFTP], [268, 255, 234])
    expectEqual(report.thresholdPerKilogram.map { ($0 * 10).rounded() }, 36)
  }

  /// 255 W differ from 243 W by 4.9 %, from 242 W by 5.4 %, from 268 W by 4.9 %, from 269 W by 5.2
  /// %.
  @Test(arguments: [
    (243, false), (242, true), (268, false), (269, true), (255, false), (nil, false),
  ])
  func `only a difference of more than five percent is news`(ftp: Int?, isNews: Bool) {
    let report = PowerReport(bestWatts: 268, date: today, ftpWatts: ftp, weightKilograms: 0)
    expectEqual(report.outdatedFTP, (isNews ? ftp : nil))
    expectEqual(report.thresholdPerKilogram, nil)
  }

  @Test func `a short ride suggests nothing`() {
    let short = ride(daysAgo: 1) { $0.analysis = RideAnalysis(bestPowers: [800, 700]) }
    expectEqual(PowerReport(of: [short], through: today, ftpWatts: 250, weight: 70), nil)
  }
}
