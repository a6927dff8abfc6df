// Which terminals are known to show progress in the taskbar.

extension Capabilities {
  /// Whether standard output is a terminal that knows OSC 9;4. A list, because nothing is ever
  /// asked of a terminal and because many show the sequence as a notification: those that say so in
  /// iTerm2's feature list, WezTerm, Ghostty from 1.2 on, Windows Terminal, ConEmu, Ptyxis from 48 on.
  /// Never inside tmux or screen, where these variables tell of a terminal far away.
  package var hasTaskbar: Bool {
    guard devices.output.isTerminal, !isSet("TMUX"), !isSet("STY") else { return false }
    if isSet("WT_SESSION") || environment["ConEmuANSI"] == "ON" { return true }
    if let list = environment["TERM_FEATURES"], features(list).contains("P") { return true }
    if let version = environment["PTYXIS_VERSION"] { return isVersion(version, atLeast: [48]) }
    switch environment["TERM_PROGRAM"] {
    case "WezTerm": return true
    case "ghostty": return isVersion(environment["TERM_PROGRAM_VERSION"] ?? "", atLeast: [1, 2])
    default: return false
    }
  }

  private func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } == true }
}

/// The features of a list without separators (iTerm2's feature reporting): each begins with a
/// capital letter and goes on with small ones and digits.
private func features(_ list: String) -> Set<String> {
  var features: [String] = []
  for scalar in list.unicodeScalars {
    switch scalar {
    case "A"..."Z": features.append(String(scalar))
    default: features.indices.last.map { features[$0].unicodeScalars.append(scalar) }
    }
  }
  return Set(features)
}

/// Whether a version like "1.2.0-dev" has reached these numbers; false when it is not known.
private func isVersion(_ text: String, atLeast wanted: [Int]) -> Bool {
  let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
    Int(part.prefix { $0.isASCII && $0.isNumber })
  }
  for (number, least) in zip(numbers, wanted) {
    guard let number else { return false }
    if number != least { return number > least }
  }
  return numbers.count >= wanted.count
}
