// Suggestions for unknown names, and for lines of the config file that are not options.

import Model

/// "Did you mean …?"
enum Suggestion {
  /// The candidate nearest to `name`, the first of equals; nil if none is near.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    let typed = Array(name.lowercased().unicodeScalars)
    // Much longer names are not typos, and the cost grows with the product of the lengths.
    guard (1...40).contains(typed.count) else { return nil }
    var best: (candidate: String, distance: Int)?
    // One mistake in three letters: more makes another word of it, "emit" of "init".
    let tolerance = max(1, typed.count / 3)
    let begun = candidates.filter { typed.count > 1 && $0.unicodeScalars.starts(with: typed) }
    if let shortest = begun.min(by: { $0.utf8.count < $1.utf8.count }) { return shortest }
    for candidate in candidates {
      let scalars = Array(candidate.unicodeScalars)
      guard abs(scalars.count - typed.count) <= tolerance else { continue }
      let distance = distance(typed, scalars)
      guard distance <= tolerance, distance < scalars.count else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// Options and commands as other tools call them; empty for what is not here, however near a
  /// name is.
  private static let otherNames = [
    "limit": "since 30d", "last": "since 30d", "days": "since", "from": "since", "after": "since",
    "to": "until", "before": "until", "type": "sport", "format": "json or --csv", "silent": "quiet",
    "lthr": "threshold-hr", "fthr": "threshold-hr", "hr-max": "max-hr", "hr-rest": "rest-hr",
    "gender": "sex", "miles": "units imperial", "in": "units imperial",
    "imperial": "units imperial",
    "metric": "units metric", "month": "by month", "by-month": "by month", "week": "by week",
    "by-week": "by week", "sort": "", "unexclude": "include",
    "restore": "include", "threshold": "ftp or --threshold-hr", "no-color": "color never",
  ]
  static let otherCommands = [
    "list": "rides", "ls": "rides", "activities": "rides", "show": "ride", "login": "connect",
    "auth": "connect", "logout": "disconnect", "accounts": "sources", "version": "--version",
    "fetch": "sync", "pull": "sync", "update": "sync", "graph": "chart",
    "plot": "chart", "verify": "check", "fsck": "check", "add": "connect", "setup": "connect",
    "config": "--explain", "settings": "--explain", "zones": "chart zones",
    "fitness": "chart fitness", "power": "chart power", "export": "rides --csv --all",
    "csv": "rides --csv --all", "gpx": "ride --gpx ride.gpx ID", "exclude": "ride --exclude ID",
    "hide": "ride --exclude ID", "include": "ride --include ID", "ftp": "--ftp WATTS",
    "stats": "rides",
  ]

  /// The long option nearest to `spelling`; only its name is compared, not the dashes. For the
  /// `--no-` form of an option that has none, the option itself.
  static func option(nearestTo spelling: String) -> String? {
    let name = String(spelling.dropFirst(2))
    if let meant = otherNames[name] { return meant.isEmpty ? nil : "--" + meant }
    if name.hasPrefix("no-"), let on = Flag.all.first(where: { $0.name == name.dropFirst(3) }) {
      return on.valueName == nil ? "--" + on.name : nil
    }
    let names = Flag.all.flatMap(\.longNames).map { String($0.dropFirst(2)) }
    return nearest(to: name, among: names).map { "--" + $0 }
  }

  /// The optimal string alignment distance: the fewest insertions, deletions, replacements and
  /// swaps of neighbours that turn one into the other.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
        var cost = min(replaced, min(last[j + 1], row[j]) + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}

extension ConfigFile.Line {
  /// The error for a line whose first word is not an option, such as `ftp = 250` or `--ftp: 250`,
  /// with the corrected line.
  ///
  /// - Parameter otherwise: the error if it resembles no option.
  func failure(otherwise: UsageFailure) -> UsageFailure {
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
