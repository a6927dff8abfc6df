// Texts of failures: short enough to be read, with the path of the whole.

/// Two texts that should be the same.
package struct Difference: CustomStringConvertible {
  /// What is shown before the first difference, in characters.
  private static let context = 400

  package let got: String
  package let expected: String

  package init(got: String, expected: String) {
    (self.got, self.expected) = (got, expected)
  }

  package var description: String {
    if got.contains("\n"), expected.contains("\n") { return lines }
    let common = zip(got.unicodeScalars, expected.unicodeScalars).prefix { $0 == $1 }.count
    let start = max(0, common - Self.context)
    return "got: \(Excerpt(of: got, from: start))\nexpected: \(Excerpt(of: expected, from: start))"
  }

  private static let mostLines = 40

  /// The lines that differ, with their numbers: those that were expected after a `-`.
  private var lines: String {
    let pair = [got, expected].map { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.prefix(Self.context) }
    }
    let rows = pair[0].difference(from: pair[1]).map { change in
      switch change {
      case .remove(let at, let line, _): (at, "- \(at + 1): \(line)")
      case .insert(let at, let line, _): (at, "+ \(at + 1): \(line)")
      }
    }
    // Of lines at one place the expected one comes first.
    let shown = rows.sorted { ($0.0, $1.1) < ($1.0, $0.1) }.prefix(Self.mostLines).map(\.1)
    let rest = rows.count - shown.count
    return shown.joined(separator: "\n")
      + (rest > 0 ? "\n\(rest) more lines differ: \(RunFolder.keep(got))" : "")
  }
}

/// At most 2,000 characters of a text. If it has more, the whole is written to a file.
package struct Excerpt: CustomStringConvertible {
  private static let most = 2_000

  package let description: String

  /// - Parameter start: the first character shown of a text that is too long.
  package init(of text: String, from start: Int = 0) {
    let scalars = text.unicodeScalars
    guard scalars.count > Self.most else {
      description = text.debugDescription
      return
    }
    let first = min(start, scalars.count - Self.most)
    var part = ""
    part.unicodeScalars.append(contentsOf: scalars.dropFirst(first).prefix(Self.most))
    description =
      "\(part.debugDescription), characters \(first) to \(first + Self.most) of \(scalars.count): "
      + RunFolder.keep(text)
  }

  package init(ofEndOf text: String) {
    self.init(of: text, from: .max)
  }
}
