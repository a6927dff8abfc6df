// Distances, heights and speeds in the reader's units: they are converted and written here alone.

import Model

/// A quantity whose unit the reader chooses.
enum Measure {
  /// In metres; shown with one decimal.
  case distance
  /// In metres; shown as a whole number.
  case height
  /// In km/h; shown with one decimal.
  case speed
}

extension Messages {
  /// "81.2", "1,204.5" for distance and speed, "1,204" for height: a figure without its unit.
  func figure(_ value: Double, _ measure: Measure) -> DisplayText {
    if measure == .height { return rounded(shown(value, measure)) }
    let scale = measure == .distance ? units.distanceMetres : units.distanceMetres / 1000
    let tenths = Int((max(0, min(value, 1e15)) * 10 / scale).rounded())
    return "\(number(tenths / 10)).\(tenths % 10)"
  }

  /// "1,204": a distance without decimals.
  func wholeDistance(_ metres: Double) -> DisplayText { rounded(shown(metres, .distance)) }

  /// "81.2 km", "81.2 kilometres": a figure with its unit.
  func text(_ value: Double, _ measure: Measure) -> String {
    let figure = figure(value, measure)
    return "\(figure) \(voice == .spoken ? word(measure, isOne: figure == "1") : mark(measure))"
  }

  /// A value in the reader's unit.
  func shown(_ value: Double, _ measure: Measure) -> Double {
    switch measure {
    case .distance: value / units.distanceMetres
    case .height: value / units.heightMetres
    case .speed: value * 1000 / units.distanceMetres
    }
  }

  /// "km", "ft": a unit as it is written.
  func mark(_ measure: Measure) -> String { names(of: measure).mark }

  /// "kilometres", "foot": a unit as it is spoken.
  func word(_ measure: Measure, isOne: Bool = false) -> String {
    isOne ? names(of: measure).one : names(of: measure).many
  }

  private func names(of measure: Measure) -> (mark: String, one: String, many: String) {
    switch (measure, units) {
    case (.distance, .metric): ("km", "kilometre", "kilometres")
    case (.distance, .imperial): ("mi", "mile", "miles")
    case (.height, .metric): ("m", "metre", "metres")
    case (.height, .imperial): ("ft", "foot", "feet")
    case (.speed, .metric): ("km/h", "kilometre per hour", "kilometres per hour")
    case (.speed, .imperial): ("mph", "mile per hour", "miles per hour")
    }
  }
}

// MARK: Charts

extension ChartSeries.Unit {
  /// What the reader's unit depends on; nil for units that all readers share.
  var measure: Measure? {
    switch self {
    case .kilometres: .distance
    case .metres: .height
    case .load, .hours, .score, .watts, .beatsPerMinute: nil
    }
  }
}

extension Messages {
  /// "km", "mi", "W": a unit as it is written.
  func mark(_ unit: ChartSeries.Unit) -> String { unit.measure.map(mark) ?? unit.rawValue }

  /// A series with its values in the reader's units, as it is drawn and spoken.
  func shown(_ series: ChartSeries) -> ChartSeries {
    guard units != .metric, let measure = series.unit.measure else { return series }
    var series = series
    for index in series.points.indices {
      series.points[index].value = series.points[index].value.map {
        shown(measure == .distance ? $0 * 1000 : $0, measure)
      }
    }
    return series
  }
}
