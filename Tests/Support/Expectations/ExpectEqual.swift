// Compares two values, with a failure message that can be read however large they are.

// A build without Swift's dynamic libraries has no Testing, and needs none.
#if canImport(Testing)
  package import Testing

  /// Records an issue unless the values are equal. Its message has both, each cut to 2,000
  /// characters around the first difference; what was cut is in files that the message names.
  ///
  /// A function, because each expansion of `#expect` costs the compiler ten times as much.
  package func expectEqual<Value: Equatable>(
    _ got: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    if got == expected { return }
    let difference = difference(text(of: got), text(of: expected))
    Issue.record(
      "\(comment().map { "\($0): " } ?? "")\(difference)",
      sourceLocation: SourceLocation(
        fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Records an issue unless the condition holds; one that is not known does not.
  package func expect(
    _ condition: Bool?, _ comment: @autoclosure () -> Comment? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    if condition == true { return }
    Issue.record(
      comment() ?? (condition == nil ? "nothing to judge by" : "it does not hold"),
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
