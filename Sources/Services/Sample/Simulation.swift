// The failures that the sample athlete plays on demand.

package import SyncModel

/// A case to make happen.
package struct Simulation: Hashable, Sendable {
  package enum Case: Hashable, Sendable {
    case network, timeout, server, auth, permission, rateLimit, badReply
    case diskFull, locked, `internal`, slow, offline
  }

  package let what: Case
  /// Where it happens.
  package let source: Source

  package init(_ what: Case, at source: Source?) {
    self.what = what
    self.source = source ?? .strava
  }

  /// What a source answers when it is asked who is there.
  func failureOnContact(_ source: Source) -> SyncFailure? {
    guard source == self.source else { return nil }
    return switch what {
    case .network, .offline: .network(source)
    case .timeout: .timeout(.answer(source))
    case .server: .server(source)
    case .auth: .auth(source)
    case .permission: .permission(source, .missingScopes(["activity:read_all"]))
    case .rateLimit, .badReply, .diskFull, .locked, .internal, .slow: nil
    }
  }

  /// What a source answers in the middle of its list.
  func failureInList(_ source: Source, at now: Timestamp) -> SyncFailure? {
    guard source == self.source else { return nil }
    switch what {
    case .rateLimit:
      let next = Timestamp(seconds: (now.seconds / 900 + 1) * 900)
      return .rateLimited(source, RateLimit(window: .quarterHour, retryAt: next))
    case .badReply: return .badReply(source)
    case .network, .timeout, .server, .auth, .permission, .diskFull, .locked, .internal, .slow,
      .offline:
      return nil
    }
  }

  /// What goes wrong in a step of our own.
  ///
  /// - Parameter store: the folder that is full.
  func failure(in step: Step, store: DisplayText) -> SyncFailure? {
    switch (what, step) {
    case (.diskFull, .save): .storage(StorageTrouble(path: store, reason: .diskFull))
    case (.internal, .processData): .internal("simulated")
    default: nil
    }
  }
}
