// A vertical axis in rows, with round numbers at whole rows.

/// Maps values to heights in rows.
///
/// A number stands in the middle of its row for lines. A bar that reaches the top of a row with a
/// number has that value. All steps are 1, 2, 2.5 or 5 times a power of ten.
struct ValueAxis: Sendable {
  struct Tick: Sendable {
    let value: Double
    /// The row from the bottom; for bars the 0 is below the lowest row, at -1.
    let row: Int
  }

  let rows: Int
  /// The difference between a number and the next.
  let step: Double
  /// Rows from a number to the next.
  let stride: Int
  let isBars: Bool
  /// How many rows the lowest row, or the bottom for bars, is above 0.
  private let bottom: Int

  /// The finest axis that covers `range` and has two numbers or more, none of the range above the
  /// row of the highest.
  ///
  /// - Parameter isBars: whether the axis begins with 0 at the bottom; otherwise anywhere.
  init(rows: Int, covering range: ClosedRange<Double>, isBars: Bool) {
    let rows = max(1, rows)
    let low = isBars ? 0 : range.lowerBound
    let isZero = isBars && range.upperBound == 0
    let least = isBars && !isZero ? 0.01 : 1
    let high = max(range.upperBound, low + max(least, low.magnitude * 1e-3))
    var best: (step: Double, stride: Int, bottom: Int) = (10 * ChartData.largest, 1, 0)
    var unit = best.step
    let strides =
      switch rows {
      case 10...: [6, 4, 3, 2]
      case 5...: [3, 2]
      case 3: [3, 2, 1]
      case 2...: [2, 1]
      default: [1]
      }
    var power = 0.01
    while power <= ChartData.largest {
      for factor in [1, 2, 2.5, 5] where factor != 2.5 || power >= 0.999 {
        for stride in strides {
          let step = factor * power
          let row = step / Double(stride)
          guard row < unit || row == unit && stride > best.stride else { continue }
          // Half a row below the middle of the lowest still belongs to the axis of lines. At most
          // 10⁹ divided by 1/400, so it is an integer.
          let bottom = isBars ? 0 : Int(((low + row * 0.5) / row).rounded(.down))
          let first = Self.firstTick(bottom, stride, isBars: isBars)
          // The row of the highest number; a single row may have none.
          let last = rows == 1 ? 0 : first + (rows - 1 - first) / stride * stride
          // The row of a number reaches half a row above it, where that of bars ends.
          let top = (Double(bottom + last) + (isBars ? 1 : 0.5)) * row
          guard top >= high, rows == 1 || last > first else { continue }
          best = (step, stride, bottom)
          unit = row
        }
      }
      power *= 10
    }
    self.rows = rows
    self.isBars = isBars
    (step, stride, bottom) = best
  }

  /// The height of a value above the bottom, in rows from 0 to `rows`.
  func height(of value: Double) -> Double {
    let height = value / (step / Double(stride)) - Double(bottom) + (isBars ? 0 : 0.5)
    return min(max(0, height), Double(rows))
  }

  /// The numbers, from the bottom.
  var ticks: [Tick] {
    var ticks: [Tick] = []
    var row = Self.firstTick(bottom, stride, isBars: isBars)
    while row < rows {
      // The middle of a row for lines; for bars its top.
      let index = (bottom + row + (isBars ? 1 : 0)) / stride
      ticks.append(Tick(value: step * Double(index), row: row))
      row += stride
    }
    return ticks
  }

  /// The row of the 0, if a line can be above and below it.
  var zeroRow: Int? { !isBars && bottom < 0 && -bottom < rows ? -bottom : nil }

  /// Round numbers of W/kg for an axis of watts, two rows or more apart.
  ///
  /// - Parameter weight: kilograms, above 0.
  func ratios(_ weight: Double) -> [Double] {
    let row = step / Double(stride) / weight
    let steps = [0.5, 1, 2, 5, 10, 20, 50, 100]
    guard row > 0, let step = steps.first(where: { $0 >= 2 * row }) else { return [] }
    // Below the axis, heights are 0.
    return (0..<1000).lazy.map { Double($0) * step }
      .prefix { height(of: $0 * weight) < Double(rows) }.filter { height(of: $0 * weight) > 0 }
  }

  private static func firstTick(_ bottom: Int, _ stride: Int, isBars: Bool) -> Int {
    isBars ? -1 : (stride - (bottom % stride + stride) % stride) % stride
  }
}
