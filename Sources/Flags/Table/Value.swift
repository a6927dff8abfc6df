// Reads and checks the values of options.

import Codec
import Model

/// Why a value is invalid.
enum ValueFailure: Error {
  /// `expected` completes the sentence "--option takes …".
  case wrong(ValueFault, expected: String)
  case unknownSource(String)
  /// `~/` without a home folder.
  case noHome

  static func expected(_ what: String) -> ValueFailure { .wrong(.unknown, expected: what) }
}

/// The value of an option, and what is needed to interpret it.
struct Value: Sendable {
  /// The text; empty for a switch.
  private(set) var text: String
  /// False for a `--no-` form.
  let isOn: Bool
  let level: Level
  /// Whether this is the option's first value at its level, which starts a new list.
  let isFirst: Bool
  /// The result of the lower levels.
  let below: Options
  let today: Day
  let home: String?

  /// One of the words of an enum.
  func choice<Choice>(of type: Choice.Type) throws(ValueFailure) -> Choice
  where Choice: RawRepresentable<String> & CaseIterable {
    guard let choice = Choice(rawValue: text) else { throw .expected(type.list) }
    return choice
  }

  /// A duration of `least` milliseconds to 365 days; `also` names what else the option takes.
  func duration(from least: Int64, also: String = "") throws(ValueFailure) -> Duration {
    try duration(
      .milliseconds(least) ... .seconds(365 * 86_400),
      expected: "a duration like 90s or 1m30s, from \(least)ms to 365d\(also)")
  }

  /// A duration within limits; `expected` says which.
  func duration(
    _ limits: ClosedRange<Duration>, expected: String
  ) throws(ValueFailure) -> Duration {
    guard let milliseconds = DurationText.milliseconds(text) else {
      let isBare = text.utf8.allSatisfy(isDigit)
      throw .wrong(isBare ? .noUnit : .notADuration, expected: expected)
    }
    let duration = Duration.milliseconds(milliseconds)
    guard limits.contains(duration) else {
      throw .wrong(duration < limits.lowerBound ? .tooShort : .tooLong, expected: expected)
    }
    return duration
  }

  /// A day from 1970 to today: `2026-01-31`, `2026-01` and `2026` for their first day, or `30d` for
  /// 30 days ago.
  func pastDay() throws(ValueFailure) -> Day { try pastDay(isLast: false) }

  /// The same, the last day of a month or a year, or today if that is earlier.
  func lastPastDay() throws(ValueFailure) -> Day { try pastDay(isLast: true) }

  private func pastDay(isLast: Bool) throws(ValueFailure) -> Day {
    let expected =
      "a date from 1970-01-01 to \(today), a month, a year, or a number of days like 30d"
    let day = try day(isLast: isLast, expected)
    guard day <= today else { throw .wrong(.inFuture, expected: expected) }
    return day
  }

  private func day(isLast: Bool, _ expected: String) throws(ValueFailure) -> Day {
    var known = Day(text) ?? Day(ago: text, today: today)
    if known == nil, let span = Day.span(text) {
      known = isLast ? max(span.lowerBound, min(span.upperBound, today)) : span.lowerBound
    }
    guard let day = known else { throw .wrong(.notADate, expected: expected) }
    guard day.number >= 0 else { throw .wrong(.beforeEpoch, expected: expected) }
    return day
  }

