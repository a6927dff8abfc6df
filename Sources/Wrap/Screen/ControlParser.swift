// Finds control characters and escape sequences in the output of a command.

import Model

/// A parser of ECMA-48 sequences that keeps its place between chunks. Of sequences and control
/// strings a bounded part is kept.
struct ControlParser: Sendable {
  /// What a scalar means.
  enum Action: Equatable {
    /// Part of a sequence, or without effect.
    case nothing
    case print
    /// A C0 control.
    case control
    /// The end of an escape sequence that is nothing but this byte.
    case escape(UInt8)
    /// The end of a CSI sequence with this final byte; see `parameters`.
    case sequence(UInt8)
    /// Sets private modes (DECSET), or resets them (DECRST); see `parameters`.
    case modes(isOn: Bool)
    /// The end of an operating system command; see `content`.
    case command
  }

  private enum State {
    case ground, escape, intermediate, sequence
    /// Inside a control string, and after an ESC there.
    case string, stringEscape
  }

  /// A sequence that is longer has no effect, and of a control string no more is kept.
  private static let longest = 128
  private static let mostParameters = 32

  private var state = State.ground
  /// What the current sequence or control string has between its beginning and its end.
  private(set) var content: [UInt8] = []
  private var isCommand = false

  var isInGround: Bool { state == .ground }

  /// Whether the modes are those of the alternate screen (xterm's ctlseqs).
  var isAboutAlternateScreen: Bool { parameters.contains { [47, 1047, 1049].contains($0) } }

  /// Whether the modes are about what keys, the mouse and pasting send.
  var isForKeys: Bool { parameters.allSatisfy { [1, 1000, 1002, 1003, 1006, 2004].contains($0) } }

  /// The parameters of a sequence; an empty one is 0, and so is one that is missing.
  var parameters: [UInt16] {
    content.drop { "?" ~= $0 }.split(omittingEmptySubsequences: false) { $0 >= 0x3A }
      .prefix(Self.mostParameters).map { digits in
        digits.reduce(0) { UInt16(min(Int($0) * 10 + Int($1 & 0xF), 65_535)) }
      }
  }

  /// Bit n is set if parameter n follows a colon.
  var parts: UInt32 {
    content.filter { $0 >= 0x3A }.prefix(Self.mostParameters - 1).reversed().reduce(0) {
      ($0 | (":" ~= $1 ? 1 : 0)) << 1
    }
  }

  /// The first parameter, or `standard` if it is missing or 0.
  func parameter(or standard: Int) -> Int {
    parameters.first.map { $0 > 0 ? Int($0) : standard } ?? standard
  }

  /// Takes the next scalar. A line break ends every sequence: a line may hide only its own rest.
  mutating func feed(_ scalar: UInt32) -> Action {
    if scalar == 0x0A {
      state = .ground
      return .control
    }
    switch state {
    case .ground: return takeGround(scalar)
    case .escape: return takeEscape(scalar)
    case .intermediate where !(0x20...0x2F).contains(scalar): state = .ground
    case .sequence: return takeSequence(scalar)
    case .string where scalar == 0x1B: state = .stringEscape
    case .string where scalar == 0x07 || scalar == 0x9C: return endString()
    case .string where scalar == 0x18 || scalar == 0x1A: state = .ground
    case .string: keep(scalar)
    case .stringEscape: return "\\" ~= scalar ? endString() : takeEscape(scalar)
    case .intermediate: break
    }
    return .nothing
  }

  private mutating func takeGround(_ scalar: UInt32) -> Action {
    state = .ground
    switch scalar {
    case 0x1B: state = .escape
    case 0x9B: begin(.sequence)
    case 0x90, 0x98, 0x9D, 0x9E, 0x9F: begin(.string, isCommand: scalar == 0x9D)
    case 0..<0x20: return .control
    case _ where DisplayText.isHarmful(scalar): break
    default: return .print
    }
    return .nothing
  }

  private mutating func takeEscape(_ scalar: UInt32) -> Action {
    state = .ground
    switch scalar {
    case "[": begin(.sequence)
    case "]", "P", "X", "^", "_": begin(.string, isCommand: "]" ~= scalar)
    case 0x20...0x2F: state = .intermediate
    case 0x30...0x7E: return .escape(UInt8(truncatingIfNeeded: scalar))
    default: return takeGround(scalar)
    }
    return .nothing
  }

  private mutating func begin(_ new: State, isCommand: Bool = false) {
    (state, self.isCommand) = (new, isCommand)
    content.removeAll(keepingCapacity: true)
  }

  private mutating func keep(_ scalar: UInt32) {
    if (0x20..<0x7F).contains(scalar), content.count < Self.longest {
      content.append(UInt8(truncatingIfNeeded: scalar))
    }
  }

  private mutating func takeSequence(_ scalar: UInt32) -> Action {
    switch scalar {
    case 0x20...0x3F: keep(scalar)
    case 0x40...0x7E:
      state = .ground
      let isPrivate = content.first.map { "?" ~= $0 } ?? false
      guard content.count < Self.longest,
        content.dropFirst(isPrivate ? 1 : 0).allSatisfy({ (0x30...0x3B).contains($0) })
      else { return .nothing }
      if !isPrivate { return .sequence(UInt8(truncatingIfNeeded: scalar)) }
      return "h" ~= scalar || "l" ~= scalar ? .modes(isOn: "h" ~= scalar) : .nothing
    default: return takeGround(scalar)
    }
    return .nothing
  }

  private mutating func endString() -> Action {
    state = .ground
    return isCommand ? .command : .nothing
  }
}
