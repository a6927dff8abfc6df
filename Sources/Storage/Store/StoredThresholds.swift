// The thresholds of the last run, a small file in the state folder.

import Codec
import Format
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
    let blank = Thresholds(ftpWatts: nil, heartRate: nil)
    self = Self.fields.read(json, from: blank) ?? blank
  }

  /// The bytes of the file.
  fileprivate var bytes: [UInt8] { Self.fields.file(self) }

  static let fields = RecordTable<Thresholds>([
    .init(
      "ftp_w", "Functional threshold power in watts.",
      .integer(StoredRange.watts, { $0.ftpWatts }, { $0.ftpWatts = $1 }), isLenient: true),
    .init(
      "threshold_heart_rate_bpm", "Heart rate at threshold.",
      .integer(StoredRange.heartRate, { $0.heartRate }, { $0.heartRate = $1 }), isLenient: true),
  ])
}
