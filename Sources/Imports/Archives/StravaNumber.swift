// Parses the numbers of a Strava export.

/// Numbers as `activities.csv` writes them.
enum StravaNumber {
  private static let longest = 64

  /// A number of the second set of columns: digits with a point; nil for anything else.
  static func exact(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { $0.count <= longest ? XMLNumber.parse($0) : nil }
  }

  /// A number of the first set of columns, in the form of the account's language: `10,20`,
  /// `1.234,5`, `1 234,5`.
  ///
  /// - Parameter hasDecimalComma: whether the language has a decimal comma; nil when unknown.
  /// - Returns: nil for anything else, and for a number that has two readings in an unknown
  ///   language.
  static func written(_ text: String, hasDecimalComma: Bool?) -> Double? {
    guard text.utf8.count <= longest else { return nil }
    var parts = [""]
    var marks: [Mark] = []
    for scalar in text.unicodeScalars {
      if ("0"..."9").contains(scalar) {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      } else if let mark = Mark(scalar) {
        marks.append(mark)
        parts.append("")
      } else {
        return nil
      }
    }
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    guard let isFraction = hasFraction(parts, marks, hasDecimalComma) else { return nil }
    let fraction = isFraction ? parts.removeLast() : nil
    // Groups have three digits, and one mark between them.
    let groups = Set(isFraction ? marks.dropLast() : marks[...])
    guard groups.count <= 1, !isFraction || !groups.contains(marks[marks.count - 1]) else {
      return nil
    }
    guard parts.count == 1 || parts[0].utf8.count <= 3,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 3 })
    else { return nil }
    return exact(parts.joined() + (fraction.map { "." + $0 } ?? ""))
  }

  private enum Mark {
    case point, comma, gap

    init?(_ scalar: Unicode.Scalar) {
      switch scalar {
      case ".": self = .point
      case ",": self = .comma
      case " ", "\u{A0}", "\u{2009}", "\u{202F}", "'", "\u{2019}": self = .gap
      default: return nil
      }
    }
  }

  /// Whether the last mark is the decimal one; nil when that cannot be known.
  private static func hasFraction(
    _ parts: [String], _ marks: [Mark], _ hasDecimalComma: Bool?
  ) -> Bool? {
    guard let last = marks.last, last != .gap else { return false }
    if marks.count > 1 { return marks.count { $0 == last } == 1 }
    if parts[1].utf8.count != 3 || parts[0].utf8.count > 3 || parts[0].hasPrefix("0") {
      return true
    }
    // One mark before three digits.
    return hasDecimalComma.map { $0 == (last == .comma) }
  }
}
