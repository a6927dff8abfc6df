// The three stages of a run and their shares of it.

/// A stage of a run; the stage bar shows all three.
package enum Stage: String, CaseIterable, Hashable, Sendable {
  case routine, prep, saving

  /// The part of the run's fraction (0…1) that this stage covers.
  package var span: ClosedRange<Double> {
    switch self {
    case .routine: 0...0.33
    case .prep: 0.33...0.66
    case .saving: 0.66...1
    }
  }
}
