// Suggestions for lines of the config file that are not options.

import Model

extension ConfigFile.Line {
  /// The error for a line whose first word is not an option, such as `ftp = 250` or `--ftp: 250`, with
  /// the corrected line.
  ///
  /// - Parameter otherwise: the error if it resembles no option.
  func trouble(otherwise: UsageTrouble) -> UsageTrouble {
    let name = text.prefix { !Self.separates($0) }
    let value = unquoted(text.dropFirst(name.count).drop(while: Self.separates))
    let bare = name.drop { $0 == "-" }.split(separator: "_").joined(separator: "-")
    let isExact = Flag.spelled("--" + bare) != nil
    // A single word that resembles an option may also be a command.
    guard isExact || !value.isEmpty || name.hasPrefix("-"),
      let option = Suggestion.option(nearestTo: "--" + bare)
    else { return otherwise }
    let hasColon = text.dropFirst(name.count).hasPrefix(":")
    let typed = shown(name + (hasColon ? ":" : ""))
    let takesValue = Flag.spelled(option).map { $0.isOn && $0.flag.valueName != nil } ?? false
    if takesValue {
      // If only the name is mistyped, the correct name is enough.
      let isWhole = name.hasPrefix("-") && !hasColon
      let meant = isWhole || value.isEmpty ? option : "\(option) \(value)"
      return .unknownOption(typed, suggestion: shown(meant))
    }
    let isOff = ["off", "false", "no", "0"].contains(value.lowercased())
    let meant = isOff && !option.hasPrefix("--no-") ? "--no-" + option.dropFirst(2) : option
    return .unknownOption(typed, suggestion: shown(meant))
  }

  private static func separates(_ character: Character) -> Bool { ":= \t".contains(character) }

  private func unquoted(_ text: Substring) -> Substring {
    guard text.count > 1, let quote = text.first, "\"'".contains(quote), text.last == quote else {
      return text
    }
    return text.dropFirst().dropLast()
  }
}
