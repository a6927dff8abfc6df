// Lays out text in lines: fragments that stay whole, and words wrapped at blanks.

package import Model
import Terminal

/// A part of a line that is not broken if it fits on a line.
struct Fragment: Hashable, Sendable {
  /// Separates it from the fragment before it on the same line.
  let lead: DisplayText
  let spans: [Span]

  init(_ spans: [Span], after lead: DisplayText = " ") {
    self.lead = lead
    self.spans = spans
  }

  init(_ text: DisplayText, _ role: Role = .plain, after lead: DisplayText = " ") {
    self.init([Span(text, role)], after: lead)
  }

  /// The label of a row, in so many cells.
  init(label: DisplayText, cells: Int) {
    self.init([Span(label, .muted), Span(blanks(cells - label.cells))])
  }

  var cells: Int { Line(spans).cells }

  /// Its words, each a fragment of its own.
  fileprivate var words: [Fragment] {
    var words: [[Span]] = [[]]
    for span in spans {
      let parts = span.text.description.split(separator: " ", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { words.append([]) }
        if !part.isEmpty {
          words[words.count - 1].append(Span(DisplayText(String(part)), span.role))
        }
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
  let ellipsis: DisplayText

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
      let cut = cut(fragment.spans, to: room)
      lines[lines.count - 1] += cut
      room -= Line(cut).cells
    }
    for fragment in fragments {
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
      let text = span.text.truncated(to: room, ellipsis: ellipsis)
      kept.append(Span(text, span.role))
      room -= text == span.text ? text.cells : room
    }
    return kept
  }
}

extension DisplayText {
  /// The text in lines of at most `width` cells, all but the first after `indent` blanks; longer words
  /// are not broken, so that an address stays whole.
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
    for word in description.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if !line.isEmpty, DisplayWidth.cells(of: longer) > (lines.isEmpty ? first ?? width : width) {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    return (lines + [line]).map { DisplayText($0) }
  }
}
