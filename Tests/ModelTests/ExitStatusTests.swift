// The exit status of each failure.

import Support
import Model
import Testing

@Suite(.blocking) struct ExitStatusTests {
  static let table: [(SyncFailure, String, Int32, Bool)] = [
    (.network(.strava), "network", 68, true),
    (.timeout(.answer(.strava)), "timeout", 75, true),
    (.timeout(.run(.seconds(5))), "timeout", 75, true),
    (.server(.strava), "server", 69, true),
    (.auth(.strava), "auth", 77, false),
    (.permission(.strava, .denied), "permission", 77, false),
    (
      .rateLimited(.strava, RateLimit(window: .day, retryAt: Timestamp(seconds: 1))),
      "rate_limited", 75, true
    ),
    (.badReply(.strava), "bad_reply", 76, true),
    (.badInput(file: "x", line: 1), "bad_input", 65, false),
    (.badExport(file: "x", .damaged(line: 1)), "bad_input", 65, false),
    (.badExport(file: "x", .webPage), "bad_input", 65, false),
    (.missingInput(file: "x"), "missing_input", 66, false),
    (.storage(StorageFailure(path: "x", reason: .diskFull)), "storage", 74, true),
    (.locked(LockHolder(process: nil, since: nil)), "locked", 75, true),
    (.notConnected(nil), "not_connected", 78, false),
    (.config(.noHome), "config", 78, false),
    (.usage(.liveImpossible), "usage", 64, false),
    (.internal("x"), "internal", 70, false),
  ]

  @Test(arguments: table.indices)
  func `follows the contract`(_ index: Int) {
    let (failure, code, exit, isRetryable) = Self.table[index]
    expectEqual(failure.code, code)
    expectEqual(ExitStatus(failure).code, exit)
    expectEqual(failure.isRetryable, isRetryable)
  }

  @Test func `the most important failure determines the exit status`() {
    let order: [SyncFailure] = [
      .storage(StorageFailure(path: "x", reason: .diskFull)), .internal("x"), .config(.noHome),
      .auth(.strava), .permission(.strava, .other), .badInput(file: "x", line: nil),
      .badReply(.strava), .server(.strava), .locked(LockHolder(process: nil, since: nil)),
      .rateLimited(.strava, RateLimit(window: .day, retryAt: Timestamp(seconds: 1))),
      .timeout(.answer(.strava)), .network(.strava),
    ]
    expectEqual(order.map(\.precedence), order.map(\.precedence).sorted())
    expectEqual(Set(order.map(\.precedence)).count, order.count)
  }

  /// More than 20 records and more than half of them are not believed to be deleted, nor all of
  /// five.
  @Test func `deletions are believed within reason`() {
    for (count, total, isBelieved) in [
      (4, 4, true), (5, 5, false), (5, 6, true), (20, 21, true), (21, 21, false), (21, 41, false),
      (21, 42, true), (500, 1000, true),
    ] {
      let refused = RefusedDeletions(count: count, total: total)
      expectEqual(refused == nil, isBelieved, "\(count) of \(total)")
    }
  }

  @Test func `signals are shown as a shell does`() {
    expectEqual(ExitStatus.signal(2).code, 130)
    expectEqual(ExitStatus.signal(15).code, 143)
  }

  @Test func `secrets are redacted in descriptions`() {
    let secret = Secret("canary")
    #expect(!"\(secret) \(String(reflecting: secret)) \([secret])".contains("canary"))
    expectEqual(secret.reveal(), "canary")
  }
}
