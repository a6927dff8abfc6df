// One screen line as cells, and the difference between two of them.

import Model

/// The contents of one column.
struct Cell {
  /// NUL for a grapheme cluster of several scalars, which its row has, and in the further columns
  /// of a wide one.
  fileprivate(set) var scalar: Unicode.Scalar
  /// An SGR parameter; 0 is plain.
  let style: UInt8
  /// In columns; 0 for a covered one.
  let width: Int

  static let blank = Cell(scalar: " ", style: 0, width: 1)

  var isBlank: Bool { scalar == " " }

  /// Whether the two look the same, but for clusters; a blank looks the same in every colour.
  func looksLike(_ other: Cell) -> Bool {
    scalar == other.scalar && width == other.width && (style == other.style || isBlank)
  }
}

/// The cells of a line from column 0, without trailing blanks. A redrawn line makes no string for
/// each of its cells.
struct CellRow {
  private var cells: [Cell] = []
  /// The grapheme clusters of several scalars, by their columns.
  private var clusters: [Int: String] = [:]
  private var hasWide = false
  /// Whether terminals differ about its width.
  private(set) var isUncertain = false

  init() {}

  /// The part of a line that fits into `columns`; a wide glyph is never cut.
  init(_ line: Line, columns: Int, palette: Palette) {
    cells.reserveCapacity(columns)
    var last: Int?
    fill: for span in line.spans {
      let style = palette[span.role]
      let text = span.text.description
      if DisplayWidth.isSimple(text) {
        for scalar in text.unicodeScalars {
          guard cells.count < columns else { break fill }
          cells.append(Cell(scalar: scalar, style: style, width: 1))
        }
        last = cells.isEmpty ? nil : cells.count - 1
        continue
      }
      for character in text {
        let width = DisplayWidth.cells(of: character)
        if width == 0 {
          if let last {
            clusters[last] = self.text(last) + String(character)
            cells[last].scalar = "\0"
          }
          continue
        }
        guard cells.count + width <= columns else { break fill }
        last = cells.count
        let scalars = character.unicodeScalars
        let isCluster = scalars.count > 1
        if isCluster { clusters[cells.count] = String(character) }
        let scalar = isCluster ? "\0" : scalars[scalars.startIndex]
        cells.append(Cell(scalar: scalar, style: style, width: width))
        if width > 1 {
          hasWide = true
          let covered = Cell(scalar: "\0", style: style, width: 0)
          cells.append(contentsOf: repeatElement(covered, count: width - 1))
        }
      }
    }
    while cells.last?.isBlank == true { cells.removeLast() }
    isUncertain = hasWide && line.isUncertain
  }

  /// The number of columns up to the last non-blank one.
  var count: Int { cells.count }

  subscript(column: Int) -> Cell { column < cells.count ? cells[column] : .blank }

  /// The grapheme cluster of a column that is not covered.
  func text(_ column: Int) -> String { clusters[column] ?? String(self[column].scalar) }

  /// For each column, whether it must be written to turn `self` into `new`; empty if the two look
  /// the same. Wide glyphs are written as a whole, and erased as a whole when partly overwritten.
  func changes(to new: CellRow) -> [Bool] {
    var changed = [Bool](repeating: false, count: max(count, new.count))
    var isSame = true
    cells.withUnsafeBufferPointer { old in
      new.cells.withUnsafeBufferPointer { new in
        let common = min(old.count, new.count)
        for column in 0..<common where !old[column].looksLike(new[column]) {
          (changed[column], isSame) = (true, false)
        }
        for (column, cell) in (old.count > common ? old : new).enumerated().dropFirst(common)
        where !cell.looksLike(.blank) {
          (changed[column], isSame) = (true, false)
        }
      }
    }
    if clusters != new.clusters {
      for column in changed.indices where clusters[column] != new.clusters[column] {
        (changed[column], isSame) = (true, false)
      }
    }
    if isSame { return [] }
    guard hasWide || new.hasWide else { return changed }
    var grew = true
    while grew {
      grew = spread(&changed)
      if new.spread(&changed) { grew = true }
    }
    return changed
  }

  /// Extends a change in one column of a wide glyph to its other columns; false if nothing was
  /// added.
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
