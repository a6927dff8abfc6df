// What the three standard descriptors are, and what follows for the terminal; pure functions of
// `Devices` and variables.

package import Model
package import Platform

/// Why the live line is not shown by default.
package enum LiveObstacle: Hashable, Sendable {
  case notATerminal
  /// `TERM` is unset or empty.
  case noTerm
  /// `TERM` is `dumb`.
  case dumbTerm
  /// `CI` is set.
  case ci
  /// The reader of another output writes to the same terminal.
  case sharedTerminal
  /// The window has fewer than 20 columns.
  case narrow(columns: Int)

  /// Whether this applies even if the user asks for the live line. Otherwise it only suggests that
  /// the output is not read interactively, or that somebody else writes there.
  package var isFinal: Bool { self != .ci && self != .sharedTerminal }
}

/// The glyphs to use.
package enum GlyphSet: Hashable, Sendable { case unicode, ascii }

/// What this process can do with its standard descriptors.
package struct Capabilities: Sendable {
  /// Updated after a resize.
  package var devices: Devices
  let environment: [String: String]
  /// Whether the reader of another output writes to the terminal of this one.
  private let sharesTerminal: Bool
  /// `COLUMNS`, if it is a valid width. Parsed once because every frame needs it.
  private let columnsVariable: Int?

  package init(devices: Devices, environment: [String: String], sharesTerminal: Bool = false) {
    self.devices = devices
    self.environment = environment
    self.sharesTerminal = sharesTerminal
    columnsVariable = environment["COLUMNS"].flatMap(columns)
  }

  /// The first reason not to show the live line; nil if there is none.
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
    if environment["CI"].map({ !$0.isEmpty }) == true { return .ci }
    return sharesTerminal ? .sharedTerminal : nil
  }

  /// Unicode if the first non-empty locale variable ends with UTF-8. Decided by name because asking
  /// the C library requires the locale to be installed. The Linux console has too few glyphs.
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

  /// The width of plain text and help: `COLUMNS`, then the window, then 80.
  package var textColumns: Int { columnsVariable ?? devices.output.window?.columns ?? 80 }

  /// The width of the live block: the window's, or `COLUMNS` if that is smaller; 80 if neither is
  /// known.
  package var blockColumns: Int {
    guard let window = devices.output.window else { return columnsVariable ?? 80 }
    return min(window.columns, columnsVariable ?? window.columns)
  }

  /// The height of the window; 24 if unknown.
  package var rows: Int { devices.output.window?.rows ?? 24 }

  /// Whether the stream is connected to the systemd journal. Children inherit `JOURNAL_STREAM`, so
  /// it must match this stream's device and inode (systemd.exec(5)).
  package func isJournal(_ stream: OutputStream) -> Bool {
    guard let identity = devices[stream].identity, let name = environment["JOURNAL_STREAM"]
    else { return false }
    return name == "\(identity.device):\(identity.inode)"
  }
}

/// Parses a width; 2...1000, digits only.
private func columns(_ text: String) -> Int? {
  guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let columns = Int(text),
    (2...1000).contains(columns)
  else { return nil }
  return columns
}

/// A colour decision with its reason.
package struct ColorDecision: Hashable, Sendable {
  /// What decided, highest precedence first.
  package enum Reason: Hashable, Sendable {
    /// Our own setting.
    case setting
    /// The environment variable of this name.
    case variable(String)
    /// `TERM` is unset or names a terminal without colour.
    case term
    /// Whether the stream is a terminal.
    case device
  }

  package let isOn: Bool
  package let reason: Reason

  /// - Parameter choice: our own setting; with `auto` the variables and the stream decide.
  package init(_ choice: ColorChoice, environment: [String: String], isTerminal: Bool) {
    func isForced(_ name: String) -> Bool {
      switch environment[name] {
      case nil, "", "0", "false": false
      default: true
      }
    }
    if choice != .auto {
      (isOn, reason) = (choice == .always, .setting)
    } else if environment["NO_COLOR"].map({ !$0.isEmpty }) == true {
      (isOn, reason) = (false, .variable("NO_COLOR"))
    } else if let name = ["CLICOLOR_FORCE", "FORCE_COLOR"].first(where: isForced) {
      (isOn, reason) = (true, .variable(name))
    } else if environment["CLICOLOR"] == "0" {
      (isOn, reason) = (false, .variable("CLICOLOR"))
    } else if hasNoColor(environment["TERM"] ?? "") {
      (isOn, reason) = (false, .term)
    } else {
      (isOn, reason) = (isTerminal, .device)
    }
  }
}

/// Whether `TERM` names a terminal without colour: the entries of ncurses' terminfo.src without
/// `colors` that may still be in use. All others count as coloured.
private func hasNoColor(_ term: String) -> Bool {
  switch term {
  case "", "dumb", "sun", "mach", "mach-bold", "mach-gnu", "rxvt-basic", "xterm-r5", "xterm-r6":
    true
  case "vt525": false
  default:
    // `ansi-m`, `rxvt-m` and `xterm-mono` have no colour; `vt100` has many variants.
    term.hasSuffix("-m") || term.hasSuffix("-mono")
      || (term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true)
  }
}

/// A terminal window's size in cells.
package struct WindowSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// Reads the size from the terminal; nil if there is none or it reports 0 columns or rows.
  package init?(of descriptor: Int32) {
    guard let size = TerminalDevice.windowSize(of: descriptor) else { return nil }
    (columns, rows) = size
  }
}

/// The properties of one descriptor.
package struct Device: Hashable, Sendable {
  package var isTerminal: Bool
  /// nil if it is not a terminal or does not report its size.
  package var window: WindowSize?
  package var identity: FileIdentity?
}

extension Device {
  /// Reads the properties from the system.
  package init(probing descriptor: Int32) {
    isTerminal = TerminalDevice.isTerminal(descriptor)
    window = isTerminal ? WindowSize(of: descriptor) : nil
    identity = DescriptorStatus(of: descriptor)?.identity
  }
}

/// The three standard descriptors.
package struct Devices: Hashable, Sendable {
  package var input: Device
  package var output: Device
  package var error: Device

  /// Whether both outputs are the same file, pipe or terminal.
  package var shareOutput: Bool { output.identity != nil && output.identity == error.identity }

  /// Reads the properties of these descriptors.
  package static func probe(input: Int32 = 0, output: Int32 = 1, error: Int32 = 2) -> Devices {
    Devices(
      input: Device(probing: input), output: Device(probing: output), error: Device(probing: error))
  }

  package subscript(stream: OutputStream) -> Device {
    switch stream {
    case .standardOutput: output
    case .standardError: error
    }
  }
}
