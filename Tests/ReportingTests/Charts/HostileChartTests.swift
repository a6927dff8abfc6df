// Charts of anything: no value, width or date stops the program or leaves the window.

import Model
import Reporting
import Support
import Terminal
import Testing

@Suite struct HostileChartTests {
  @Test(arguments: Chart.allCases)
  func `nothing to draw is one sentence with help`(_ chart: Chart) {
    let wanted = lines(chart, []).joined(separator: " ")
    #expect(wanted.contains("velo-sync"))
    #expect(lines(chart, []).count <= 2)
    let empty = Season.series(chart).map { series in
      ChartSeries(chart: chart, name: series.name, unit: series.unit, points: [])
    }
    expectEqual(lines(chart, empty).joined(separator: " "), wanted)
    expectEqual(chartPicture(chart, empty), nil)
    let spoken = chartMessages.spokenChart(chart, empty, today: Season.today)
    expectEqual(spoken.first?.description.contains("velo-sync"), true)
    let gaps = [Season.day(chart, .load, .load, [nil, nil, nil], step: 7)]
    expectEqual(lines(chart, gaps).joined(separator: " "), wanted)
    // One value is a sentence.
    let one = [Season.day(.fitness, .fitness, .load, [nil, 64, nil])]
    expectEqual(chartPicture(.fitness, one), nil)
  }

  @Test func `infinite values are gaps`() {
    let odd = [Season.day(.load, .load, .load, [1, .infinity, 3, .nan, 5], step: 7)]
    let gaps = [Season.day(.load, .load, .load, [1, nil, 3, nil, 5], step: 7)]
    expectEqual(lines(.load, odd), lines(.load, gaps))
    expectEqual(chartPicture(.load, odd), chartPicture(.load, gaps))
  }

  @Test func `later days and other charts are not drawn`() {
    let series = Season.series(.load)
    let point = ChartSeries.Point(.day(Season.today.advanced(by: 30)), 9999)
    var more = series[0]
    more.points.append(point)
    expectEqual(lines(.load, [more] + Season.series(.scores)), lines(.load, series))
  }

  @Test func `narrow windows have the last values`() {
    let text = chartLines(.scores, width: 15).joined(separator: " ")
    #expect(text.contains(" 74"))
    #expect(chartLines(.scores, width: 20).count > 15)
  }

  @Test func `anything is drawn within the window`() throws {
    var random = SeededRandom(seed: 3)
    let numbers = [
      0, -1, 1, 0.004, 63.5, 1e6, -1e6, 1e300, -1e300, .infinity, -.infinity, .nan,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude, -0.0,
    ]
    let days = [Int.min, Int.max, -719_162, 2_932_896, -719_163, 2_932_897, 0]
    for round in 0..<Tier.rounds(1_500) {
      let chart = Chart.allCases.randomElement(using: &random) ?? .load
      let isWild = round % 3 == 0
      let series = ChartSeries.Name.allCases.shuffled(using: &random).prefix(6).map { name in
        let count = Int.random(in: 0...[2, 40, 500][round % 3], using: &random)
        func value() -> Double? {
          switch Int.random(in: 0...9, using: &random) {
          case 0: nil
          case 1...2 where isWild: numbers.randomElement(using: &random)
          default: Double.random(in: -20...250, using: &random)
          }
        }
        let isOfDays = chart != .power && chart != .trace
        let isDays = (Int.random(in: 0...9, using: &random) > 0) == isOfDays
        let wild = (0..<count).map { index in
          isWild && index % 17 == 0 ? days.randomElement(using: &random) : nil
        }
        let points = wild.enumerated().map { index, wild in
          ChartSeries.Point(
            isDays
              ? .day(Day(number: wild ?? Season.today.number - count + index))
              : .seconds(wild ?? (index + 1) * (index + 1)), value())
        }
        return ChartSeries(
          chart: chart, name: name,
          unit: ChartSeries.Unit.allCases.randomElement(using: &random) ?? .load,
          points: points, weight: numbers.randomElement(using: &random))
      }
      let width = Int.random(in: round % 7 == 0 ? -5...5 : 6...130, using: &random)
      let today = isWild ? Day(number: days.randomElement(using: &random) ?? 0) : Season.today
      let glyphs = round % 2 == 0 ? Glyphs.unicode : .ascii
      let lines = ChartText(chart, series, chartMessages, glyphs, today: today, width: width).lines
      #expect(!lines.isEmpty)
      // A command is not broken.
      for line in lines where !"\(line)".contains("velo-sync ") {
        #expect(line.cells <= max(1, min(width, 100)), "\(line)")
      }
      #expect(!chartMessages.spokenChart(chart, series, today: today).isEmpty)
      if let svg = ChartSVG(chart, series, chartMessages, today: today) {
        #expect(svg.bytes.count < 400_000)
      }
    }
  }
}
