// Work that can be measured.

/// A measurable piece of work and its share of the run.
package struct Work: Sendable {
  /// What is counted.
  package enum Unit: String, CaseIterable, Sendable {
    case activities, nights, records, bytes, requests
  }

  package let stage: Stage
  /// The share of the whole run, 0…1. The weights of a stage add up to at most the span of the
  /// stage.
  package let weight: Double
  package let source: Source?
  package let unit: Unit?
  /// The name of the file being worked on, if any.
  package let name: DisplayText?
  package let gauge: Gauge

  package init(
    stage: Stage, weight: Double, source: Source?, unit: Unit?, name: DisplayText? = nil,
    gauge: Gauge
  ) {
    self.stage = stage
    self.weight = weight
    self.source = source
    self.unit = unit
    self.name = name
    self.gauge = gauge
  }
}
