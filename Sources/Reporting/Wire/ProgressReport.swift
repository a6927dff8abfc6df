// How far a source, or the run as a whole, is.

import SyncModel

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
  let left: Duration?
}
