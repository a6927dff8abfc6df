// Lays out text in lines: fragments that stay whole, and words wrapped at blanks.

package import Model
import Terminal

/// A part of a line that is not broken if it fits on a line.
struct Fragment: Hashable, Sendable {
  /// Separates it from the fragment before it on the same line.
  let lead: DisplayText
  let spans: [Span]

  init(_ spans: [Span], after lead: DisplayText = " ") { (self.lead, self.spans) = (lead, spans) }

  init(_ text: DisplayText, _ role: Role = .plain, after lead: DisplayText = " ") {
    self.init([Span(text, role)], after: lead)
  }

  /// The label of a row, in so many cells.
  init(label: DisplayText, cells: Int) {
    self.init([Span(label, .muted), Span(blanks(cells - label.cells))])
  }

  var cells: Int { Line(spans).cells }

  /// Its words, each a fragment of its own; a command is one word.
  fileprivate var words: [Fragment] {
    var words: [[Span]] = [[]]
    for span in spans {
      for (index, part) in span.text.words.enumerated() {
        if index > 0 { words.append([]) }
        if !part.isEmpty { words[words.count - 1].append(Span(DisplayText(part), span.role)) }
      }
    }
    return words.filter { !$0.isEmpty }.enumerated().map { index, spans in
      Fragment(spans, after: index == 0 ? lead : " ")
    }
  }
}

extension Line {
  /// The text, without trailing blanks.
  var text: DisplayText {
    var text = spans.map(\.text.description).joined()
    while text.last == " " { text.removeLast() }
    return DisplayText(text)
  }
}

/// Puts fragments one after the other, in lines of a limited width.
struct InlineLayout: Sendable {
  /// Cells a line may have.
  let width: Int
  let glyphs: Glyphs

  init(_ glyphs: Glyphs, width: Int) { (self.glyphs, self.width) = (glyphs, max(1, width)) }

  /// - Parameters:
  ///   - indent: blanks before the first line.
  ///   - hanging: blanks before the other lines; fewer in a narrow window.
  func lines(_ fragments: [Fragment], indent: Int = 0, hanging: Int = 2) -> [Line] {
    let (indent, hanging) = (min(indent, width / 4), min(hanging, width / 4))
    var lines: [[Span]] = []
    var room = 0
    func blank(_ count: Int) -> [Span] { count > 0 ? [Span(blanks(count))] : [] }
    func begin() {
      let margin = lines.isEmpty ? indent : hanging
      lines.append(blank(margin))
      room = width - margin
    }
    func add(_ fragment: Fragment) {
      let isAtStart = lines.isEmpty || room == width - (lines.count == 1 ? indent : hanging)
      if !isAtStart, fragment.lead.cells + fragment.cells <= room {
        lines[lines.count - 1] += [Span(fragment.lead, .muted)] + fragment.spans
        room -= fragment.lead.cells + fragment.cells
        return
      }
      if lines.isEmpty || !isAtStart { begin() }
      // A command stays whole: the terminal continues it in the next row.
      let isCommand = fragment.spans.contains { $0.text.description.contains(" ") }
      let cut = isCommand ? fragment.spans : cut(fragment.spans, to: room)
      lines[lines.count - 1] += cut
      room -= Line(cut).cells
    }
    for fragment in fragments {
      let fragment = Fragment(fragment.spans.map(glyphs.fit), after: glyphs.fit(fragment.lead))
      // A fragment wider than a line is broken at its blanks.
      if fragment.cells > width - hanging {
        for word in fragment.words { add(word) }
      } else {
        add(fragment)
      }
    }
    return lines.map { Line($0) }
  }

  private func cut(_ spans: [Span], to width: Int) -> [Span] {
    var room = width
    var kept: [Span] = []
    for span in spans where room > 0 {
      let text = span.text.truncated(to: room, ellipsis: glyphs.fit("…"))
      kept.append(Span(text, span.role))
      room -= text == span.text ? text.cells : room
    }
    return kept
  }
}

extension DisplayText {
  /// The text in lines of at most `width` cells, all but the first after `indent` blanks; longer
  /// words are not broken, so that an address stays whole.
  func wrapped(to width: Int, indent: Int) -> [DisplayText] {
    let lines = wrapped(to: width - indent, first: width)
    return lines.enumerated().map { $0 == 0 ? $1 : blanks(indent) + $1 }
  }

  /// The text in lines of at most `width` cells; longer words are not broken.
  ///
  /// - Parameter first: cells of the first line; nil for `width`.
  package func wrapped(to width: Int, first: Int? = nil) -> [DisplayText] {
    guard cells > first ?? width else { return [self] }
    var lines: [String] = []
    var line = ""
    for word in words where !word.isEmpty {
      let longer = line.isEmpty ? word : "\(line) \(word)"
      if !line.isEmpty, DisplayWidth.cells(of: longer) > (lines.isEmpty ? first ?? width : width) {
        lines.append(line)
        line = word
      } else {
        line = longer
      }
    }
    return (lines + [line]).map { DisplayText($0) }
  }

  /// The parts between blanks. A command that is advised is one part, so that it can be copied in
  /// one piece.
  fileprivate var words: [String] {
    var words: [String] = []
    var (isInCommand, isQuoted) = (false, false)
    var last: Substring = ""
    for word in description.split(separator: " ", omittingEmptySubsequences: false) {
      isInCommand = isInCommand && (isQuoted || isOfCommand(word, after: last))
      if isInCommand {
        words[words.count - 1] = "\(words.last ?? "") \(word)"
      } else {
        words.append(String(word))
      }
      if isInCommand { isQuoted = word.leavesQuoted(isQuoted) }
      isInCommand =
        (isInCommand || programs.contains { word.hasSuffix($0) })
        && (isQuoted || !",;:)".contains(word.last ?? " "))
      last = word
    }
    return words
  }
}

extension Substring {
  /// Whether a shell is between single quotes after it.
  fileprivate func leavesQuoted(_ isQuoted: Bool) -> Bool {
    var (isQuoted, isEscaped) = (isQuoted, false)
    for byte in utf8 {
      if byte == UInt8(ascii: "'"), !isEscaped { isQuoted.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isQuoted && !isEscaped
    }
    return isQuoted
  }
}

/// Whether a word still belongs to the command that the words before it begin: an option or its
/// value, a command, a source, a placeholder, a path, a number.
private func isOfCommand(_ word: Substring, after last: Substring) -> Bool {
  let bare = word.last.map { ",;:.)".contains($0) } == true ? word.dropLast() : word
  guard let first = bare.utf8.first else { return false }
  return "-/~'0123456789".utf8.contains(first) || [".", "/", ":"].contains { bare.contains($0) }
    || bare == bare.uppercased() || valued.contains(String(last))
    || RunSubject.names.contains(String(bare)) || bare == "files"
    || Source(rawValue: String(bare)) != nil
}

/// What advised commands begin with.
private let programs = ["velo-sync", "mkdir", "printf"]

/// Words of advised commands that are followed by a value.
private let valued: Set<String> = [
  "chart", "files", "import", "--athlete", "--by", "--client-id", "--color", "--config", "--events",
  "--gpx", "--output", "--pace", "--sex", "--simulate", "--since", "--source", "--speed", "--sport",
  "--store", "--svg", "--units", "--until",
]
