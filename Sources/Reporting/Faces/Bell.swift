// The bell at the end of a run, for who works in another window.

import Model

/// Rings once for each attempt, when it was asked to ring at all.
struct Bell: Sendable {
  private let rings: Bool
  private var hasRung = false

  init(rings: Bool) {
    self.rings = rings
  }

  /// Another attempt may ring again.
  mutating func rest() {
    hasRung = false
  }

  /// The bytes for a run that ends so: once for what went well, twice for what did not.
  mutating func ring(_ summary: RunSummary) -> [UInt8] {
    guard rings, !hasRung else { return [] }
    hasRung = true
    switch summary.outcome {
    case .ok: return [0x07]
    case .partial, .failed: return [0x07, 0x07]
    case .interrupted: return []
    }
  }
}