  /// Numbers separated by commas, each alone or with the day from which it holds: `255@2026-01-15`.
  /// One with a day adds to those of the lower levels, one alone replaces them all.
  func dated(
    _ range: ClosedRange<UInt16>, into setting: inout DatedSetting, below: DatedSetting
  ) throws(ValueFailure) {
    let also = ", also with the day it holds from, like 200@\(today)"
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)\(also)"
    var hasUndated = false
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      let number = Int(try with(sides[0]).number(range, also: also))
      if sides.count == 2 {
        // A day to come is taken: who knows the value of next month need not remember to set it.
        setting.set(number, from: try with(sides[1]).day(isLast: false, expected))
      } else {
        // A decimal comma separates two of them.
        if hasUndated { throw .wrong(.notWhole, expected: expected) }
        (setting.undated, hasUndated) = (number, true)
        setting.remove(below.dated)
      }
    }
  }

  private func with(_ part: Substring) -> Value {
    var value = self
    value.text = String(part)
    return value
  }

  /// A whole number of the range; `also` names what else the option takes.
  func number(_ range: ClosedRange<UInt16>, also: String = "") throws(ValueFailure) -> UInt16 {
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)\(also)"
    guard text.utf8.allSatisfy(isDigit), let number = UInt16(text), range.contains(number) else {
      let fault = fault(Double(range.lowerBound)...Double(range.upperBound))
      throw .wrong(fault == .unknown ? .notWhole : fault, expected: expected)
    }
    return number
  }

  /// Why the text is not a number of a range; `unknown` if only its form is wrong.
  private func fault(_ range: ClosedRange<Double>) -> ValueFault {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    // `Double` alone would also read "nan", "1e3" and "0x1p3".
    guard digits.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }), let number = Double(text)
    else { return .notANumber }
    if range.contains(number) { return .unknown }
    return number < range.lowerBound ? .tooSmall : .tooLarge
  }

  func sleepNeed() throws(ValueFailure) -> Duration {
    try duration(
      .seconds(4 * 3600) ... .seconds(12 * 3600),
      expected: "a duration like 8h or 7h30m, from 4h to 12h")
  }

  /// A factor of 0.1 to 1000 in plain decimals, or `max`.
  func speed() throws(ValueFailure) -> Speed {
    if text == "max" { return .max }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }),
      let factor = Double(text), (0.1...1000).contains(factor)
    else { throw .wrong(fault(0.1...1000), expected: "a number from 0.1 to 1000, or max") }
    return .times(factor)
  }

  /// Names of sources, separated by commas.
  func sourceList() throws(ValueFailure) -> [Source] {
    var sources: [Source] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      if name.isEmpty { throw .expected("names of sources, like strava,intervals") }
      sources.append(try source(name))
    }
    return sources
  }

  /// The ID of an athlete, which becomes part of URLs.
  func athleteID() throws(ValueFailure) -> String {
    guard (1...32).contains(text.utf8.count),
      text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { throw .expected("the id of an athlete, like i12345") }
    return text
  }

  /// An https redirect URI, as registered at the service.
  func redirect() throws(ValueFailure) -> String {
    let scheme = "https://"
    guard text.hasPrefix(scheme),
      text.utf8.dropFirst(scheme.utf8.count).first.map({ !"/?:".utf8.contains($0) }) ?? false,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
    else { throw .expected("an https address like https://localhost/velo-sync") }
    return text
  }

  /// `CASE` or `CASE@SOURCE`.
  func simulation() throws(ValueFailure) -> SimulationRequest {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let what = SimulationCase(rawValue: String(name)) else {
      throw .expected("CASE or CASE@SOURCE, where CASE is \(SimulationCase.list)")
    }
    guard parts.count == 2 else { return SimulationRequest(what: what) }
    return SimulationRequest(what: what, source: try source(parts[1]))
  }

  func anyText() -> String { text }

  /// A path. A shell expands neither `--name=~/x` nor a variable that a service manager sets, and
  /// nobody expands a config file.
  func path() throws(ValueFailure) -> String {
    let names = level == .config ? ["~", "$HOME"] : ["~"]
    guard let path = text.expandingHome(home, as: names) else { throw .noHome }
    return path
  }

  private func source(_ name: Substring) throws(ValueFailure) -> Source {
    guard let source = Source(rawValue: String(name)) else { throw .unknownSource(String(name)) }
    return source
  }
}

extension String {
  /// The path with the home folder in the place of a name of it at its beginning; nil where there
  /// is none.
  package func expandingHome(_ home: String?, as names: [String] = ["~"]) -> String? {
    guard let name = names.first(where: { self == $0 || hasPrefix($0 + "/") }) else { return self }
    guard let home, !home.isEmpty else { return nil }
    return home + dropFirst(name.count)
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  static var words: [String] { allCases.map(\.rawValue) }

  /// Every word, as listed in a sentence: "auto, always or never".
  static var list: String { Array(allCases).list }
}

extension Array where Element: RawRepresentable<String> {
  /// The words, as listed in a sentence.
  var list: String {
    let words = map(\.rawValue)
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}

private func isDigit(_ byte: UInt8) -> Bool {
  UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9")
}
