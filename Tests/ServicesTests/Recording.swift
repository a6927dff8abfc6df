// Random numbers chosen by a test, and a log of posted events.

import Model
import Support
import Synchronization

/// Numbers that increase in equal steps from zero.
final class TestRandom: Random {
  private let last = Mutex<UInt64>(0)

  func next() -> UInt64 {
    last.withLock { last in
      last &+= 0x2545_F491_4F6C_DD1D
      return last
    }
  }
}

/// All posted events, in order.
final class EventLog: EventSink {
  private let posted = Monitor<[SyncEvent.Kind]>([])

  func post(_ kind: SyncEvent.Kind) { posted.withLock { $0.append(kind) } }

  var all: [SyncEvent.Kind] { posted.withLock { $0 } }

  var waits: [Wait] {
    all.compactMap { if case .waiting(let wait) = $0 { wait } else { nil } }
  }

  var requests: [RequestTrace] { Self.requests(in: all) }

  /// Waits until this many requests have completed.
  func waitForRequests(_ count: Int) async throws {
    try await onThread { [posted] in
      try posted.wait(for: "\(count) requests") { Self.requests(in: $0).count >= count ? () : nil }
    }
  }

  private static func requests(in events: [SyncEvent.Kind]) -> [RequestTrace] {
    events.compactMap { if case .request(let trace) = $0 { trace } else { nil } }
  }
}
