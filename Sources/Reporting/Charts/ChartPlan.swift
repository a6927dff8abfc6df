// How each chart is divided into panels, and which series each panel has.

import Model
import Terminal

/// A part of a chart with a value axis of its own.
struct ChartPanel: Sendable {
  enum Kind: Sendable {
    /// Lines over a value axis that need not begin at 0.
    case lines
    /// A bar from 0 for each place.
    case bars
    /// Bars from 0, one series on top of the other.
    case stack
  }

  let kind: Kind
  /// The height in rows of text; in a picture, in parts of the whole.
  var rows: Int
  /// In the order in which they are drawn; the first is in front.
  let names: [ChartSeries.Name]

  init(_ kind: Kind, rows: Int, _ names: [ChartSeries.Name]) {
    self.kind = kind
    self.rows = rows
    self.names = names
  }

  /// All rows of a chart, without axes; a trace has more.
  static let rowsInAll = 12
}

extension Chart {
  /// The panels from the top; their rows make `ChartPanel.rowsInAll`, but for a trace.
  ///
  /// Scores of a day jump too much to share a panel: three lines would hide each other.
  var panels: [ChartPanel] {
    switch self {
    case .fitness:
      [
        ChartPanel(.lines, rows: 6, [.fitness, .fatigue]), ChartPanel(.lines, rows: 3, [.form]),
        ChartPanel(.bars, rows: 3, [.load]),
      ]
    case .load: [ChartPanel(.bars, rows: 12, [.load])]
    case .hours:
      [ChartPanel(.bars, rows: 6, [.hours]), ChartPanel(.bars, rows: 6, [.distance])]
    case .scores: [.recovery, .sleep, .strain].map { ChartPanel(.bars, rows: 4, [$0]) }
    case .power: [ChartPanel(.lines, rows: 12, [.sixWeeks, .allTime])]
    case .zones: [ChartPanel(.stack, rows: 12, ChartSeries.Name.zones)]
    case .trace: [.power, .heartRate, .altitude].map { ChartPanel(.lines, rows: 8, [$0]) }
    }
  }

  /// Whether its values are those of days or weeks.
  var isOfDays: Bool { self != .power && self != .trace }

  /// Days from one value to the next.
  var step: Int { [.load, .hours, .zones].contains(self) ? 7 : 1 }
}

extension ChartSeries.Name {
  /// The colour of its line or bars. Names, marks and fills tell series apart without it.
  func role(in chart: Chart) -> Role {
    switch self {
    case .load where chart == .load: .accent
    case .fitness, .hours, .sleep, .sixWeeks, .zone3, .power: .accent
    case .fatigue, .strain, .zone5, .heartRate: .warn
    case .form, .recovery, .distance, .zone4, .altitude: .ok
    case .load, .zone1: .muted
    case .allTime, .zone2: .plain
    case .zone6: .error
    case .zone7: .value
    }
  }
}
