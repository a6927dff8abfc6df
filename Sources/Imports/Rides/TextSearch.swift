// Looks for a text in a text.

extension String {
  /// Whether a text occurs in this one, byte by byte. The standard library's `contains` would link
  /// its engine for regular expressions: a tenth of the program.
  func has(_ text: String) -> Bool {
    let rest = utf8
    return rest.indices.contains { rest[$0...].starts(with: text.utf8) }
  }
}
