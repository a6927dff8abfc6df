// The config file: one option per line, as on the command line.

package import Model

/// The text of a config file, and its name for messages.
package struct ConfigFile: Hashable, Sendable {
  /// The path, made safe to show.
  package let name: DisplayText
  package let text: String

  package init(name: DisplayText, text: String) { (self.name, self.text) = (name, text) }

  /// nil for a file of another kind: one with a NUL, or with a line far longer than any path.
  package init?(name: DisplayText, bytes: [UInt8]) {
    if bytes.contains(0) { return nil }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
    if lines.contains(where: { $0.count > 16 << 10 }) { return nil }
    self.init(name: name, text: String(decoding: bytes, as: UTF8.self))
  }

  struct Line {
    let file: DisplayText
    /// Counts from 1.
    let number: Int
    /// Without the blanks around it.
    let text: String
    let arguments: [String]

    func failure(_ problem: UsageFailure) -> SyncFailure {
      .config(.line(file: file, line: number, problem: problem))
    }
  }

  /// The lines without blank ones and comments.
  var lines: [Line] {
    var lines: [Line] = []
    var number = 0
    // A file saved by a Windows editor begins with a byte order mark and ends its lines in CR LF.
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    for raw in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let line = trimmed(raw)
      guard let first = line.first, first != "#" else { continue }
      lines.append(Line(file: name, number: number, text: String(line), arguments: arguments(line)))
    }
    return lines
  }

  /// Splits a line at the first blank or `=`, which may have blanks around it. The value is
  /// everything after it: there are no quotes, and it may begin with a dash.
  private func arguments(_ line: Substring) -> [String] {
    guard let split = line.firstIndex(where: { isBlank($0) || $0 == "=" }) else {
      return [String(line)]
    }
    let name = String(line[..<split])
    let rest = line[split...].drop(while: isBlank)
    let value = trimmed(rest.first == "=" ? rest.dropFirst() : rest)
    if name.hasPrefix("--"), name != "--" { return ["\(name)=\(value)"] }
    return [name, String(value)]
  }
}

private func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

private func trimmed(_ text: Substring) -> Substring {
  var text = text.drop(while: isBlank)
  while let last = text.last, isBlank(last) { text.removeLast() }
  return text
}
