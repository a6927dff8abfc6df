// One row of a command's output as cells that can be overwritten.

import Model
import Terminal

/// A row of cells from column 0.
struct OutputRow: Sendable {
  /// One column.
  private struct Cell: Sendable {
    /// A scalar, 0 for the second column of a wide one, or an index into `clusters`.
    var glyph: UInt32
    var style: TextStyle

    static let cluster: UInt32 = 1 << 31
    static let blank = Cell(glyph: 0x20, style: .plain)
  }

  /// A scalar with marks is kept up to this many bytes, and this many of them.
  private static let (longestCluster, mostClusters) = (64, 1024)

  /// A line that was passed on before.
  enum Past: Sendable {
    /// It is no longer known; the row is blank.
    case forgotten
    /// Its text, to find out whether the row has changed.
    case line(DisplayText)
  }

  private var cells: [Cell] = []
  private var clusters: [String] = []
  /// The size of the text in bytes.
  private(set) var size = 0
  /// Whether the text was rewritten, so that blanks at its end are erased text.
  private(set) var isRewritten = false
  /// What is known of a line that was passed on before and can be reached again; nil for a new row.
  var past: Past?
  private var hasStyle = false

  /// An empty row.
  init(past: Past? = nil) {
    self.past = past
  }

  /// A row that shows a line again.
  init(_ text: DisplayText) {
    var column = 0
    for scalar in text.description.unicodeScalars {
      let width = Self.width(of: scalar.value)
      if width == 0 {
        join(scalar, before: column)
      } else {
        put(scalar.value, width: width, style: .plain, at: column)
        column += width
      }
    }
    past = .line(text)
  }

  /// The columns that a scalar takes; 0 for a mark on the one before it.
  static func width(of scalar: UInt32) -> Int {
    guard scalar >= 0x300, let value = Unicode.Scalar(scalar) else { return 1 }
    return min(2, DisplayWidth.cells(of: Character(value)))
  }

  var columns: Int { cells.count }
  var isEmpty: Bool { cells.isEmpty }
  /// Whether it may have been the row of a line that is no longer known, and nothing was written to
  /// it since.
  var isUnknown: Bool { if case .forgotten = past { text().isEmpty } else { false } }
  /// Whether it still shows its line; blanks at the end show nothing.
  var isUnchanged: Bool {
    guard case .line(let line) = past else { return false }
    let shown = { (text: DisplayText) in text.description.utf8.reversed().drop { $0 == 0x20 } }
    return shown(line).elementsEqual(shown(text()))
  }
  /// Whether it was the row of a line.
  var isPast: Bool { if case .line = past { true } else { false } }

  /// Puts a scalar of `width` columns, 1 or 2, at `column`.
  mutating func put(_ scalar: UInt32, width: Int, style: TextStyle, at column: Int) {
    if style != .plain { hasStyle = true }
    pad(to: column)
    write(Cell(glyph: scalar, style: style), at: column)
    if width > 1 { write(Cell(glyph: 0, style: style), at: column + 1) }
  }

  /// Adds printable ASCII at the end.
  mutating func append(ascii text: ArraySlice<UInt8>, style: TextStyle) {
    if style != .plain { hasStyle = true }
    for byte in text { cells.append(Cell(glyph: UInt32(byte), style: style)) }
    size += text.count
  }

  /// The cell of the glyph before `column`; nil for none.
  private func glyph(before column: Int) -> Int? {
    let index = min(column, cells.count) - 1
    if index > 0, cells[index].glyph == 0 { return index - 1 }
    return index < 0 ? nil : index
  }

  /// Whether the glyph before `column` ends with a joiner, as within an emoji of several.
  func isJoining(before column: Int) -> Bool {
    guard let index = glyph(before: column), cells[index].glyph & Cell.cluster != 0 else {
      return false
    }
    let place = Int(cells[index].glyph & ~Cell.cluster)
    return place < clusters.count && clusters[place].unicodeScalars.last == "\u{200D}"
  }

  /// Adds a mark to the glyph before `column`.
  mutating func join(_ scalar: Unicode.Scalar, before column: Int) {
    guard let index = glyph(before: column) else { return }
    let glyph = cells[index].glyph
    if glyph & Cell.cluster != 0 {
      let place = Int(glyph & ~Cell.cluster)
      guard place < clusters.count, clusters[place].utf8.count < Self.longestCluster else { return }
      clusters[place].unicodeScalars.append(scalar)
    } else if let base = Unicode.Scalar(glyph), clusters.count < Self.mostClusters {
      var text = String(base)
      text.unicodeScalars.append(scalar)
      cells[index].glyph = Cell.cluster | UInt32(clusters.count)
      clusters.append(text)
    } else {
      return
    }
    size += length(scalar.value)
  }

  /// Fills with blanks up to `column`.
  mutating func pad(to column: Int) {
    while cells.count < column {
      cells.append(.blank)
      size += 1
    }
  }

  /// Records that the cursor went back, or that text is written over or erased.
  mutating func rewrite() { isRewritten = true }

