// Units, dates and lists as whole words, for spoken texts.

import Codec
import Model

extension Messages {
  /// "4 minutes 12 seconds": the two largest units, rounded; zero is left out.
  func inWords(_ value: Duration) -> String {
    let seconds = (value.milliseconds + 500) / 1000
    let units = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
    let largest = units.firstIndex { seconds >= $0.0 } ?? units.count - 1
    guard largest < units.count - 1 else { return count(Int(max(0, seconds)), "second") }
    let (large, small) = (units[largest], units[largest + 1])
    let length = Int64(small.0)
    let rounded = (seconds + length / 2) / length * length
    let (whole, rest) = rounded.quotientAndRemainder(dividingBy: Int64(large.0))
    let first = count(Int(whole), large.1)
    return rest == 0 ? first : "\(first) \(count(Int(rest / length), small.1))"
  }

  /// How long something took: "4 seconds", "less than a second".
  func tookInWords(_ value: Duration) -> String {
    value < .seconds(1) ? "less than a second" : inWords(value)
  }

  /// A limit as it was given: "5 minutes", "1.5 seconds".
  func exactInWords(_ value: Duration) -> String {
    let isShort = value.milliseconds % 1000 != 0 && value < .seconds(60)
    let seconds = ScaledDecimal(value.inSeconds, decimals: 3)?.text ?? ""
    return isShort ? "\(seconds) seconds" : inWords(value)
  }

  /// "19 November".
  func dateInWords(_ day: Day) -> String {
    "\(day.calendar.day) \(Self.months[day.calendar.month - 1])"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// "Sep"; `number` is 1…12.
  func month(_ number: Int) -> String { String(Self.months[number - 1].prefix(3)) }

  /// "Monday".
  func inWords(_ weekday: Weekday) -> String {
    let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    return names[Weekday.allCases.firstIndex(of: weekday) ?? 0]
  }

  /// A figure as it is spoken: "minus 7".
  func heard(_ figure: String) -> String {
    figure.hasPrefix("-") ? "minus \(figure.dropFirst())" : figure
  }

  /// "19 November", "19 November 2026".
  func inWords(_ day: Day, _ hasYear: Bool) -> String {
    hasYear ? "\(dateInWords(day)) \(day.year)" : dateInWords(day)
  }

  /// "12 new activities, 1 changed activity and 14 nights".
  func listInWords(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return "\(parts.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// The text as a sentence: ends in a full stop instead of "…", or in a command to be pasted.
  func sentence(_ text: DisplayText) -> DisplayText {
    var text = text.description
    while text.hasSuffix("…") { text.removeLast() }
    var last = text[...]
    while let stop = last.place(of: ". ") { last = last[stop.upperBound...] }
    let isWhole = ".?!".contains(text.last ?? ".") || last.place(of: "velo-sync ") != nil
    return DisplayText(isWhole ? text : text + ".")
  }
}
