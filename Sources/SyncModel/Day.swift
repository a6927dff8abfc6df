// Calendar days and local clock readings, without any time-zone arithmetic.

/// A calendar day. `Codec` turns it into year, month and day and back.
package struct Day: Comparable, Hashable, Strideable, Sendable {
  /// Days since 1970-01-01.
  package let number: Int

  package init(number: Int) {
    self.number = number
  }

  /// The day on which `stamp` falls for a clock that is `offset` seconds ahead of UTC.
  package init(of stamp: Timestamp, offset: Int = 0) {
    let local = stamp.seconds + Int64(offset)
    number = Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
  }

  package static func < (left: Day, right: Day) -> Bool { left.number < right.number }

  package func advanced(by days: Int) -> Day { Day(number: number + days) }

  package func distance(to other: Day) -> Int { other.number - number }

  /// The weekday; 1970-01-01 was a Thursday.
  package var weekday: Weekday {
    let index = (number + 3) % 7
    return Weekday.allCases[index < 0 ? index + 7 : index]
  }

  /// The first second of this day in UTC.
  package var startOfDayUTC: Timestamp { Timestamp(seconds: Int64(number) * 86_400) }
}

/// A day of the week; weeks begin on Monday.
package enum Weekday: String, CaseIterable, Hashable, Sendable {
  case mon, tue, wed, thu, fri, sat, sun
}

/// What a clock on the wall showed where a record was made: no zone, no offset.
package struct LocalTime: Comparable, Hashable, Sendable {
  package let day: Day
  /// Seconds since local midnight, 0…86399.
  package let second: Int

  package init(day: Day, second: Int) {
    self.day = day
    self.second = second
  }

  package static func < (left: LocalTime, right: LocalTime) -> Bool {
    (left.day, left.second) < (right.day, right.second)
  }
}
