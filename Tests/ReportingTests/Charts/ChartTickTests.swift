// The axes of charts: round numbers, dates where a person would put them, labels apart.

import Model
@testable import Reporting
import Support
import Terminal
import Testing

@Suite struct ChartTickTests {
  @Test func `every axis covers its range with round numbers`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<Tier.rounds(5000) {
      let rows = Int.random(in: 1...12, using: &random)
      let isBars = Bool.random(using: &random)
      let scales: [Double] = [0.05, 1, 30, 900, 1e5, 1e9]
      let scale = scales.randomElement(using: &random) ?? 1
      let ends = [Double.random(in: -scale...scale, using: &random), scale * 0.9].sorted()
      let range = isBars ? 0...max(0, ends[1]) : ends[0]...ends[1]
      let axis = ValueAxis(rows: rows, covering: range, isBars: isBars)
      let ticks = axis.ticks
      #expect(ticks.count >= (rows == 1 && !isBars ? 0 : 2), "\(rows) \(range)")
      for tick in ticks {
        #expect(abs(tick.value / axis.step - (tick.value / axis.step).rounded()) < 1e-6)
        // The height of a number is that of its row.
        let height = isBars ? Double(tick.row) + 1 : Double(tick.row) + 0.5
        #expect(abs(axis.height(of: tick.value) - height) < 1e-6)
      }
      // The highest number is above the data, also above the 0 of bars alone.
      let half = isBars ? 0 : axis.step / Double(axis.stride) / 2
      if rows > 1 { #expect(ticks.last.map { $0.value + half >= range.upperBound } == true) }
      if rows > 1, isBars { #expect(axis.step >= (range.upperBound == 0 ? 0.5 : 0)) }
      // Nothing is clamped: the ends have the distance that their values have.
      let perRow = axis.step / Double(axis.stride)
      let ends2 = axis.height(of: range.upperBound) - axis.height(of: range.lowerBound)
      #expect(abs(ends2 - (range.upperBound - range.lowerBound) / perRow) < 1e-6)
    }
  }

  @Test(arguments: [
    (0.0...612.0, 12, [0.0, 250, 500, 750]), (0...100, 4, [0, 50, 100]),
    (0...8.3, 12, [0, 5, 10]), (0...410, 12, [0, 250, 500]),
  ])
  func `numbers are those of a person`(
    _ range: ClosedRange<Double>, _ rows: Int, _ wanted: [Double]
  ) {
    let ticks = ValueAxis(rows: rows, covering: range, isBars: true).ticks.map(\.value)
    expectEqual(ticks, wanted)
  }

  @Test func `dates are mondays months or years`() throws {
    for (first, last, step, width, labels) in [
      ("2026-11-20", "2026-11-25", 1, 80, ["20 Nov", "21", "22", "23", "24", "25"]),
      ("2026-10-15", "2026-11-25", 1, 60, ["19 Oct", "26", "2 Nov", "9", "16", "23"]),
      ("2026-09-03", "2026-11-25", 1, 22, ["Oct", "Nov"]),
      ("2025-12-01", "2026-11-23", 7, 30, ["2026", "Apr", "Jul", "Oct"]),
      ("2016-11-25", "2026-11-25", 1, 50, ["2018", "2020", "2022", "2024", "2026"]),
      ("2026-11-25", "2026-11-25", 1, 50, ["25 Nov"]), ("2026-11-24", "2026-11-25", 1, 3, []),
    ] as [(String, String, Int, Int, [String])] {
      let (first, last) = (try #require(Day(first)), try #require(Day(last)))
      let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
      let ticks = DateTicks.ticks(
        from: first, to: last, step: step, width: width, name: { String(months[$0 - 1]) },
        place: { Double(first.distance(to: $0)) / Double(max(1, first.distance(to: last))) })
      expectEqual(ticks.map(\.label), labels)
    }
  }

  @Test func `labels never overlap`() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<Tier.rounds(2000) {
      let first = Day(number: Int.random(in: -5000...25_000, using: &random))
      let length = Int.random(
        in: 0...[3, 30, 400, 9000, 36_000][Int.random(in: 0...4, using: &random)], using: &random)
      let width = Int.random(in: 1...100, using: &random)
      let dates = DateTicks.ticks(
        from: first, to: first.advanced(by: length),
        step: Bool.random(using: &random) ? 1 : 7,
        width: width, name: { _ in "Xxx" },
        place: { Double(first.distance(to: $0)) / Double(max(1, length)) })
      expectApart(dates, width)
      let low = Int.random(in: 1...100, using: &random)
      let range = low...Int.random(in: low...1_000_000, using: &random)
      expectApart(DurationTicks.ticks(in: range, width: width), width)
    }
  }

  private func expectApart(_ ticks: [AxisTick], _ width: Int) {
    var end = -2
    for tick in ticks {
      #expect(tick.start(in: width) >= end + 2 && tick.end(in: width) <= width, "\(ticks)")
      #expect((tick.start(in: width)..<tick.end(in: width)).contains(tick.column(in: width)))
      end = tick.end(in: width)
    }
  }

  /// Durations are on a logarithmic scale, and labels at the ends of lines are moved apart.
  @Test func `places of durations and labels`() {
    #expect(abs(DurationTicks.place(60, in: 1...3600) - 0.5) < 1e-9)
    expectEqual([1, 3600].map { DurationTicks.place($0, in: 1...3600) }, [0, 1])
    expectEqual(DurationTicks.place(5, in: 5...5), 0.5)
    expectEqual(EndLabels.spread([3, 3], limit: 5), [3, 4])
    expectEqual(EndLabels.spread([5, 5, 5], limit: 5), [3, 4, 5])
    expectEqual(EndLabels.spread([0, 4], limit: 5), [0, 4])
    expectEqual(EndLabels.spread([100, 90], size: 25, limit: 300), [115, 90])
  }
}
