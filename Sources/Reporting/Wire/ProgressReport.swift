// How far a source, or the run as a whole, is.

package import Model

/// What a progress line says.
package struct ProgressReport: Hashable, Sendable {
  /// 0…1 over the run.
  let fraction: Double
  let stage: Stage
  /// 0…1 over the stage.
  let stageFraction: Double
  let source: Source?
  let done: Int?
  let total: Int?
  let unit: Work.Unit?
  /// Begun seconds counted.
  let secondsLeft: Int?

  /// - Parameters:
  ///   - fraction: 0…1 over the run.
  ///   - stageFraction: 0…1 over the stage.
  ///   - source: nil for the run as a whole.
  ///   - left: the time left, where it can be told honestly.
  package init(
    fraction: Double, stage: Stage, stageFraction: Double, source: Source? = nil, done: Int? = nil,
    total: Int? = nil, unit: Work.Unit? = nil, left: Duration? = nil
  ) {
    self.fraction = fraction
    self.stage = stage
    self.stageFraction = stageFraction
    self.source = source
    self.done = done
    self.total = total
    self.unit = unit
    secondsLeft = left.map { Int($0.inSeconds.rounded(.up)) }
  }
}
