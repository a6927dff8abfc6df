// What the lock file says about its holder; it is only for the message.

import Format
import Codec
import Model

/// Who holds the lock, as bytes.
struct LockNote: Sendable {
  let holder: LockHolder

  init(process: Int32?, since: Timestamp) {
    holder = LockHolder(process: process, since: since)
  }

  /// Reads a note; an empty or damaged one names nobody.
  init(_ bytes: [UInt8]) {
    let nobody = LockHolder(process: nil, since: nil)
    let json = try? JSONValue(parsing: bytes)
    holder = json.flatMap { Self.fields.read($0, from: nobody) } ?? nobody
  }

  var bytes: [UInt8] { Self.fields.file(holder) }

  static let fields = RecordTable<LockHolder>([
    .init(
      "process", "The id of its process.",
      .integer(
        Int(Int32.min)...Int(Int32.max), { $0.process.map { Int($0) } },
        { $0.process = $1.flatMap { Int32(exactly: $0) } }), isLenient: true),
    .init(
      "since", "When it took the lock.", .time({ $0.since }, { $0.since = $1 }), isLenient: true),
  ])
}
