// Downloads the FIT files of Wahoo's workouts.

import Model
import Network
import Synchronization

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
