// The calendar, compared with a simple day-by-day count.

import Model
import Support
import Testing

@Suite(.blocking) struct DayTests {
  @Test func `every day of four hundred years is correct`() throws {
    // 1800-01-01 is 170 years with 41 leap days before 1970.
    var count = -(170 * 365 + 41)
    for year in 1800..<2200 {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (index, length) in lengths.enumerated() {
        for day in 1...length {
          let date = try #require(Day(year: year, month: index + 1, day: day))
          expectEqual(date.number, count)
          #expect(Day(number: count).calendar == (year, index + 1, day))
          count += 1
        }
        expectEqual(Day(year: year, month: index + 1, day: length + 1), nil)
      }
    }
  }

  @Test func `days beyond the calendar are clamped in text`() throws {
    expectEqual(Day(number: -719_163).description, "0001-01-01")
    expectEqual(Day(number: 2_932_897).description, "9999-12-31")
    expectEqual(Day(number: .min).year, 1)
    expectEqual(Day(number: .max).year, 9999)
    let day = try #require(Day("2024-02-28"))
    expectEqual(day.advanced(by: 2).description, "2024-03-01")
    expectEqual(day.advanced(by: -59).description, "2023-12-31")
  }

  @Test func `days are in order`() throws {
    let texts = ["1999-12-31", "2000-01-01", "2000-01-02", "2000-02-01"]
    let dates = texts.compactMap { Day($0) }
    expectEqual(dates.reversed().sorted().map(\.description), texts)
  }
}
