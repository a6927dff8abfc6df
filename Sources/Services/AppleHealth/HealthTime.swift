// Moments of an export: an instant, and the clock that was written for it.

import Codec
import Model

/// An instant with the offset of the clock it was written by.
struct HealthTime: Hashable {
  /// Seconds since 1970-01-01T00:00:00Z, up to the year 2106: nobody has health data beyond.
  let seconds: UInt32
  /// Seconds east of UTC.
  let offset: Int

  /// Reads "2026-11-20 06:00:00 +0100"; nil without an offset, and for a time before 1970.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let time = WrittenTime(utf8: text), let offset = time.offset,
      let seconds = time.secondsSince1970.flatMap({ UInt32(exactly: $0) })
    else { return nil }
    self.init(seconds: seconds, offset: offset)
  }

  init(seconds: UInt32, offset: Int) {
    self.seconds = seconds
    self.offset = offset
  }

  var stamp: Timestamp { Timestamp(seconds: Int64(seconds)) }

  /// The day by the written clock.
  var day: Day { Day(of: stamp, offset: offset) }

  /// What the written clock showed.
  var local: LocalTime {
    let day = day
    let second = Int64(seconds) + Int64(offset) - day.startOfDayUTC.seconds
    return LocalTime(day: day, second: Int(second))
  }
}
