// The glyphs of charts in Unicode and ASCII.

import Model

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
