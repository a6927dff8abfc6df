// The thresholds of the last run, a small file in the state folder.

import Codec
package import Model

extension Store {
  /// - Throws: `storage`, and what keeps a store from being used.
  package func thresholds() throws(SyncFailure) -> Thresholds? {
    try check()
    return try disk.read(try place().thresholds).flatMap { Thresholds($0) }
  }

  /// Writes the file where it says something else.
  func save(_ thresholds: Thresholds) throws(SyncFailure) {
    let path = try place().thresholds
    if try disk.read(path) != thresholds.bytes {
      try disk.replaceState(path, with: thresholds.bytes)
    }
  }
}

extension Thresholds {
  /// Reads the file; one that is damaged is forgotten, which costs a notice.
  fileprivate init?(_ bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes) else { return nil }
    self.init(
      ftpWatts: json["ftp_w"]?.integer(in: StoredRange.watts),
      heartRate: json["threshold_heart_rate_bpm"]?.integer(in: StoredRange.heartRate))
  }

  /// The bytes of the file.
  fileprivate var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("ftp_w", ftpWatts)
      json.member("threshold_heart_rate_bpm", heartRate)
    }
    json.endLine()
    return json.take()
  }
}
