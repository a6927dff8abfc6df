// Finds control characters and escape sequences in the output of a command.

import Model

/// A parser of ECMA-48 sequences that keeps its place between chunks. Sequences and their
/// parameters are bounded; control strings are dropped as they arrive.
struct ControlParser: Sendable {
  /// What a scalar means.
  enum Action: Equatable {
    /// Part of a sequence, or without effect.
    case nothing
    case print
    /// A C0 control.
    case control
    /// The end of a CSI sequence with this final byte; see `parameters`.
    case sequence(UInt8)
    /// Sets private modes (DECSET), or resets them (DECRST); see `parameters`.
    case modes(isOn: Bool)
    case saveCursor, restoreCursor
    /// Movements by a row: NEL, RI.
    case nextLine, reverseIndex
    /// The terminal's state as it began (RIS).
    case reset
    /// The end of an operating system command; see `command`.
    case command
  }

  private enum State {
    case ground, escape, intermediate, sequence
    /// A sequence that is unknown or has too many parameters, so that it has no effect.
    case ignoredSequence
    /// Inside a control string, and after an ESC there.
    case string, stringEscape
  }

  private static let mostParameters = 32
  private static let longestCommand = 32

  private var state = State.ground
  /// The parameters of the current sequence; an empty one is 0.
  private(set) var parameters: [UInt16] = []
  /// Bit n is set if parameter n follows a colon.
  private(set) var parts: UInt32 = 0
  /// The beginning of an operating system command.
  private(set) var command: [UInt8] = []
  private var isCommand = false
  private var isPrivate = false

  var isInGround: Bool { state == .ground }

  /// Whether the modes are those of the alternate screen (xterm's ctlseqs).
  var isAboutAlternateScreen: Bool { parameters.contains { [47, 1047, 1049].contains($0) } }

  /// The parameter at `index`, or `standard` if it is missing or 0.
  func parameter(_ index: Int, or standard: Int) -> Int {
    index < parameters.count && parameters[index] > 0 ? Int(parameters[index]) : standard
  }

  /// Takes the next scalar. A line break ends every sequence: a line may hide only its own rest.
  mutating func take(_ scalar: UInt32) -> Action {
    if scalar == 0x0A {
      state = .ground
      return .control
    }
    switch state {
    case .ground: return takeGround(scalar)
    case .escape: return takeEscape(scalar)
    case .intermediate:
      if !(0x20...0x2F).contains(scalar) { state = .ground }
      return .nothing
    case .sequence, .ignoredSequence: return takeSequence(scalar)
    case .string: return takeString(scalar)
    case .stringEscape:
      state = .ground
      if case "\\" = scalar { return isCommand ? .command : .nothing }
      return takeEscape(scalar)
    }
  }

  private mutating func takeGround(_ scalar: UInt32) -> Action {
    switch scalar {
    case 0x1B: state = .escape
    case 0x9B: beginSequence()
    case 0x90, 0x98, 0x9D, 0x9E, 0x9F: beginString(isCommand: scalar == 0x9D)
    case 0..<0x20: return .control
    case _ where DisplayText.isHarmful(scalar): break
    default: return .print
    }
    return .nothing
  }

  private mutating func takeEscape(_ scalar: UInt32) -> Action {
    state = .ground
    switch scalar {
    case "[": beginSequence()
    case "]": beginString(isCommand: true)
    case "P", "X", "^", "_": beginString(isCommand: false)
    case "7": return .saveCursor
    case "8": return .restoreCursor
    case "D", "E": return .nextLine
    case "M": return .reverseIndex
    case "c": return .reset
    case 0x20...0x2F: state = .intermediate
    case 0x30...0x7E: break
    default: return takeGround(scalar)
    }
    return .nothing
  }

  private mutating func beginSequence() {
    (state, parts, isPrivate) = (.sequence, 0, false)
    parameters.removeAll(keepingCapacity: true)
  }

  private mutating func takeSequence(_ scalar: UInt32) -> Action {
    switch scalar {
    case 0x30...0x39:
      if parameters.isEmpty { parameters.append(0) }
      let last = parameters.count - 1
      parameters[last] = UInt16(min(UInt32(parameters[last]) * 10 + scalar - 0x30, 65_535))
    case 0x3A, 0x3B:
      if parameters.isEmpty { parameters.append(0) }
      if parameters.count == Self.mostParameters {
        state = .ignoredSequence
      } else {
        if scalar == 0x3A { parts |= 1 << UInt32(parameters.count) }
        parameters.append(0)
      }
    case "?" where parameters.isEmpty: isPrivate = true
    case 0x20...0x2F, 0x3C...0x3F: state = .ignoredSequence
    case 0x40...0x7E:
      defer { state = .ground }
      if state == .ignoredSequence { return .nothing }
      if !isPrivate { return .sequence(UInt8(truncatingIfNeeded: scalar)) }
      return "h" ~= scalar || "l" ~= scalar ? .modes(isOn: "h" ~= scalar) : .nothing
    default:
      state = .ground
      return takeGround(scalar)
    }
    return .nothing
  }

  private mutating func beginString(isCommand: Bool) {
    state = .string
    self.isCommand = isCommand
    command.removeAll(keepingCapacity: true)
  }

  private mutating func takeString(_ scalar: UInt32) -> Action {
    switch scalar {
    case 0x1B: state = .stringEscape
    case 0x07, 0x9C:
      state = .ground
      return isCommand ? .command : .nothing
    case 0x18, 0x1A: state = .ground
    case 0x20..<0x7F:
      if command.count < Self.longestCommand { command.append(UInt8(truncatingIfNeeded: scalar)) }
    default: break
    }
    return .nothing
  }
}
