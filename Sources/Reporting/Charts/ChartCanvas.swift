// The plot of a panel in cells: lines in braille or marks, bars in blocks.

import Model
import Terminal

/// Cells with a glyph and a role each; row 0 is at the bottom.
struct ChartCanvas: Sendable {
  let columns: Int
  let rows: Int
  private var scalars: [Unicode.Scalar]
  private var roles: [Role]
  private let glyphs: ChartGlyphs

  init(columns: Int, rows: Int, _ glyphs: ChartGlyphs) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    self.glyphs = glyphs
    scalars = Array(repeating: " ", count: self.columns * self.rows)
    roles = Array(repeating: .plain, count: scalars.count)
  }

  /// The cells of a row, each run of one role a span.
  func spans(row: Int) -> [Span] {
    guard row >= 0, row < rows else { return [] }
    var spans: [Span] = []
    var text = ""
    var role = Role.plain
    for cell in row * columns..<(row + 1) * columns {
      // Blanks take any role, so that they do not break a span.
      if roles[cell] != role, scalars[cell] != " " {
        if !text.isEmpty { spans.append(Span(DisplayText(text), role)) }
        text = ""
        role = roles[cell]
      }
      text.unicodeScalars.append(scalars[cell])
    }
    spans.append(Span(DisplayText(text), role))
    return spans
  }

  private mutating func put(_ scalar: Unicode.Scalar, _ role: Role, column: Int, row: Int) {
    guard column >= 0, column < columns, row >= 0, row < rows else { return }
    scalars[row * columns + column] = scalar
    roles[row * columns + column] = role
  }

  private func scalar(_ column: Int, _ row: Int) -> Unicode.Scalar {
    guard column >= 0, column < columns, row >= 0, row < rows else { return " " }
    return scalars[row * columns + column]
  }

  // MARK: Lines

  /// A line through the known points, open where a point is a gap.
  ///
  /// Draw the most important line first: it keeps the colour of cells that others cross.
  ///
  /// - Parameter index: the place of the line in its panel: the first is solid, the others dotted.
  mutating func line(_ points: [PlotPoint], on axis: ValueAxis, _ role: Role, index: Int) {
    let (across, up) = (glyphs.dotsAcross, glyphs.dotsUp)
    let width = columns * across
    func column(_ point: PlotPoint) -> Int { min(max(0, Int(point.x * Double(width))), width - 1) }
    func level(_ value: Double) -> Int {
      min(max(0, Int(axis.height(of: value) * Double(up))), rows * up - 1)
    }
    var previous: PlotPoint?
    var length = 0
    for point in points {
      guard point.isKnown else {
        previous = nil
        continue
      }
      let end = column(point)
      if index == 0 || previous == nil || !glyphs.isUnicode {
        dot(end, level(point.value), role, index)
      }
      if let previous {
        let start = column(previous)
        let rise = (point.value - previous.value) / Double(max(1, end - start))
        var last = level(previous.value)
        for step in 1...max(1, end - start) {
          let column = min(start + step, end)
          let next = level(previous.value + rise * Double(step))
          connect(from: last, to: next, column, role, index, &length)
          last = next
        }
      }
      previous = point
    }
  }

  /// Connects a dot with that of the column before. Marks of ASCII stand only at their own
  /// heights: one above the other, they would hide the value.
  ///
  /// - Parameter length: the dots of the line so far, to leave out every second of a dotted one.
  private mutating func connect(
    from last: Int, to next: Int, _ column: Int, _ role: Role, _ index: Int, _ length: inout Int
  ) {
    guard glyphs.isUnicode else { return dot(column, next, role, index) }
    let rise = (next - last).magnitude
    for step in min(1, rise)...rise {
      length += 1
      if index > 0, length % 2 == 0 { continue }
      let level = next < last ? last - Int(step) : last + Int(step)
      // The first half of a steep step belongs to the column before.
      dot(step > 0 && step <= rise / 2 ? column - 1 : column, level, role, index)
    }
  }

  private mutating func dot(_ column: Int, _ level: Int, _ role: Role, _ index: Int) {
    guard column >= 0, level >= 0 else { return }
    let (x, row) = (column / glyphs.dotsAcross, level / glyphs.dotsUp)
    let old = scalar(x, row)
    guard glyphs.isUnicode else {
      if old == " " { put(glyphs.mark(index), role, column: x, row: row) }
      return
    }
    let bit = ChartGlyphs.brailleBit(column: column % 2, level: level % 4)
    let bits = old == " " ? bit : old.value & 0xFF | bit
    let isFirst = old == " "
    guard let new = Unicode.Scalar(0x2800 | bits) else { return }
    put(new, isFirst ? role : roles[row * columns + x], column: x, row: row)
  }

  /// A horizontal line through the empty cells of a row.
  mutating func rule(row: Int) {
    for column in stride(from: 0, to: columns, by: glyphs.isUnicode ? 1 : 2)
    where scalar(column, row) == " " { put(glyphs.rule, .muted, column: column, row: row) }
  }

  // MARK: Bars

  /// The columns that a bar has for itself.
  static func place(ofBar index: Int, of count: Int, in columns: Int) -> Range<Int> {
    let count = max(1, count)
    return index * columns / count..<(index + 1) * columns / count
  }

  /// The columns that a bar fills: those for itself, from three on without the last.
  private func columns(ofBar index: Int, of count: Int) -> Range<Int> {
    let place = Self.place(ofBar: index, of: count, in: columns)
    return columns / max(1, count) >= 3 ? place.dropLast() : place
  }

  /// A bar for each known value. A value above 0 always shows.
  mutating func bars(_ values: [Double], on axis: ValueAxis, _ role: Role) {
    for (index, value) in values.enumerated() where value > 0 {
      let parts = glyphs.parts.count
      let height = axis.height(of: value) * Double(parts)
      let eighths = max(1, Int(height + 0.5))
      for column in columns(ofBar: index, of: values.count) {
        for row in 0..<min(rows, (eighths + parts - 1) / parts) {
          let rest = min(eighths - row * parts, parts)
          put(glyphs.parts[rest - 1], role, column: column, row: row)
        }
      }
    }
  }

  /// Bars on top of each other, the first series at the bottom, each with a fill of its own.
  mutating func stack(
    _ series: [(name: ChartSeries.Name, role: Role, values: [Double])], on axis: ValueAxis
  ) {
    for index in 0..<(series.map(\.values.count).max() ?? 0) {
      var sum = 0.0
      var bottom = 0
      for (name, role, values) in series where index < values.count && values[index] > 0 {
        sum += values[index]
        let top = min(rows, Int(axis.height(of: sum) + 0.5))
        for column in columns(ofBar: index, of: values.count) {
          for row in bottom..<max(bottom, top) {
            put(glyphs.fill(name), role, column: column, row: row)
          }
        }
        bottom = max(bottom, top)
      }
    }
  }
}

