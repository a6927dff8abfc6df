// Times in services' records, and the ranges that contain them.

import Codec
import Model
import Network

/// A time; without an offset it is taken as UTC.
func utcTime(_ text: String) -> Timestamp? { WrittenTime(text)?.inUTC }

/// The clock time, whatever offset follows.
func localTime(_ text: String) -> LocalTime? { WrittenTime(text)?.clock }

extension JSONView {
  /// A time in any of the known forms; nil otherwise.
  var time: WrittenTime? {
    plainText.map { WrittenTime(utf8: $0) } ?? string.flatMap { WrittenTime($0) }
  }
}

extension ListRange {
  /// Whether a start lies between the bounds, both exclusive.
  func contains(_ start: Timestamp) -> Bool {
    after.map { $0 < start } ?? true && before.map { start < $0 } ?? true
  }
}
