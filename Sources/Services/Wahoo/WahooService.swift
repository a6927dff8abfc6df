// Wahoo's workouts, athlete and error bodies (Cloud API v1).

import Codec
import Model
import Network

/// A signed-in Wahoo account.
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
    var sent: Set<ActivityID> = []
    var skipped: Set<String> = []
    attempts: for _ in 1...Self.attempts {
      var listing = WahooListing(client: client)
      let ending = try await listing.run(after: range.after) { found throws(SyncFailure) in
        let news = found.activities.filter {
          range.contains($0.start) && sent.insert($0.id).inserted
        }
        recordings.note(found.files)
        let unreadable = found.unreadable.filter { skipped.insert($0).inserted }
        if news.isEmpty && unreadable.isEmpty { return }
        try await page(
          ActivityPage(
            activities: news.sorted { ($0.start, $0.id.sourceID) < ($1.start, $1.id.sourceID) },
            skipped: unreadable.count))
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
    let url: String?
    if let listed = recordings.file(of: id) {
      url = listed
    } else {
      let reply = try await client.find("/v1/workouts/\(id.sourceID)")
      url = if let reply { try reply.json(from: source).wahooFile } else { nil }
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

enum WahooFault {
  /// How much of a body is searched, in bytes.
  private static let reach = 2048

  /// The reason of a refusal, if it is known.
  ///
  /// - Parameter scopes: the scopes that may be missing.
  static func refusal(_ reply: Reply, scopes: [String]) -> Refusal? {
    let text = String(decoding: reply.body.prefix(reach), as: UTF8.self).lowercased()
    if text.place(of: "too many unrevoked") != nil { return .tooManySignIns }
    if text.place(of: "not been approved") != nil || text.place(of: "not approved") != nil {
      return .unapprovedApplication
    }
    let missing = scopes.filter { text.place(of: $0) != nil }
    return missing.isEmpty ? nil : .missingScopes(missing.map { DisplayText($0) })
  }
}