/// A set of glyphs for plots and axes.
struct ChartGlyphs: Sendable {
  /// The parts of a cell that the top of a bar fills, the smallest first; the last is the whole
  /// cell.
  let parts: [Unicode.Scalar]
  /// The fills of the power zones, the lowest first.
  private let fills: [Unicode.Scalar]
  /// Marks of lines; braille dots instead when empty.
  private let marks: [Unicode.Scalar]
  /// The line at 0.
  let rule: Unicode.Scalar
  /// A vertical axis, on the left and on the right, without and with a number.
  let axis, number, rightNumber: String
  /// A horizontal axis, without and with a label.
  let base, label: String
  /// The corners of a panel: the lowest, and the others.
  let corner, rightCorner, joint, rightJoint: String

  var isUnicode: Bool { marks.isEmpty }
  /// Dots in a cell from left to right.
  var dotsAcross: Int { isUnicode ? 2 : 1 }
  /// Dots in a cell from bottom to top.
  var dotsUp: Int { isUnicode ? 4 : 1 }

  static let unicode = ChartGlyphs(
    parts: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    fills: ["░", "▒", "▓", "█", "▚", "▌", "╳"], marks: [], rule: "┄",
    axis: "│", number: "┤", rightNumber: "├", base: "─", label: "┬",
    corner: "└", rightCorner: "┘", joint: "├", rightJoint: "┤")

  static let ascii = ChartGlyphs(
    parts: [".", "#"], fills: ["1", "2", "3", "4", "5", "6", "7"], marks: ["*", "o", "+"],
    rule: "-", axis: "|", number: "+", rightNumber: "+", base: "-", label: "+",
    corner: "+", rightCorner: "+", joint: "+", rightJoint: "+")

  /// The mark of a line of ASCII; the one of the first line for others.
  func mark(_ index: Int) -> Unicode.Scalar {
    marks.indices.contains(index) ? marks[index] : marks.first ?? "*"
  }

  /// The fill of a zone; that of the lowest for any other series.
  func fill(_ zone: ChartSeries.Name) -> Unicode.Scalar {
    fills[min(ChartSeries.Name.zones.firstIndex(of: zone) ?? 0, fills.count - 1)]
  }

  /// The bit of a dot in the Unicode block of braille patterns.
  ///
  /// - Parameter level: from 0, the lowest.
  static func brailleBit(column: Int, level: Int) -> UInt32 {
    let bits: [UInt32] = column == 0 ? [0x40, 0x04, 0x02, 0x01] : [0x80, 0x20, 0x10, 0x08]
    return bits[min(max(0, level), 3)]
  }
}
