// The key and the athlete of requests to Intervals.icu.

import Model
import Network

/// The account that requests are made for. The key is read for every request, because the person
/// may have connected again in the meantime.
struct IntervalsAccount: Authorizing {
  /// Stands for the owner of the key.
  private static let owner = "0"

  private let credentials: @Sendable () throws(SyncFailure) -> KeyCredentials

  init(_ credentials: @escaping @Sendable () throws(SyncFailure) -> KeyCredentials) {
    self.credentials = credentials
  }

  /// The path of the athlete's resources, followed by `rest`.
  func path(_ rest: String = "") throws(SyncFailure) -> String {
    "/athlete/\(try credentials().athleteID ?? Self.owner)\(rest)"
  }

  /// Whether a text is an athlete's id, which becomes part of paths.
  static func isID(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
      }
  }

  func authorization() throws(SyncFailure) -> Secret {
    // The user name is the same for everyone.
    .basic(user: "API_KEY", password: try credentials().key)
  }

  func authorization(after refused: Secret) throws(SyncFailure) -> Secret? {
    let current = try authorization()
    return current == refused ? nil : current
  }
}
