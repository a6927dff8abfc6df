// Where a panel of a picture has its values.

import Model

struct PicturePanel: Sendable {
  let plotted: PlottedPanel
  let left: Double
  let right: Double
  let top: Double
  let height: Double

  func y(of value: Double) -> Double {
    top + height * (1 - plotted.axis.height(of: value) / Double(plotted.rows))
  }

  func place(of point: PlotPoint) -> (x: Double, y: Double) {
    (left + point.x * (right - left), y(of: point.value))
  }

  /// The left and the right edge of a bar; a fifth of its place stays free.
  func edges(of column: Int) -> (Double, Double) {
    let width = (right - left) / Double(max(1, plotted.columns.count))
    let start = left + Double(column) * width
    return (start + width * 0.1, start + width * 0.9)
  }

  /// The line below bars, open where there is no value.
  var base: [(x: Double, y: Double)?] {
    let width = (right - left) / Double(max(1, plotted.columns.count))
    let bottom = top + height
    var points: [(x: Double, y: Double)?] = []
    var isOpen = false
    for column in 0...plotted.columns.count {
      let isKnown = column < plotted.columns.count && !plotted.isGap(column)
      if isKnown != isOpen { points.append((left + Double(column) * width, bottom)) }
      if isOpen, !isKnown { points.append(nil) }
      isOpen = isKnown
    }
    return points
  }

  /// The heights in the picture where the series end: for a stack the middle of each last part.
  var ends: [Double] {
    var sum = 0.0
    return plotted.series.map { series in
      guard plotted.kind == .stack else {
        return top + height * (1 - series.end / Double(plotted.rows))
      }
      let value = series.points.last { $0.isKnown }?.value ?? 0
      sum += value
      return y(of: sum - value / 2)
    }
  }
}
