// Times of services' records, and the ranges they lie in.

import Codec
import Model
import Network

/// A moment; one without an offset is in UTC.
func utcTime(_ text: String) -> Timestamp? { WrittenTime(text)?.inUTC }

/// What a clock on the wall showed, whatever zone is written behind it.
func localTime(_ text: String) -> LocalTime? { WrittenTime(text)?.clock }

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
