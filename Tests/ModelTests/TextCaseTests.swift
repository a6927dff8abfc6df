// Texts that are read or written: durations, times, days and kinds of sport.

import Model
import Support
import Testing

@Suite struct TextCaseTests {
  @Test func `texts are read and written`() async throws {
    try await Golden.compareCases("Tests/ModelTests/Cases/texts.txt") { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      let text = parts[1].hasPrefix("'") ? parts[1].dropFirst().dropLast() : parts[1]
      return told(parts[0], String(text)) ?? "nothing"
    }
  }

  private func told(_ kind: Substring, _ text: String) -> String? {
    let bytes = Array(text.utf8)
    switch kind {
    case "duration": return DurationText.milliseconds(text).map { "\($0) ms" }
    case "precise": return Int64(text).map { DurationText.precise($0) }
    case "whole": return Int64(text).map { DurationText.whole($0) }
    case "timestamp":
      let time = Timestamp(text)
      expectEqual(bytes.withUnsafeBufferPointer { Timestamp(utf8: $0) }, time)
      return time.map { "\($0.seconds), \($0)" }
    case "local": return LocalTime(text).map { "\($0.day.calendar), \($0.second) s, \($0)" }
    case "written":
      let time = WrittenTime(text)
      expectEqual(bytes.withUnsafeBufferPointer { WrittenTime(utf8: $0) }, time)
      return time.map { time in
        "\(time.secondsSince1970.map { "\($0)" } ?? "no offset"), \(time.clock)"
      }
    case "day": return Day(text).map { "\($0.number), \(Day(number: $0.number))" }
    default:
      let kinds = Set(text.split(separator: " ").map { ActivityKind(sport: String($0)).rawValue })
      return kinds.sorted().joined(separator: ", ")
    }
  }

  @Test func `an activity without a sport has no kind`() {
    var activity = Activity(
      id: ActivityID(source: .files, sourceID: "1"), start: Timestamp(seconds: 0))
    expectEqual(activity.kind, nil)
    for sport in ["", String(repeating: "x", count: 1_000_000) + "ride"] {
      activity.sport = sport
      expectEqual(activity.kind, .other)
    }
  }
}
