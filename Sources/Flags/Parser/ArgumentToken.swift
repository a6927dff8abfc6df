// The grammar: splits arguments into options, operands and errors.

import Model

/// An argument, with its value if it has one. Splitting never fails: an error is a token, too, so
/// that `--help` and `--json` are found after it.
enum ArgumentToken {
  /// An option as it was typed, without its value.
  case option(Flag, spelling: String, isOn: Bool, value: String)
  /// A command or its argument.
  case operand(String)
  case failure(UsageFailure)

  /// Splits `arguments`. What follows a `--` is operands.
  static func split(_ arguments: [String]) -> [ArgumentToken] {
    var words: [ArgumentToken] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest.map(ArgumentToken.operand)
        break
      } else if argument.hasPrefix("--") {
        words.append(long(argument, &rest))
      } else if argument.hasPrefix("-"), argument != "-" {
        words += short(argument, &rest)
      } else {
        words.append(.operand(argument))
      }
    }
    return words
  }

  /// `--name`, `--name=value`, `--name value`, `--no-name`.
  private static func long(_ argument: String, _ rest: inout ArraySlice<String>) -> ArgumentToken {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = parts.first.map(String.init) ?? argument
    let attached = parts.count == 2 ? String(parts[1]) : nil
    guard let (flag, isOn) = Flag.spelled(spelling) else {
      return .failure(.unknownOption(named: spelling))
    }
    if flag.valueName != nil, isOn {
      guard let value = attached ?? takeValue(&rest), !value.isEmpty else {
        return .failure(.missingValue(option: shown(spelling)))
      }
      return .option(flag, spelling: spelling, isOn: true, value: value)
    }
    if attached != nil { return .failure(.needlessValue(option: shown(spelling))) }
    return .option(flag, spelling: spelling, isOn: isOn, value: "")
  }

  /// `-n`, `-n value`, `-nvalue`, and several letters after one dash.
  private static func short(_ argument: String, _ rest: inout ArraySlice<String>) -> [ArgumentToken]
  {
    // `-since` is no source "ince".
    if Flag.spelled("-" + argument.prefix { $0 != "=" }) != nil {
      return [.failure(.unknownOption(shown(argument), suggestion: shown("-" + argument)))]
    }
    var words: [ArgumentToken] = []
    var letters = argument.dropFirst()
    var isWrong = false
    while let letter = letters.popFirst() {
      let spelling = "-\(letter)"
      guard let flag = Flag.all.first(where: { $0.short == letter }) else {
        // One error is enough, but later letters may still request help.
        if !isWrong { words.append(.failure(.unknownOption(letter: letter, in: argument))) }
        isWrong = true
        continue
      }
      var value = ""
      if flag.valueName != nil {
        guard let given = letters.isEmpty ? takeValue(&rest) : String(letters), !given.isEmpty
        else {
          words.append(.failure(.missingValue(option: shown(spelling))))
          break
        }
        value = given
        letters = ""
      }
      words.append(.option(flag, spelling: spelling, isOn: true, value: value))
    }
    return words
  }

  /// The next argument, unless it is an option itself: `--store --json` lacks a folder. A dash
  /// alone or before a digit begins no option.
  private static func takeValue(_ rest: inout ArraySlice<String>) -> String? {
    guard let next = rest.first else { return nil }
    let second = next.utf8.dropFirst().first
    let isDigit = second.map { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") } ?? true
    guard !next.hasPrefix("-") || isDigit else { return nil }
    return rest.popFirst()
  }
}

extension UsageFailure {
  /// An unknown long option, with the nearest known one.
  fileprivate static func unknownOption(named spelling: String) -> UsageFailure {
    let command = CommandName(rawValue: String(spelling.dropFirst(2)))?.rawValue
    let nearest = command ?? Suggestion.option(nearestTo: spelling)
    return .unknownOption(shown(spelling), suggestion: nearest.map(shown))
  }

  /// An unknown letter. If two dashes were probably meant (`-json`), names the whole word.
  fileprivate static func unknownOption(letter: Character, in argument: String) -> UsageFailure {
    if argument.count > 2, let long = Suggestion.option(nearestTo: "-" + argument) {
      return .unknownOption(shown(argument), suggestion: shown(long))
    }
    // A file that a shell found for a `*`.
    if argument.contains(".") {
      return .unknownOption(shown(argument), suggestion: shown(shellWord("./" + argument)))
    }
    return .unknownOption(shown("-\(letter)"), suggestion: nil)
  }
}
