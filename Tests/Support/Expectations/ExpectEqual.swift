// Compares two values, with a failure message that can be read however large they are.

// A build without Swift's dynamic libraries has no Testing, and needs none.
#if canImport(Testing)
  package import Testing

  /// Records an issue unless the values are equal. Its message has both, each cut to 2,000 characters
  /// around the first difference; what was cut is in files that the message names.
  ///
  /// A function, because each expansion of `#expect` costs the compiler ten times as much.
  package func expectEqual<Value: Equatable>(
    _ got: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    if got == expected { return }
    let difference = Difference(got: text(of: got), expected: text(of: expected))
    Issue.record(
      "\(comment().map { "\($0): " } ?? "")\(difference)",
      sourceLocation: SourceLocation(
        fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Bytes are shown as the text they are.
  private func text(of value: some Any) -> String {
    switch value {
    case let text as String: text
    case let bytes as [UInt8]: String(decoding: bytes, as: UTF8.self)
    case let lines as [String]: lines.joined(separator: "\n")
    default: String(describing: value)
    }
  }
#endif

/// Two texts that should be the same.
package struct Difference: CustomStringConvertible {
  /// The most shown of a text, in characters.
  private static let most = 2_000
  /// What is shown before the first difference.
  private static let context = 400

  package let got: String
  package let expected: String

  package init(got: String, expected: String) {
    (self.got, self.expected) = (got, expected)
  }

  package var description: String {
    let common = zip(got.unicodeScalars, expected.unicodeScalars).prefix { $0 == $1 }.count
    let start = max(0, common - Self.context)
    return """
      got: \(excerpt(got, from: start, "got"))
      expected: \(excerpt(expected, from: start, "expected"))
      """
  }

  /// The text, or the part of it from `start` and the path of the whole.
  private func excerpt(_ text: String, from start: Int, _ name: String) -> String {
    if text.unicodeScalars.count <= Self.most { return text.debugDescription }
    var excerpt = ""
    excerpt.unicodeScalars.append(
      contentsOf: text.unicodeScalars.dropFirst(start).prefix(Self.most))
    return """
      \(start > 0 ? "…" : "")\(excerpt.debugDescription)… (\(text.utf8.count) bytes, \
      whole: \(RunFolder.keep(text, name)))
      """
  }
}
