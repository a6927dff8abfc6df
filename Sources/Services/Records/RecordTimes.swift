// Times of services' records, and the ranges they lie in.

import Codec
import SyncModel

/// A moment; one without an offset is in UTC.
func utcTime(_ text: String) -> Timestamp? {
  guard let written = WrittenTime(text) else { return nil }
  return Timestamp(seconds: written.secondsSince1970 ?? written.clock.secondsSince1970)
}

/// What a clock on the wall showed, whatever zone is written behind it.
func localTime(_ text: String) -> LocalTime? {
  guard let clock = WrittenTime(text)?.clock else { return nil }
  return LocalTime(
    day: Day(number: clock.date.daysSince1970),
    second: clock.hour * 3600 + clock.minute * 60 + clock.second)
}

extension ListRange {
  /// Whether a start lies inside; both bounds lie outside.
  func contains(_ start: Timestamp) -> Bool {
    after.map { $0 < start } ?? true && before.map { start < $0 } ?? true
  }
}
