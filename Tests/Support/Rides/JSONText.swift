// JSON written by hand, independent of the code under test.

/// Pieces of JSON.
package enum JSONText {
  /// A string literal with what must be escaped escaped, and nothing else.
  package static func quoted(_ text: String) -> String {
    let digits = Array("0123456789abcdef")
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case ..<" ":
        quoted += "\\u00\(digits[Int(scalar.value >> 4)])\(digits[Int(scalar.value & 15)])"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// A fraction with at most so many decimals, always with a point.
  package static func number(_ value: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return "\((value * scale).rounded() / scale)"
  }
}
