// Reads a chart of text back into numbers, by its axes alone.

import Model

/// A panel of a chart as a person would read it.
struct ReadPanel {
  /// The plot without axes and labels; row 0 is at the bottom.
  private(set) var rows: [[Unicode.Scalar]] = []
  /// The numbers of the axis and their rows; -1 is the line below the panel.
  private(set) var numbers: [(value: Double, row: Int)] = []
  /// Whether there is a line below each column.
  private(set) var base: [Bool] = []

  /// The panels of a chart from the top.
  static func panels(of lines: [String]) -> [ReadPanel] {
    var panels: [ReadPanel] = []
    var open: [(number: String, plot: [Unicode.Scalar])] = []
    for line in lines.map({ Array($0.unicodeScalars) }) {
      let start = line.firstIndex { "│┤├└|+".unicodeScalars.contains($0) }
      guard let start,
        line[..<start].allSatisfy({
          $0 == " " || $0 == "-" || $0.properties.numericType != nil
            || ",.k".unicodeScalars.contains($0)
        })
      else { continue }
      var number = String.UnicodeScalarView()
      number.append(contentsOf: line[..<start].filter { $0 != " " && $0 != "," })
      let rest = Array(line[(start + 1)...])
      if isRule(rest) {
        var panel = ReadPanel()
        panel.base = rest.map { $0 != " " }
        panel.rows = open.reversed().map(\.plot)
        let texts = open.reversed().map(\.number)
        panel.numbers = texts.enumerated().compactMap { row, text in
          Double(text).map { ($0, row) }
        }
        if let zero = Double(String(number)) { panel.numbers.insert((zero, -1), at: 0) }
        panels.append(panel)
        open = []
      } else {
        open.append((String(number), rest))
      }
    }
    return panels
  }

  /// Whether this is the line below a panel.
  private static func isRule(_ scalars: [Unicode.Scalar]) -> Bool {
    let dashes = zip(scalars, scalars.dropFirst()).contains {
      $0 == $1 && "─-".unicodeScalars.contains($0)
    }
    return dashes && scalars.allSatisfy { "─┬┘┤-+ ".unicodeScalars.contains($0) }
  }

  /// The value of a row: the numbers of the axis continued evenly.
  func value(ofRow row: Double) -> Double? {
    guard let first = numbers.first, let last = numbers.last, last.row > first.row else {
      return nil
    }
    return first.value + (row - Double(first.row)) * perRow
  }

  /// The difference between one row and the next.
  var perRow: Double {
    guard let first = numbers.first, let last = numbers.last, last.row > first.row else { return 0 }
    return (last.value - first.value) / Double(last.row - first.row)
  }

  private func scalar(_ column: Int, _ row: Int) -> Unicode.Scalar {
    rows.indices.contains(row) && rows[row].indices.contains(column) ? rows[row][column] : " "
  }

  /// The height of the bar in a column, in rows; nil where the line below is open.
  func bar(_ column: Int) -> Double? {
    guard base.indices.contains(column), base[column] else { return nil }
    var height = 0.0
    for row in rows.indices {
      switch scalar(column, row).value {
      case 0x2581...0x2588: height += Double(scalar(column, row).value - 0x2580) / 8
      case 0x23: height += 1
      case 0x2E: height += 0.5
      default: break
      }
    }
    return height
  }

  /// The lowest and the highest dot of a column, in rows from the bottom; nil where there is none.
  ///
  /// - Parameters:
  ///   - column: half cells for braille dots, cells for marks.
  func dots(_ column: Int, isUnicode: Bool) -> ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for row in rows.indices {
      let scalar = scalar(isUnicode ? column / 2 : column, row)
      if !isUnicode {
        if scalar == "*" {
          (low, high) = (min(low, Double(row) + 0.5), max(high, Double(row) + 0.5))
        }
        continue
      }
      guard (0x2800...0x28FF).contains(scalar.value) else { continue }
      let bits = column % 2 == 0 ? [0x40, 0x04, 0x02, 0x01] : [0x80, 0x20, 0x10, 0x08]
      for (level, bit) in bits.enumerated() where scalar.value & UInt32(bit) != 0 {
        let height = Double(row) + (Double(level) + 0.5) / 4
        (low, high) = (min(low, height), max(high, height))
      }
    }
    return low <= high ? low...high : nil
  }
}
