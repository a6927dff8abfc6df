// How everything stands, as `status` has told it.

import Model

extension RunState {
  /// What a person may want to do next.
  enum NextStep {
    case connect, sync
  }

  /// The sources that are connected or have brought something.
  var sourcesInUse: [SourceReport] {
    reports.filter {
      $0.state != .notConnected || $0.activities + $0.days > 0 || $0.lastSync != nil
    }
  }

  /// Records of all sources; a ride that several services have counts for each of them.
  var storedActivities: Int { reports.reduce(0) { $0 + $1.activities } }
  var storedDays: Int { reports.reduce(0) { $0 + $1.days } }

  /// When a source was last synced.
  var lastSync: Timestamp? { reports.compactMap(\.lastSync).max() }

  /// Whether there is nothing to show but what may be connected.
  var isUntouched: Bool {
    storedActivities + storedDays == 0 && lastSync == nil && scores.isEmpty && fitness == nil
      && routine == nil && prep == nil
  }

  /// What is left to do; nil when that is nothing, or is said beside a source.
  var nextStep: NextStep? {
    let isConnected = reports.contains { !$0.source.isFiles && $0.state != .notConnected }
    let isImported = reports.contains { $0.state == .imported }
    if !isConnected, !isImported { return .connect }
    return lastSync == nil || scores.isEmpty ? .sync : nil
  }
}
