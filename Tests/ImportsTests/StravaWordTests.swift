// The dates, numbers and sports of Strava's catalogue.

import Model
import Support
import Testing

@testable import Imports

@Suite struct StravaWordTests {
  private static let escapes = [
    "\\u{A0}": "\u{A0}", "\\u{202F}": "\u{202F}", "\\u{300}": "\u{300}", "\\u{301}": "\u{301}",
  ]

  @Test func `words of every language are read`() async throws {
    try await Golden.compareCases("Tests/ImportsTests/Cases/strava-words.txt") { line in
      let written = Self.escapes.reduce(line) { $0.replacing($1.key, with: $1.value) }
      let parts = written.split(separator: " ", maxSplits: 1).map(String.init)
      let read =
        switch parts[0] {
        case "date": date(parts[1])
        case "number": number(parts[1])
        default: StravaSport.word(for: parts[1])
        }
      return read ?? "nothing"
    }
    // What a line cannot say.
    expectEqual([date(""), number("")], [nil, nil])
    for sport in ["", " ", String(repeating: "Ride", count: 1000)] {
      expectEqual(StravaSport.word(for: sport), nil)
    }
  }

  private func date(_ text: String) -> String? {
    StravaDate(text)?.seconds(in: nil).map { Timestamp(seconds: $0).description }
  }

  /// The number, whether the language has a decimal comma or not, or is unknown.
  private func number(_ text: String) -> String? {
    let numbers = [true, false, nil].map { StravaNumber.written(text, hasDecimalComma: $0) }
    if Set(numbers).count == 1 { return numbers[0].map { "\($0)" } }
    let shown = numbers.map { number in number.map { "\($0)" } ?? "nothing" }
    return "\(shown[0]) with a decimal comma, \(shown[1]) without, otherwise \(shown[2])"
  }
}
