// What a terminal and an environment allow: every decision is pure, the facts are handed in.

package import Model

/// Why there is no live line by itself.
package enum LiveObstacle: Hashable, Sendable {
  case notATerminal
  /// `TERM` is unset or empty.
  case noTerm
  /// `TERM` is `dumb`.
  case dumbTerm
  /// `CI` is set.
  case ci
  /// The window has fewer than 20 columns.
  case narrow(columns: Int)

  /// Whether it stands even against a person who asks for the live line. `CI` does not: it is
  /// a guess about who reads.
  package var isFinal: Bool { self != .ci }
}

/// Which of the two sets of glyphs can be shown.
package enum GlyphSet: Hashable, Sendable {
  case unicode, ascii
}

/// What can be done with the devices of this process.
package struct Capabilities: Sendable {
  /// The facts; the window is replaced after a resize.
  package var devices: Devices
  let environment: [String: String]
  /// `COLUMNS`, where it is a width: read for every frame.
  private let columnsVariable: Int?

  package init(devices: Devices, environment: [String: String]) {
    self.devices = devices
    self.environment = environment
    columnsVariable = environment["COLUMNS"].flatMap(columns)
  }

  /// What speaks against the live line; nil when nothing does.
  package var liveObstacle: LiveObstacle? {
    if !devices.output.isTerminal { return .notATerminal }
    switch environment["TERM"] ?? "" {
    case "": return .noTerm
    case "dumb": return .dumbTerm
    default: break
    }
    if let window = devices.output.window, window.columns < 20 {
      return .narrow(columns: window.columns)
    }
    return environment["CI"].map { !$0.isEmpty } == true ? .ci : nil
  }

  /// The locale by its name (asking the C library needs the locale to be installed): the first of
  /// the three variables that is not empty ends with UTF-8. The Linux console has too few glyphs.
  package var glyphs: GlyphSet {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    let locale = (names.first { !$0.isEmpty } ?? "").lowercased()
    let isUnicode = locale.hasSuffix("utf-8") || locale.hasSuffix("utf8")
    return isUnicode && environment["TERM"] != "linux" ? .unicode : .ascii
  }

  /// Whether a stream gets colour.
  ///
  /// - Parameter choice: our own setting.
  package func color(on stream: OutputStream, _ choice: ColorChoice = .auto) -> ColorDecision {
    ColorDecision(choice, environment: environment, isTerminal: devices[stream].isTerminal)
  }

  /// The width of plain text and help: `COLUMNS` before the window, 80 when neither is known.
  package var textColumns: Int {
    columnsVariable ?? devices.output.window?.columns ?? 80
  }

  /// The width of the live block: never more than the window, less when `COLUMNS` says so.
  package var blockColumns: Int {
    guard let window = devices.output.window else { return columnsVariable ?? 80 }
    return min(window.columns, columnsVariable ?? window.columns)
  }

  /// The height of the window; 24 when it is unknown.
  package var rows: Int { devices.output.window?.rows ?? 24 }

  /// Whether the stream goes to the systemd journal: the variable, which every child inherits, must
  /// name this very stream (systemd.exec(5)).
  package func isJournal(_ stream: OutputStream) -> Bool {
    guard let identity = devices[stream].identity, let name = environment["JOURNAL_STREAM"]
    else { return false }
    return name == "\(identity.device):\(identity.inode)"
  }
}

/// A width from 2 to 1000 columns, in digits alone.
private func columns(_ text: String) -> Int? {
  guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let columns = Int(text),
    (2...1000).contains(columns)
  else { return nil }
  return columns
}
