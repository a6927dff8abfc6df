// A log of posted events, and whether two say the same.

package import Model

/// All posted events, in order.
package final class EventLog: EventSink {
  private let posted = Monitor<[SyncEvent.Kind]>([])

  package init() {}

  package func post(_ kind: SyncEvent.Kind) { posted.withLock { $0.append(kind) } }
  package var all: [SyncEvent.Kind] { posted.withLock { $0 } }

  package var waits: [Wait] {
    all.compactMap { if case .waiting(let wait) = $0 { wait } else { nil } }
  }

  package var requests: [RequestTrace] { Self.requests(in: all) }

  package func waitForRequests(_ count: Int) throws {
    try posted.wait(for: "\(count) requests") { Self.requests(in: $0).count >= count ? () : nil }
  }

  private static func requests(in events: [SyncEvent.Kind]) -> [RequestTrace] {
    events.compactMap { if case .request(let trace) = $0 { trace } else { nil } }
  }
}

extension SyncEvent.Kind {
  package func isSame(as other: SyncEvent.Kind) -> Bool {
    // A description has dictionaries in any order.
    if case .summary(let summary) = self, case .summary(let otherSummary) = other {
      return summary == otherSummary
    }
    return "\(self)" == "\(other)"
  }
}