  /// Removes cells; the rest moves left.
  mutating func delete(_ count: Int, at column: Int) {
    guard column < cells.count else { return }
    let end = min(cells.count, column + count)
    write(.blank, at: column)
    if end < cells.count, cells[end].glyph == 0 { write(.blank, at: end) }
    for cell in cells[column..<end] { size -= length(of: cell) }
    cells.removeSubrange(column..<end)
  }

  /// Inserts blanks; the rest moves right, and what reaches the last column is lost.
  mutating func insertBlanks(_ count: Int, at column: Int, last: Int) {
    guard column < cells.count else { return }
    if cells[column].glyph == 0 { write(.blank, at: column) }
    let columns = max(cells.count, last + 1)
    cells.insert(contentsOf: repeatElement(.blank, count: count), at: column)
    size += count
    erase(from: columns)
  }

  /// Erases from `column` to the end.
  mutating func erase(from column: Int) {
    if column < cells.count, cells[column].glyph == 0 { clear(column) }
    while cells.count > max(0, column) {
      if let last = cells.popLast() { size -= length(of: last) }
    }
  }

  /// Replaces existing cells by blanks.
  mutating func blank(_ columns: Range<Int>) {
    for index in columns { write(.blank, at: index) }
  }

  /// Removes everything; keeps capacity.
  mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    clusters.removeAll()
    (size, isRewritten, past, hasStyle) = (0, false, nil, false)
  }

  // MARK: Text

  /// The row as rows of so many columns, at most the last ones.
  func parts(columns: Int, last most: Int) -> [OutputRow] {
    if cells.count <= columns { return [self] }
    let count = (cells.count - 1) / columns + 1
    return (max(0, count - most)..<count).map { index in
      let start = index * columns
      var part = self
      part.cells = Array(cells[start..<min(start + columns, cells.count)])
      return part
    }
  }

  /// The text without blanks at the end of a rewritten row.
  ///
  /// - Parameters:
  ///   - start: the first column.
  ///   - limit: the most columns of an unfinished row, where one blank may belong to a prompt; nil
  ///     for a finished one.
  func text(from start: Int = 0, limit: Int? = nil) -> DisplayText {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size, 4096))
    let end = limit != nil && end + 1 == cells.count ? cells.count : end
    for cell in cells.prefix(end).dropFirst(start).prefix(limit ?? end) { append(cell, to: &bytes) }
    return Self.text(bytes)
  }

  /// The text with its colours; nil if it has none.
  var styled: StyledText? {
    guard hasStyle else { return nil }
    var runs: [(text: DisplayText, style: TextStyle)] = []
    var run: [UInt8] = []
    var current = TextStyle.plain
    for cell in cells.prefix(end) {
      if cell.style != current, cell.glyph != 0 {
        runs.append((Self.text(run), current))
        run.removeAll(keepingCapacity: true)
        current = cell.style
      }
      append(cell, to: &run)
    }
    runs.append((Self.text(run), current))
    return runs.contains { $0.style != .plain && !$0.text.isEmpty } ? StyledText(runs) : nil
  }

  /// The number of columns that are shown: blanks at the end of a rewritten row are erased text.
  private var end: Int {
    var end = cells.count
    while isRewritten, end > 0, cells[end - 1].glyph == 0x20, cells[end - 1].style == .plain {
      end -= 1
    }
    return end
  }

  private static func text(_ bytes: [UInt8]) -> DisplayText {
    DisplayText(String(decoding: bytes, as: UTF8.self))
  }

  private func append(_ cell: Cell, to text: inout [UInt8]) {
    if cell.glyph & Cell.cluster != 0 {
      let index = Int(cell.glyph & ~Cell.cluster)
      if index < clusters.count { text.append(contentsOf: clusters[index].utf8) }
    } else if cell.glyph > 0, cell.glyph < 0x80 {
      text.append(UInt8(truncatingIfNeeded: cell.glyph))
    } else if cell.glyph != 0, let scalar = Unicode.Scalar(cell.glyph) {
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  // MARK: Cells

  /// Writes a cell, at most after the last one, instead of the glyph that is there.
  private mutating func write(_ cell: Cell, at index: Int) {
    guard index < cells.count else {
      cells.append(cell)
      return size += length(of: cell)
    }
    clear(index)
    replace(index, with: cell)
  }

  /// Blanks the other half of a wide glyph.
  private mutating func clear(_ index: Int) {
    if cells[index].glyph == 0, index > 0 {
      replace(index - 1, with: .blank)
    } else if index + 1 < cells.count, cells[index + 1].glyph == 0 {
      replace(index + 1, with: .blank)
    }
  }

  private mutating func replace(_ index: Int, with cell: Cell) {
    size += length(of: cell) - length(of: cells[index])
    cells[index] = cell
  }

  private func length(of cell: Cell) -> Int {
    if cell.glyph == 0 { return 0 }
    guard cell.glyph & Cell.cluster != 0 else { return length(cell.glyph) }
    let index = Int(cell.glyph & ~Cell.cluster)
    return index < clusters.count ? clusters[index].utf8.count : 0
  }

  /// The bytes of a scalar in UTF-8.
  private func length(_ scalar: UInt32) -> Int {
    scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x1_0000 ? 3 : 4
  }
}
