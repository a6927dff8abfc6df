// Progress on the taskbar icon or tab of a terminal (OSC 9;4), and which terminals support it.

/// Tracks the progress shown and produces the bytes that change it. The sequence is ConEmu's: `ESC
/// ] 9 ; 4 ;` state `;` percent `ESC \`. Use only that of `Capabilities.taskbar`: other terminals
/// show OSC 9 as a notification.
package struct Taskbar: Sendable {
  /// Percentages are from 0 to 100.
  package enum State: Hashable, Sendable {
    case none
    case normal(percent: Int)
    case paused(percent: Int)
    case error(percent: Int)
  }

  /// Whether it is the terminal's around tmux, which passes the sequence on (tmux(1),
  /// `allow-passthrough`).
  private let isAroundTmux: Bool
  private var state = State.none

  package init(isAroundTmux: Bool = false) { self.isAroundTmux = isAroundTmux }

  /// The bytes that end it.
  package var clear: StaticString {
    isAroundTmux ? "\u{1B}Ptmux;\u{1B}\u{1B}]9;4;0;\u{1B}\u{1B}\\\u{1B}\\" : "\u{1B}]9;4;0;\u{1B}\\"
  }

  /// Returns the bytes that change the state to `new`; empty if it is unchanged, so that progress
  /// that was never shown is never cleared.
  package mutating func show(_ new: State) -> [UInt8] {
    guard new != state else { return [] }
    state = new
    switch new {
    case .none: return Array(clear.description.utf8)
    case .normal(let percent): return set(1, percent)
    case .error(let percent): return set(2, percent)
    case .paused(let percent): return set(4, percent)
    }
  }

  private func set(_ state: Int, _ percent: Int) -> [UInt8] {
    let command = "]9;4;\(state);\(percent)"
    let sequence =
      isAroundTmux
      ? "\u{1B}Ptmux;\u{1B}\u{1B}\(command)\u{1B}\u{1B}\\\u{1B}\\" : "\u{1B}\(command)\u{1B}\\"
    return Array(sequence.utf8)
  }
}

extension Capabilities {
  /// The taskbar of standard output; nil unless that is a terminal known to support OSC 9;4. Inside
  /// tmux and screen the variables describe the outer terminal: through tmux only if it is asked
  /// for.
  package var taskbar: Taskbar? {
    guard devices.output.isTerminal, !isSet("STY") else { return nil }
    if isSet("TMUX") {
      return environment["VELO_SYNC_TASKBAR"] == "tmux" ? Taskbar(isAroundTmux: true) : nil
    }
    return knowsTaskbar ? Taskbar() : nil
  }

  /// Terminals that list it in iTerm2's feature list, WezTerm, Ghostty from 1.2, Windows Terminal,
  /// ConEmu, VS Code from 1.97, Ptyxis from 48 and others with VTE from 0.80. A list, because
  /// terminals are never queried and many show the sequence as a notification.
  private var knowsTaskbar: Bool {
    if isSet("WT_SESSION") || environment["ConEmuANSI"] == "ON" { return true }
    if let list = environment["TERM_FEATURES"], features(list).contains("P") { return true }
    if let version = environment["PTYXIS_VERSION"] { return isVersion(version, atLeast: [48]) }
    let version = environment["TERM_PROGRAM_VERSION"] ?? ""
    switch environment["TERM_PROGRAM"] {
    case "WezTerm": return true
    case "ghostty": return isVersion(version, atLeast: [1, 2])
    case "vscode": return isVersion(version, atLeast: [1, 97])
    default: return isVersion(environment["VTE_VERSION"] ?? "", atLeast: [8000])
    }
  }

  private func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } == true }
}

/// Splits iTerm2's feature list, which has no separators: each feature is a capital letter followed
/// by lowercase letters and digits.
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

/// Whether a version such as "1.2.0-dev" is at least `wanted`; false if it cannot be parsed.
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

extension Taskbar.State {
  /// The state that a program asks for with the operating system command `9;4;` state `;` percent;
  /// nil for another command and an unknown state. Without a percentage there is no progress to
  /// show.
  package init?(command: [UInt8]) {
    guard command.starts(with: "9;4;".utf8) else { return nil }
    var numbers = [0]
    for byte in command.dropFirst(4) {
      switch byte {
      case 0x30...0x39:
        let last = numbers.count - 1
        numbers[last] = min(numbers[last] * 10 + Int(byte - 0x30), 1000)
      case UInt8(ascii: ";"): numbers.append(0)
      default: return nil
      }
    }
    let percent = numbers.count > 1 ? min(100, numbers[1]) : nil
    switch (numbers[0], percent) {
    case (1, let percent?): self = .normal(percent: percent)
    case (2, let percent?): self = .error(percent: percent)
    case (4, let percent?): self = .paused(percent: percent)
    case (0...4, _): self = .none
    default: return nil
    }
  }
}
