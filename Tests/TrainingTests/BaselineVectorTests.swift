// HRV and resting heart rate against their baselines, as computed by another library.

import Model
import Support
import Testing

@testable import Training

struct BaselineVectorTests {
  private let rows: [[String: Double]]

  init() throws {
    rows = try Vector.table("scores_hrv_baseline_110d.csv")
  }

  private func series(_ column: String) -> DailyValues {
    var values = DailyValues(Day(number: 1)...Day(number: rows.count))
    for (index, row) in rows.enumerated() { values[Day(number: index + 1)] = row[column] }
    return values
  }

  /// The vectors are rounded to eight decimals.
  private func isClose(_ result: Baseline.Result, _ expected: Double) -> Bool {
    guard case .deviation(let deviation) = result else { return false }
    return abs(deviation - expected) < 2e-6
  }

  @Test func `variability follows the vectors`() {
    let values = series("ln_hrv")
    var compared = 0
    for (index, row) in rows.enumerated() {
      let result = Baseline.compare(values, on: Day(number: index + 1), floor: 0.02)
      // The vectors fill days without a reading; here those days have no result.
      if row["ln_hrv"] == nil {
        expectEqual(result, .noReading)
      } else if let expected = row["z_hrv"], row["base_n"] ?? 0 >= 14 {
        #expect(isClose(result, expected))
        compared += 1
      }
    }
    #expect(compared > 50)
  }

  @Test func `resting heart rate follows the vectors`() {
    let values = series("rhr")
    var compared = 0
    for (index, row) in rows.enumerated() where row["rhr"] != nil {
      guard let expected = row["z_rhr_inverted_sdfloor1"] else { continue }
      let result = Baseline.compare(values, on: Day(number: index + 1), floor: 1)
      if case .tooShort = result { continue }
      #expect(isClose(result, -expected))
      compared += 1
    }
    #expect(compared > 50)
  }

  @Test func `a short baseline says how much is missing`() {
    var values = DailyValues(Day(number: 0)...Day(number: 40))
    for number in 0..<9 { values[Day(number: number)] = 4 }
    for number in 9..<16 { values[Day(number: number)] = 4 }
    expectEqual(
      Baseline.compare(values, on: Day(number: 15), floor: 0.02), .tooShort(days: 9, needed: 14))
  }

  @Test func `a single reading after a gap is not compared`() {
    var values = DailyValues(Day(number: 0)...Day(number: 60))
    for number in 0..<30 { values[Day(number: number)] = 4 }
    values[Day(number: 40)] = 4
    expectEqual(
      Baseline.compare(values, on: Day(number: 40), floor: 0.02), .tooShort(days: 1, needed: 3))
  }
}
