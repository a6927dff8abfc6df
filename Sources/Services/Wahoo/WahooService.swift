// Wahoo's workouts, athlete and error bodies (Cloud API v1).

import Codec
import Model
import Network
import Synchronization

struct WahooService: StreamService {
  /// Gives up after this many changes of the list during the listing.
  private static let attempts = 10

  let client: HTTPClient
  let recordings: WahooRecordings

  var source: Source { .wahoo }

  func contact() async throws(SyncFailure) -> Athlete {
    let user = try await client.get("/v1/user").json(from: source)
    guard let athlete = Athlete(wahoo: user, zones: try await zones()) else {
      throw .badReply(source)
    }
    return athlete
  }

  func list(
    _ range: ListRange, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    var received = ReceivedRecords()
    attempts: for _ in 1...Self.attempts {
      var listing = WahooListing(client: client)
      let ending = try await listing.run(after: range.after) { found throws(SyncFailure) in
        recordings.note(found.files)
        let news = received.news(of: found.records, in: range)
        if !news.activities.isEmpty || news.skipped > 0 { try await page(news) }
      }
      switch ending {
      case .complete: return
      case .changed: continue attempts
      case .repeated: break attempts
      }
    }
    try await page(.revocation)
    throw .badReply(source)
  }

  /// Those of the FIT file that the workout's summary names.
  func streams(of id: ActivityID) async throws(SyncFailure) -> [UInt8]? {
    guard id.sourceID.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let url =
      if let listed = recordings.file(of: id) {
        listed
      } else {
        try await client.find("/v1/workouts/\(id.sourceID)")?.json(from: source).wahooFile
      }
    return if let url { try await recordings.streams(url) } else { nil }
  }

  func settle() async throws(SyncFailure) { try await client.settle() }

  /// The power zones; nil when unavailable: only the threshold power depends on them.
  private func zones() async throws(SyncFailure) -> JSONValue? {
    let reply: Reply
    do {
      reply = try await client.get("/v1/power_zones")
    } catch {
      switch error {
      case .permission, .badReply: return nil
      default: throw error
      }
    }
    return try? JSONValue(parsing: reply.body)
  }
}

extension Reply {
  /// Why Wahoo refuses a request, as far as it says.
  ///
  /// - Parameter scopes: the scopes that may be missing.
  func wahooRefusal(scopes: [String]) -> Refusal? {
    if says("too many unrevoked") { return .tooManySignIns }
    if says("not been approved") || says("not approved") { return .unapprovedApplication }
    let missing = scopes.filter(says)
    return missing.isEmpty ? nil : .missingScopes(missing.map { DisplayText($0) })
  }
}

/// The recordings of the workouts that this run has listed. They are on another host, need no
/// sign-in, and do not count against the limits (https://cloud-api.wahooligan.com, "Workout
/// Summary").
final class WahooRecordings: Sendable {
  private let connection: Connection
  private let limits = RetryAfterLimits()
  /// Reads the streams of a FIT file; nil when it has none.
  private let read: @Sendable ([UInt8]) -> [UInt8]?
  /// URLs by workout; nil for a workout without a recording.
  private let files = Mutex<[ActivityID: String?]>([:])

  init(connection: Connection, read: @escaping @Sendable ([UInt8]) -> [UInt8]?) {
    self.connection = connection
    self.read = read
  }

  func note(_ files: [ActivityID: String?]) {
    self.files.withLock { $0.merge(files) { _, new in new } }
  }

  /// The URL of a recording, or nil for a workout without one; nil for a workout that this run has
  /// not listed.
  func file(of id: ActivityID) -> String?? { files.withLock { $0[id] } }

  /// Downloads a recording and reads its streams; nil when it is gone or has none.
  ///
  /// - Parameter url: as the service names it. The token is never sent there.
  /// - Throws: the failures of `FailureMap.swift`; `interrupted` if the task is cancelled.
  func streams(_ url: String) async throws(SyncFailure) -> [UInt8]? {
    guard let address = WebAddress(url), address.isAllowed, address.path.first == "/" else {
      return nil
    }
    let client = HTTPClient(
      base: address.origin, connection: connection, authorizer: nil, limits: limits)
    do {
      return try await client.find(address.path).flatMap { read($0.body) }
    } catch {
      // A file server answers 403 for a file that it does not have any more.
      if case .permission = error { return nil }
      throw error
    }
  }
}
