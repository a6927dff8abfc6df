// The result of a source in a run, and its state between runs.

/// A source and its state.
package struct SourceReport: Hashable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    case connected, imported
    case notConnected = "not_connected"
    case expired, unavailable
  }

  /// A connected folder.
  package struct Folder: Hashable, Sendable {
    package var path: DisplayText
    /// Files in it that may hold rides, by their names; nil while it is away or nobody has looked.
    package var rideFiles: Int?

    package init(path: DisplayText, rideFiles: Int? = nil) {
      (self.path, self.rideFiles) = (path, rideFiles)
    }
  }

  package var source: Source
  package var state: State
  /// The name of the account.
  package var athlete: DisplayText?
  package var lastSync: Timestamp?
  /// The code of the last failure, when the last sync failed.
  package var lastError: String?
  package var activities: Int
  /// Those among them that stand for their rides: a ride that several sources have counts for the
  /// first; nil in a recorded stream of an earlier version.
  package var rides: Int?
  package var days: Int
  /// The first day that is asked for, as an earlier `--since` said; nil when everything is.
  package var since: Day?
  /// Whether the sign-in is that of the default store, used by a store that has none of its own.
  package var isShared: Bool
  /// The folders that a list or a connecting names; empty for services.
  package var folders: [Folder]
  /// Whether it was connected until now. Not an event's member.
  package var wasConnected = true

  package init(
    source: Source, state: State, athlete: DisplayText? = nil, lastSync: Timestamp? = nil,
    lastError: String? = nil, activities: Int = 0, rides: Int? = nil, days: Int = 0,
    since: Day? = nil, isShared: Bool = false, folders: [Folder] = []
  ) {
    (self.source, self.state, self.athlete, self.lastSync) = (source, state, athlete, lastSync)
    (self.lastError, self.activities, self.rides, self.days) = (lastError, activities, rides, days)
    (self.since, self.isShared, self.folders) = (since, isShared, folders)
  }
}

/// How a source ended.
package enum SourceOutcome: String, CaseIterable, Sendable {
  case ok, partial, failed
  /// Not contacted.
  case skipped
}

/// What a source delivered. Requests, bytes and time are counted by the reporter's state.
package struct SourceResult: Hashable, Sendable {
  package var source: Source
  package var outcome: SourceOutcome
  package var counts: Counts

  package init(source: Source, outcome: SourceOutcome, counts: Counts) {
    (self.source, self.outcome, self.counts) = (source, outcome, counts)
  }
}
