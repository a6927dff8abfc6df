// Texts of failures: short enough to be read, with the path of the whole.

private let context = 400

/// Two texts that should be the same: the lines that differ, or both around the first difference.
func difference(_ got: String, _ expected: String) -> String {
  if got.contains("\n"), expected.contains("\n") { return lines(got, expected) }
  let common = zip(got.unicodeScalars, expected.unicodeScalars).prefix { $0 == $1 }.count
  let start = max(0, common - context)
  return "got: \(excerpt(of: got, from: start))\nexpected: \(excerpt(of: expected, from: start))"
}

/// At most 40 lines that differ, with their numbers: those that were expected after a `-`.
private func lines(_ got: String, _ expected: String) -> String {
  let pair = [got, expected].map { text in
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.prefix(context) }
  }
  let rows = pair[0].difference(from: pair[1]).map { change in
    switch change {
    case .remove(let at, let line, _): (at, "- \(at + 1): \(line)")
    case .insert(let at, let line, _): (at, "+ \(at + 1): \(line)")
    }
  }
  // Of lines at one place the expected one comes first.
  let shown = rows.sorted { ($0.0, $1.1) < ($1.0, $0.1) }.prefix(40).map(\.1)
  let rest = rows.count - shown.count
  return shown.joined(separator: "\n")
    + (rest > 0 ? "\n\(rest) more lines differ: \(RunFolder.keep(got))" : "")
}

/// At most 2,000 characters of a text, from `start` on if it has more; then the whole is in a file.
func excerpt(of text: String, from start: Int) -> String {
  let (scalars, most) = (text.unicodeScalars, 2_000)
  if scalars.count <= most { return text.debugDescription }
  let first = min(start, scalars.count - most)
  var part = ""
  part.unicodeScalars.append(contentsOf: scalars.dropFirst(first).prefix(most))
  return "\(part.debugDescription), characters \(first) to \(first + most) of \(scalars.count): "
    + RunFolder.keep(text)
}
