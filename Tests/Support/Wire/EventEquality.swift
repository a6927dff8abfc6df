// Whether two events say the same: their type has no equality of its own.

package import Model

extension SyncEvent.Kind {
  /// Whether all members are equal.
  package func isSame(as other: SyncEvent.Kind) -> Bool {
    // A description has dictionaries in any order.
    if case .summary(let summary) = self, case .summary(let otherSummary) = other {
      return summary == otherSummary
    }
    return "\(self)" == "\(other)"
  }
}
