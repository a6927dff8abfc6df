// The state of a source between two runs.

/// A source and its state.
package struct SourceReport: Hashable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    case connected, imported
    case notConnected = "not_connected"
    case expired, unavailable
  }

  package let source: Source
  package let state: State
  /// The name of the account.
  package let athlete: DisplayText?
  package let lastSync: Timestamp?
  /// The code of the last failure, when the last sync failed.
  package let lastError: String?
  package let activities: Int
  package let days: Int

  package init(
    source: Source, state: State, athlete: DisplayText? = nil, lastSync: Timestamp? = nil,
    lastError: String? = nil, activities: Int = 0, days: Int = 0
  ) {
    self.source = source
    self.state = state
    self.athlete = athlete
    self.lastSync = lastSync
    self.lastError = lastError
    self.activities = activities
    self.days = days
  }
}
