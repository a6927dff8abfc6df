// One line of the screen, cell by cell, and how two of them differ.

import Model

/// What stands in one column.
struct Cell {
  /// One grapheme cluster; empty in the columns a wide one covers beyond its first.
  var text: String
  /// An SGR parameter; 0 is plain.
  let style: UInt8
  /// Columns; 0 for a covered one.
  let width: Int

  static let blank = Cell(text: " ", style: 0, width: 1)

  var isBlank: Bool { text == " " }

  /// Whether these bytes stand in it; quickly told, in any script.
  func isSame(as other: DisplayText) -> Bool {
    text.utf8.elementsEqual(other.description.utf8)
  }

  /// Whether a person cannot tell the two apart; a blank looks the same in every colour.
  func looksLike(_ other: Cell) -> Bool {
    width == other.width && (style == other.style || isBlank) && text == other.text
  }
}

/// The cells of a line from column 0, without blanks at the end.
struct CellRow {
  private var cells: [Cell] = []
  private var hasWide = false

  /// A blank row.
  init() {}

  /// The part of a line that fits into `columns`; a wide glyph fits whole or not at all.
  init(_ line: Line, columns: Int, palette: Palette) {
    cells.reserveCapacity(columns)
    var last: Int?
    fill: for span in line.spans {
      let style = palette[span.role]
      let text = span.text.description
      if DisplayWidth.isSimple(text) {
        for scalar in text.unicodeScalars {
          guard cells.count < columns else { break fill }
          cells.append(Cell(text: String(scalar), style: style, width: 1))
        }
        last = cells.isEmpty ? nil : cells.count - 1
        continue
      }
      for character in text {
        let width = DisplayWidth.cells(of: character)
        if width == 0 {
          if let last { cells[last].text.append(character) }
          continue
        }
        guard cells.count + width <= columns else { break fill }
        last = cells.count
        cells.append(Cell(text: String(character), style: style, width: width))
        if width > 1 {
          hasWide = true
          let covered = Cell(text: "", style: style, width: 0)
          cells.append(contentsOf: repeatElement(covered, count: width - 1))
        }
      }
    }
    while cells.last?.isBlank == true { cells.removeLast() }
  }

  /// Columns up to the last that is not blank.
  var count: Int { cells.count }

  subscript(column: Int) -> Cell { column < cells.count ? cells[column] : .blank }

  /// Puts a glyph of one column in the place of another.
  mutating func replace(at column: Int, with cell: Cell) {
    cells[column] = cell
  }

  /// For each column whether it must be written to turn `self` into `new`; empty when the two look
  /// the same. A glyph is written whole, and one that loses a part is lost whole.
  func changes(to new: CellRow) -> [Bool] {
    var changed = (0..<max(count, new.count)).map { !self[$0].looksLike(new[$0]) }
    guard changed.contains(true) else { return [] }
    guard hasWide || new.hasWide else { return changed }
    var grew = true
    while grew {
      grew = spread(&changed)
      if new.spread(&changed) { grew = true }
    }
    return changed
  }

  /// Lets a change in one column of a wide glyph reach its others; false when nothing was added.
  private func spread(_ changed: inout [Bool]) -> Bool {
    var grew = false
    for (start, cell) in cells.enumerated() where cell.width > 1 {
      let span = start..<start + cell.width
      guard span.contains(where: { changed[$0] }), !span.allSatisfy({ changed[$0] })
      else { continue }
      for column in span { changed[column] = true }
      grew = true
    }
    return grew
  }
}
