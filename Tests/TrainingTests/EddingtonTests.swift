// The Eddington number, compared with counts by hand.

import Model
import Support
import Testing
import Training

struct EddingtonTests {
  private let today = Day("2026-11-20") ?? Day(number: 0)

  private func rides(_ kilometres: [(day: Int, Double?)]) -> [Activity] {
    kilometres.enumerated().map { index, ride in
      var activity = Activity.ride(on: today.advanced(by: -ride.day), id: index)
      activity.distanceMetres = ride.1.map { $0 * 1000 }
      return activity
    }
  }

  private func number(_ kilometres: [(day: Int, Double?)], _ units: Units = .metric) -> [Int]? {
    EddingtonNumber(of: rides(kilometres), in: units, today: today).map {
      [$0.number, $0.thisYear, $0.missing]
    }
  }

  /// Four days: 5, 4, 3 and 2 km. Three of them have 3 km or more; two have 4 or more.
  @Test func `days are counted`() {
    let days = [(1, 3.0), (2, 5), (3, 2), (4, 4)]
    expectEqual(number(days), [3, 3, 2])
    // The rides of a day add up: 2 + 2 km make the third day of 4 km.
    expectEqual(number(days + [(3, 2)]), [3, 3, 1])
    expectEqual(number(days + [(3, 2), (1, 1)]), [4, 4, 4])
    expectEqual(number([(1, 0.9)]), [0, 0, 1])
    expectEqual(number([(1, 200)]), [1, 1, 1])
    expectEqual(number([(1, 3), (1, nil)]), [1, 1, 1])
  }

  /// The year begins 323 days before.
  @Test func `this year is its own number`() {
    expectEqual(number([(1, 9), (323, 9), (324, 9), (500, 9)]), [4, 2, 1])
    expectEqual(number([(324, 9)]), [1, 0, 1])
  }

  @Test func `miles are longer`() {
    let days = (1...5).map { ($0, 1.609344 * 5) }
    expectEqual(number(days, .imperial), [5, 5, 6])
    expectEqual(number(days.map { ($0.0, $0.1 - 0.001) }, .imperial), [4, 4, 5])
  }

  @Test func `what does not count is left out`() {
    expectEqual(number([]), nil)
    expectEqual(number([(1, nil)]), nil)
    var two = rides([(1, 9), (2, 9)])
    two[0].isExcluded = true
    expectEqual(EddingtonNumber(of: two, in: .metric, today: today)?.number, 1)
  }
}
