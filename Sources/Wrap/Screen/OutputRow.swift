// One row of a command's output as cells that can be overwritten.

import Model
import Terminal

/// A row of cells from column 0.
struct OutputRow: Sendable {
  /// One column.
  private struct Cell: Sendable {
    /// A glyph with its marks; empty in the second column of a wide one.
    var text: String
    var style: TextStyle

    static let blank = Cell(text: " ", style: .plain)
  }

  /// More bytes of marks on a glyph are left out.
  private static let longestGlyph = 64

  private var cells: [Cell] = []
  /// The line that it shows, as long as it has no cells: most rows are never changed.
  private var plain: DisplayText?
  /// The bytes of the text, or somewhat more.
  private(set) var size = 0
  /// The bytes of its line in the rows before this one, or somewhat more.
  var sizeBefore = 0
  /// Whether the cursor went back, so that blanks at the end are erased text.
  var isRewritten = false
  /// Whether its line goes on in the next row.
  var continues = false
  /// The line that begins here as it was passed on; nil if it was not.
  var passed: DisplayText?

  init() {}

  /// A row that shows a line of printable ASCII that was passed on.
  init(_ plain: DisplayText) {
    (self.plain, passed) = (plain, plain)
  }

  /// The columns that a scalar takes; 0 for a mark on the one before it.
  static func width(of scalar: Unicode.Scalar) -> Int {
    scalar.value < 0x300 ? 1 : min(2, DisplayWidth.cells(of: Character(scalar)))
  }

  var columns: Int { plain?.description.utf8.count ?? cells.count }
  var isEmpty: Bool { columns == 0 }

  /// Gives a row that the cursor is moved to its cells.
  mutating func unpack() {
    guard let text = plain?.description else { return }
    plain = nil
    append(ascii: text.utf8, style: .plain)
  }

  // MARK: Writing

  /// Writes a scalar of `width` columns, 1 or 2, at `column`.
  mutating func put(_ scalar: Unicode.Scalar, width: Int, style: TextStyle, at column: Int) {
    pad(to: column)
    write(Cell(text: String(scalar), style: style), at: column)
    if width > 1 { write(Cell(text: "", style: style), at: column + 1) }
  }

  /// Adds printable ASCII at the end.
  mutating func append(ascii text: some Collection<UInt8>, style: TextStyle) {
    for byte in text { cells.append(Cell(text: String(Unicode.Scalar(byte)), style: style)) }
    size += text.count
  }

  /// The cell of the glyph before `column`; nil for none.
  private func glyph(before column: Int) -> Int? {
    let index = min(column, cells.count) - 1
    if index > 0, cells[index].text.isEmpty { return index - 1 }
    return index < 0 ? nil : index
  }

  /// Whether the glyph before `column` ends with a joiner, as within an emoji of several.
  func isJoining(before column: Int) -> Bool {
    glyph(before: column).map { cells[$0].text.unicodeScalars.last == "\u{200D}" } ?? false
  }

  /// Adds a mark to the glyph before `column`.
  mutating func join(_ mark: Unicode.Scalar, before column: Int) {
    guard let index = glyph(before: column), cells[index].text.utf8.count < Self.longestGlyph else {
      return
    }
    cells[index].text.unicodeScalars.append(mark)
    size += UTF8.width(mark)
  }

  /// Fills with blanks up to `column`.
  mutating func pad(to column: Int) {
    while cells.count < column { write(.blank, at: cells.count) }
  }

  /// Writes a cell, at most after the last one, instead of the glyph that is there.
  private mutating func write(_ cell: Cell, at index: Int) {
    assert(index <= cells.count)
    if index < cells.count {
      separate(at: index)
      separate(at: index + 1)
      cells[index] = cell
    } else {
      cells.append(cell)
      size += cell.text.utf8.count
    }
  }

  /// Blanks a wide glyph whose second column is at `index`: it is not cut in two.
  private mutating func separate(at index: Int) {
    guard index < cells.count, index > 0, cells[index].text.isEmpty else { return }
    (cells[index - 1], cells[index]) = (.blank, .blank)
  }

  // MARK: Erasing

  /// Replaces existing cells before `end` by blanks.
  mutating func blank(before end: Int) {
    for index in 0..<min(end, cells.count) { write(.blank, at: index) }
  }

  /// Removes cells; the rest moves left.
  mutating func delete(_ count: Int, at column: Int) {
    guard column < cells.count else { return }
    let end = count < cells.count - column ? column + count : cells.count
    separate(at: column)
    separate(at: end)
    cells.removeSubrange(column..<end)
    measure()
  }

  /// Inserts blanks; the rest moves right, and what passes the last column is lost.
  mutating func insertBlanks(_ count: Int, at column: Int, columns: Int) {
    guard column < cells.count else { return }
    separate(at: column)
    cells.insert(contentsOf: repeatElement(.blank, count: count), at: column)
    separate(at: columns)
    cells.removeLast(max(0, cells.count - columns))
    measure()
  }

  private mutating func measure() { size = cells.reduce(0) { $0 + $1.text.utf8.count } }

  // MARK: Text

  /// The text, without blanks at the end of a rewritten row.
  ///
  /// - Parameters:
  ///   - limit: the most columns.
  ///   - isOpen: whether it is unfinished: one blank at the end may belong to a prompt.
  func text(limit: Int = .max, isOpen: Bool = false) -> DisplayText {
    if let plain, limit >= columns { return plain }
    let end = isOpen && end + 1 == cells.count ? cells.count : end
    let text = cells.prefix(min(limit, end)).reduce(into: "") { $0 += $1.text }
    return DisplayText(text)
  }

  /// The line that these rows show, with its colours.
  static func line(
    of rows: ArraySlice<OutputRow>, stream: OutputStream, number: Int
  ) -> LogLine {
    if rows.count == 1, let plain = rows.first?.plain {
      return LogLine(stream: stream, text: plain, number: number)
    }
    var runs: [(text: String, style: TextStyle)] = []
    for (index, row) in zip(rows.indices, rows) {
      for cell in row.cells.prefix(index == rows.endIndex - 1 ? row.end : row.columns) {
        if let style = runs.last?.style, cell.style == style || cell.text.isEmpty {
          runs[runs.count - 1].text += cell.text
        } else {
          runs.append((cell.text, cell.style))
        }
      }
    }
    let isStyled = runs.contains { $0.style != .plain }
    return LogLine(
      stream: stream, text: DisplayText(runs.map(\.text).joined()),
      styled: isStyled ? StyledText(runs.map { (DisplayText($0.text), $0.style) }) : nil,
      number: number)
  }

  /// The number of columns that are shown.
  private var end: Int {
    guard isRewritten else { return cells.count }
    return (cells.lastIndex { $0.text != " " || $0.style != .plain } ?? -1) + 1
  }
}
