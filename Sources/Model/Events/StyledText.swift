// The colours and attributes of text, as SGR sequences set them, and text that has them.

/// A style of ECMA-48 §8.3.117 (SGR): attributes and two colours. Blinking and concealed text are
/// shown as plain text.
package struct TextStyle: Hashable, Sendable {
  package static let plain = TextStyle()

  /// One bit for each attribute that is kept, by its parameter: 1 bold, 2 faint, 3 italic,
  /// 4 underlined, 7 reversed, 9 struck.
  private var attributes: UInt16 = 0
  private var foreground = Color.standard
  private var background = Color.standard

  /// A colour in one word.
  private struct Color: Hashable, Sendable {
    /// 0 for the terminal's own; a palette colour plus 1; or RGB with bit 24.
    let word: UInt32

    static let standard = Color(word: 0)
    static func palette(_ index: UInt16) -> Color { Color(word: UInt32(min(index, 255)) + 1) }
    static func mixed(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> Color {
      let (red, green, blue) = (min(red, 255), min(green, 255), min(blue, 255))
      return Color(word: 1 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }
  }

  package init() {}

  /// Applies the parameters of an SGR sequence. Unknown ones are ignored.
  ///
  /// - Parameters:
  ///   - parameters: the values; an empty one is 0.
  ///   - parts: bit n is set if value n follows a colon and belongs to the one before it.
  package mutating func apply(_ parameters: [UInt16], parts: UInt32 = 0) {
    if parameters.isEmpty { self = .plain }
    var index = 0
    while index < parameters.count {
      let parameter = parameters[index]
      var end = index + 1
      while end < parameters.count, end < 32, parts & 1 << UInt32(end) != 0 { end += 1 }
      if parameter == 38 || parameter == 48 {
        let color = color(parameters, from: index + 1, &end)
        if parameter == 38 { foreground = color ?? foreground }
        if parameter == 48 { background = color ?? background }
      } else {
        apply(parameter, part: end > index + 1 ? parameters[index + 1] : nil)
      }
      index = end
    }
  }

  private mutating func apply(_ parameter: UInt16, part: UInt16?) {
    switch parameter {
    case 0: self = .plain
    // `4:0` is a form of 24.
    case 4 where part == 0: attributes &= ~(1 << 4)
    case 1, 2, 3, 4, 7, 9: attributes |= 1 << parameter
    case 22: attributes &= ~(1 << 1 | 1 << 2)
    case 23, 24, 27, 29: attributes &= ~(1 << (parameter - 20))
    case 30...37: foreground = .palette(parameter - 30)
    case 39: foreground = .standard
    case 40...47: background = .palette(parameter - 40)
    case 49: background = .standard
    case 90...97: foreground = .palette(parameter - 90 + 8)
    case 100...107: background = .palette(parameter - 100 + 8)
    default: break
    }
  }

  /// The colour after 38 or 48: `5;n`, `2;r;g;b`, or the same with colons and a colour space.
  ///
  /// - Parameter end: the index after the parts, on return after the colour.
  private func color(_ parameters: [UInt16], from start: Int, _ end: inout Int) -> Color? {
    let hasParts = end > start
    guard start < parameters.count else { return nil }
    let isMixed = parameters[start] == 2
    guard isMixed || parameters[start] == 5 else { return nil }
    let last = isMixed ? 3 : 1
    var first = start + 1
    if hasParts {
      if isMixed, end - start >= 5 { first += 1 }
      guard first + last <= end else { return nil }
    } else {
      end = min(first + last, parameters.count)
      guard first + last <= parameters.count else { return nil }
    }
    return isMixed
      ? .mixed(parameters[first], parameters[first + 1], parameters[first + 2])
      : .palette(parameters[first])
  }

  /// The sequence that changes plain text to this style.
  package var sequence: String {
    var text = "\u{1B}["
    for attribute in [1, 2, 3, 4, 7, 9] as [UInt16] where attributes & 1 << attribute != 0 {
      text += "\(attribute);"
    }
    text += code(foreground, base: 30)
    text += code(background, base: 40)
    if text.utf8.last == UInt8(ascii: ";") { text.removeLast() }
    return text + "m"
  }

  private func code(_ color: Color, base: Int) -> String {
    switch color.word {
    case 0: ""
    case 1...8: "\(base + Int(color.word) - 1);"
    case 9...16: "\(base + 60 + Int(color.word) - 9);"
    case ..<(1 << 24): "\(base + 8);5;\(color.word - 1);"
    default: "\(base + 8);2;\(color.word >> 16 & 255);\(color.word >> 8 & 255);\(color.word & 255);"
    }
  }
}

/// Clean text with SGR sequences and no other control, which is plain again at its end. It is made
/// of `DisplayText` and `TextStyle` only, so that nothing else from outside can be part of it.
package struct StyledText: Hashable, Sendable {
  /// The text with its sequences.
  package let sequence: String

  /// - Parameter runs: pieces of the text in order, each with its style.
  package init(_ runs: [(text: DisplayText, style: TextStyle)]) {
    var sequence = ""
    var current = TextStyle.plain
    for run in runs where !run.text.isEmpty {
      if run.style != current {
        if current != .plain { sequence += Self.reset }
        if run.style != .plain { sequence += run.style.sequence }
        current = run.style
      }
      sequence += run.text.description
    }
    if current != .plain { sequence += Self.reset }
    self.sequence = sequence
  }

  private static let reset = "\u{1B}[0m"
}
