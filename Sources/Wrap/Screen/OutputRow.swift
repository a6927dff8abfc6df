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
  /// Its text as long as that is printable ASCII without colours and only grows; then it has no
  /// cells. Most rows stay so.
  private var plain: [UInt8] = []
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

  /// The columns that a scalar takes; 0 for a mark on the one before it.
  static func width(of scalar: Unicode.Scalar) -> Int {
    scalar.value < 0x300 ? 1 : min(2, DisplayWidth.cells(of: Character(scalar)))
  }

  var columns: Int { plain.count + cells.count }
  var isEmpty: Bool { columns == 0 }

  private var allCells: [Cell] { plain.isEmpty ? cells : Self.cells(of: plain[...], .plain) }

  private static func cells(of ascii: ArraySlice<UInt8>, _ style: TextStyle) -> [Cell] {
    ascii.map { Cell(text: String(Unicode.Scalar($0)), style: style) }
  }

  /// Gives it cells, which can be changed.
  private mutating func unpack() { if !plain.isEmpty { (cells, plain) = (allCells, []) } }

  // MARK: Writing

  /// Writes a scalar of `width` columns, 1 or 2, at `column`.
  mutating func put(_ scalar: Unicode.Scalar, width: Int, style: TextStyle, at column: Int) {
    pad(to: column)
    write(Cell(text: String(scalar), style: style), at: column)
    if width > 1 { write(Cell(text: "", style: style), at: column + 1) }
  }

  /// Adds printable ASCII at the end.
  mutating func append(ascii text: ArraySlice<UInt8>, style: TextStyle) {
    if cells.isEmpty, style == .plain {
      plain += text
    } else {
      unpack()
      cells += Self.cells(of: text, style)
    }
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

  mutating func join(_ mark: Unicode.Scalar, before column: Int) {
    unpack()
    guard let index = glyph(before: column), cells[index].text.utf8.count < Self.longestGlyph else {
      return
    }
    cells[index].text.unicodeScalars.append(mark)
    size += UTF8.width(mark)
  }

  /// Fills with blanks up to `column`.
  mutating func pad(to column: Int) { while columns < column { write(.blank, at: columns) } }

  /// Writes a cell, at most after the last one, instead of the glyph that is there.
  private mutating func write(_ cell: Cell, at index: Int) {
    unpack()
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
    for index in 0..<min(end, columns) { write(.blank, at: index) }
  }

  /// Removes cells; the rest moves left.
  mutating func delete(_ count: Int, at column: Int) {
    guard column < columns else { return }
    unpack()
    let end = count < cells.count - column ? column + count : cells.count
    separate(at: column)
    separate(at: end)
    cells.removeSubrange(column..<end)
    measure()
  }

  /// Inserts blanks; the rest moves right, and what passes the last column is lost.
  mutating func insertBlanks(_ count: Int, at column: Int, columns: Int) {
    guard column < self.columns else { return }
    unpack()
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
    let end = min(limit, isOpen && end + 1 == columns ? columns : end)
    if !plain.isEmpty { return DisplayText(String(decoding: plain[..<end], as: UTF8.self)) }
    return DisplayText(cells[..<end].reduce(into: "") { $0 += $1.text })
  }

  /// The line that these rows show, with its colours.
  static func line(of rows: ArraySlice<OutputRow>, stream: OutputStream, number: Int) -> LogLine {
    if rows.count == 1, let row = rows.first, !row.plain.isEmpty {
      return LogLine(stream: stream, text: row.text(), number: number)
    }
    var runs: [(text: String, style: TextStyle)] = []
    for (index, row) in zip(rows.indices, rows) {
      for cell in row.allCells.prefix(index == rows.endIndex - 1 ? row.end : row.columns) {
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
    guard isRewritten else { return columns }
    return plain.isEmpty
      ? (cells.lastIndex { $0.text != " " || $0.style != .plain } ?? -1) + 1
      : (plain.lastIndex { $0 != 0x20 } ?? -1) + 1
  }
}
