// Writes the text of a picture or a track: elements, numbers, escaped text.

import Codec

/// Builds XML as bytes of UTF-8.
struct XMLText: Sendable {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds the text of an element, with the characters of markup escaped. What XML cannot have in
  /// any form is left out.
  mutating func add(escaped text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: add("&amp;")
      case 0x3C: add("&lt;")
      case 0x3E: add("&gt;")
      case 0x22: add("&quot;")
      case 0...8, 0xB, 0xC, 0xE...0x1F, 0xFFFE, 0xFFFF: break
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Adds a number, clamped to ±10⁶.
  ///
  /// - Parameter places: the most decimals, from 0 to 9.
  mutating func add(_ number: Double, places: Int = 1) {
    let bounded = min(max(number.isNaN ? 0 : number, -1e6), 1e6)
    ScaledDecimal(bounded, decimals: places)?.append(to: &bytes)
  }

  mutating func element(_ name: String, _ number: Double, places: Int = 1) {
    add("<\(name)>")
    add(number, places: places)
    add("</\(name)>")
  }

  /// Adds an element without content.
  ///
  /// - Parameter attributes: from `name="value"` pairs; the names and classes are ours and need no
  ///   escaping.
  mutating func element(_ name: String, _ kind: String, _ attributes: [(String, Double)]) {
    add("<\(name) class=\"\(kind)\"")
    for (name, value) in attributes {
      add(" \(name)=\"")
      add(value)
      add("\"")
    }
    add("/>\n")
  }

  /// Adds a text; `anchor` is start, middle or end.
  mutating func text(_ text: String, _ kind: String, x: Double, y: Double, anchor: String = "start")
  {
    add("<text class=\"\(kind)\" text-anchor=\"\(anchor)\" x=\"")
    add(x)
    add("\" y=\"")
    add(y)
    add("\">")
    add(escaped: text)
    add("</text>\n")
  }

  /// Adds an open path, which is broken at nil. A point alone becomes a dot.
  mutating func path(_ points: [(x: Double, y: Double)?], _ kind: String) {
    add("<path class=\"\(kind)\" d=\"")
    var isOpen = false
    for point in points {
      guard let point else {
        isOpen = false
        continue
      }
      add(isOpen ? "L" : "M")
      add(point.x)
      add(" ")
      add(point.y)
      // A line without length gets round ends, so it is a dot.
      if !isOpen { add("h0") }
      isOpen = true
    }
    add("\"/>\n")
  }
}
