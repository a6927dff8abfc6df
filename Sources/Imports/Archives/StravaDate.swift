// Parses the dates of a Strava export, which are in UTC and in the account's language.

import Model

/// Dates as `activities.csv` writes them: `Apr 7, 2018, 9:05:12 AM`, `7 Apr 2018, 09:05:12`,
/// `21.07.2026, 15:09:27`, `24 mai 2012 à 16:27:40`, `9 mei 2026, 00:03:01`, `2018-09-12 15:02:23`.
enum StravaDate {
  private static let longest = 64

  /// Seconds since 1970; nil for a date in any other form, which is never guessed at, and for one
  /// outside `RideLimits.times`.
  static func parse(_ text: String) -> Int64? {
    guard text.utf8.count <= longest, let tokens = tokens(of: text) else { return nil }
    var rest = tokens[...]
    guard let day = day(&rest) else { return nil }
    if let first = rest.first, joints.contains(first) { rest.removeFirst() }
    guard let second = secondOfDay(rest) else { return nil }
    let seconds = day.startOfDayUTC.seconds + Int64(second)
    return RideLimits.times.contains(seconds) ? seconds : nil
  }

  private enum Token: Equatable {
    /// At most four digits.
    case number(Int, digits: Int)
    /// In lower case, without the points of an abbreviation.
    case word(String)
    case mark(Character)
  }

  /// What may stand between the day and the time.
  private static let joints: [Token] = [
    .mark(","), .word("à"), .word("at"), .word("um"), .word("om"), .word("t"),
  ]

  private static func tokens(of text: String) -> [Token]? {
    var tokens: [Token] = []
    var rest = Substring(text)
    while let first = rest.first {
      if let digit = first.asciiDigit {
        let digits = rest.prefix { $0.asciiDigit != nil }
        guard digits.utf8.count <= 4 else { return nil }
        let value = digits.dropFirst().reduce(digit) { $0 * 10 + ($1.asciiDigit ?? 0) }
        tokens.append(.number(value, digits: digits.utf8.count))
        rest = rest.dropFirst(digits.count)
      } else if first.isLetter {
        let word = rest.prefix { $0.isLetter || $0 == "." }
        tokens.append(.word(String(word.filter { $0 != "." }).lowercased()))
        rest = rest.dropFirst(word.count)
      } else {
        // U+202F and U+00A0, which occur before AM and PM, are white space as well.
        if !first.isWhitespace { tokens.append(.mark(first)) }
        rest = rest.dropFirst()
      }
    }
    return tokens
  }

  /// Takes the day; in figures alone, only orders that have one reading.
  private static func day(_ rest: inout ArraySlice<Token>) -> Day? {
    let tokens = Array(rest.prefix(5))
    guard tokens.count >= 4 else { return nil }
    switch (tokens[0], tokens[1], tokens[2], tokens[3]) {
    case (.word(let name), .number(let day, 1...2), .mark(","), .number(let year, 4)):
      rest = rest.dropFirst(4)
      return months[name].flatMap { Day(year: year, month: $0, day: day) }
    case (.number(let day, 1...2), .word(let name), .number(let year, 4), _):
      rest = rest.dropFirst(3)
      return months[name].flatMap { Day(year: year, month: $0, day: day) }
    case (.number(let day, 1...2), .mark("."), .word(let name), .number(let year, 4)):
      rest = rest.dropFirst(4)
      return months[name].flatMap { Day(year: year, month: $0, day: day) }
    case (.number(let day, 1...2), .mark("."), .number(let month, 1...2), .mark(".")):
      guard case .number(let year, 4)? = tokens.last, tokens.count == 5 else { return nil }
      rest = rest.dropFirst(5)
      return Day(year: year, month: month, day: day)
    case (.number(let year, 4), .mark("-"), .number(let month, 2), .mark("-")):
      guard case .number(let day, 2)? = tokens.last, tokens.count == 5 else { return nil }
      rest = rest.dropFirst(5)
      return Day(year: year, month: month, day: day)
    default:
      return nil
    }
  }

  /// The time, with seconds, up to the end.
  private static func secondOfDay(_ tokens: ArraySlice<Token>) -> Int? {
    let tokens = Array(tokens)
    guard tokens.count == 5 || tokens.count == 6,
      case .number(var hour, 1...2) = tokens[0], case .number(let minute, 2) = tokens[2],
      case .number(let second, 2) = tokens[4], tokens[1] == .mark(":"), tokens[3] == .mark(":"),
      minute < 60, second < 60
    else { return nil }
    if tokens.count == 6 {
      switch tokens[5] {
      case .word("am") where (1...12).contains(hour): hour %= 12
      case .word("pm") where (1...12).contains(hour): hour = hour % 12 + 12
      case .word("z"), .word("utc"): break
      default: return nil
      }
    }
    return hour < 24 ? hour * 3_600 + minute * 60 + second : nil
  }

  /// English, German, French and Dutch names and abbreviations; none of them means two months.
  private static let months: [String: Int] = {
    let names = [
      "jan january januar jänner janv janvier januari",
      "feb february februar févr fév février februari",
      "mar march märz mär mrz mars mrt maart",
      "apr april avr avril",
      "may mai mei",
      "jun june juni juin",
      "jul july juli juil juillet",
      "aug august août augustus",
      "sep sept september septembre",
      "oct october okt oktober octobre",
      "nov november novembre",
      "dec december dez dezember déc décembre",
    ]
    var months: [String: Int] = [:]
    for (index, line) in names.enumerated() {
      for name in line.split(separator: " ") { months[String(name)] = index + 1 }
    }
    return months
  }()
}

extension Character {
  /// The value of an ASCII digit.
  fileprivate var asciiDigit: Int? {
    guard let value = asciiValue, value &- UInt8(ascii: "0") < 10 else { return nil }
    return Int(value - UInt8(ascii: "0"))
  }
}
