// Times of services' records, and the ranges they lie in.

import Codec
import SyncModel

/// A moment; one without an offset is in UTC.
func utcTime(_ text: String) -> Timestamp? { WrittenTime(text)?.inUTC }

/// What a clock on the wall showed, whatever zone is written behind it.
func localTime(_ text: String) -> LocalTime? { WrittenTime(text)?.onTheWall }

extension WrittenTime {
  /// The moment; without an offset, in UTC.
  var inUTC: Timestamp { Timestamp(seconds: secondsSince1970 ?? clock.secondsSince1970) }

  /// What the clock showed, whatever zone is written behind it.
  var onTheWall: LocalTime {
    LocalTime(
      day: Day(number: clock.date.daysSince1970),
      second: clock.hour * 3600 + clock.minute * 60 + clock.second)
  }
}

extension JSONView {
  /// A time, however it is written; nil for what is none.
  var time: WrittenTime? {
    plainText.map { WrittenTime(utf8: $0) } ?? string.flatMap { WrittenTime($0) }
  }
}

extension ListRange {
  /// Whether a start lies inside; both bounds lie outside.
  func contains(_ start: Timestamp) -> Bool {
    after.map { $0 < start } ?? true && before.map { start < $0 } ?? true
  }
}
