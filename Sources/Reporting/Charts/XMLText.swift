// Writes the text of a picture or a track: elements, numbers, escaped text.

/// Builds XML as bytes of UTF-8.
struct XMLText: Sendable {
  private(set) var bytes: [UInt8] = []

  /// Adds text as it is.
  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds the text of an element, with the characters of markup escaped.
  mutating func add(escaped text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): add("&amp;")
      case UInt8(ascii: "<"): add("&lt;")
      case UInt8(ascii: ">"): add("&gt;")
      case UInt8(ascii: "\""): add("&quot;")
      default: bytes.append(byte)
      }
    }
  }

  /// Adds a number with one decimal, clamped to ±10⁶.
  mutating func add(_ number: Double) {
    let tenths = Int((min(max(number.isNaN ? 0 : number, -1e6), 1e6) * 10).rounded())
    if tenths < 0 { bytes.append(UInt8(ascii: "-")) }
    add(String(tenths.magnitude / 10))
    let rest = UInt8(tenths.magnitude % 10)
    if rest > 0 { bytes += [UInt8(ascii: "."), UInt8(ascii: "0") + rest] }
  }

  /// Adds an element without content.
  ///
  /// - Parameter attributes: from `name="value"` pairs; the names and classes are ours and need no
  ///   escaping.
  mutating func element(_ name: String, _ kind: String, _ attributes: [(String, Double)]) {
    add("<\(name)")
    if !kind.isEmpty { add(" class=\"\(kind)\"") }
    for (name, value) in attributes {
      add(" \(name)=\"")
      add(value)
      add("\"")
    }
    add("/>\n")
  }

  /// Adds a text; `anchor` is start, middle or end.
  mutating func text(_ text: String, _ kind: String, x: Double, y: Double, anchor: String) {
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
