// The header `Retry-After`: seconds, or a date in one of three forms (RFC 9110 §10.2.3, §5.6.7).

import Codec
import Model

extension Reply {
  /// How many seconds the service asks to wait; nil when it says nothing that can be understood. A
  /// date that has passed is 0.
  ///
  /// A date counts from the service's own `Date`, because clocks differ.
  ///
  /// - Parameter now: stands in for a missing `Date`.
  func retryAfter(at now: Timestamp) -> Int64? {
    guard let text = header("Retry-After") else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // More digits than a number holds are a long time as well.
      return Int64(text) ?? .max
    }
    guard let end = httpDate(text) else { return nil }
    let begin = header("Date").flatMap { httpDate($0) } ?? now
    return max(0, end.seconds - begin.seconds)
  }
}

/// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
/// `Sun Nov  6 08:49:37 1994`, which all are in UTC.
private func httpDate(_ text: String) -> Timestamp? {
  let words = text.split { " ,-".contains($0) }
  guard words.count >= 5 else { return nil }
  let isByMonth = Int(words[1]) == nil
  guard isByMonth || words.count == 6 && words[5] == "GMT",
    let month = month(words[isByMonth ? 1 : 2]), let ofMonth = Int(words[isByMonth ? 2 : 1]),
    let year = Int(words[isByMonth ? 4 : 3])
  else { return nil }
  // Two digits are of the century that we live in, or of the one before.
  let full = year >= 100 ? year : year < 70 ? 2000 + year : 1900 + year
  let clock = words[isByMonth ? 3 : 4].split(separator: ":", omittingEmptySubsequences: false)
    .compactMap { Int($0) }
  guard clock.count == 3, let day = Day(year: full, month: month, day: ofMonth),
    let time = LocalTime(day: day, hour: clock[0], minute: clock[1], second: clock[2])
  else { return nil }
  return Timestamp(seconds: time.secondsSince1970)
}

private func month(_ name: Substring) -> Int? {
  let names = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  return names.firstIndex(of: String(name)).map { $0 + 1 }
}
