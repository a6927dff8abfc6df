// Progress reported by another program or by an earlier run.

/// Progress received from outside; our own is read from gauges.
package struct ReportedProgress: Hashable, Sendable {
  /// 0…1 over the run; nil when only units were counted.
  package let fraction: Double?
  package let stage: Stage?
  /// nil for the run as a whole.
  package let source: Source?
  package let done: Int?
  package let total: Int?
  package let unit: Work.Unit?
  /// The time left.
  package let left: Duration?

  package init(
    fraction: Double? = nil, stage: Stage? = nil, source: Source? = nil, done: Int? = nil,
    total: Int? = nil, unit: Work.Unit? = nil, left: Duration? = nil
  ) {
    self.fraction = fraction
    self.stage = stage
    self.source = source
    self.done = done
    self.total = total
    self.unit = unit
    self.left = left
  }

  /// 0…1, from the units alone; nil while the total is unknown.
  package var share: Double? {
    guard let done, let total, total > 0 else { return nil }
    return min(1, Double(done) / Double(total))
  }
}
