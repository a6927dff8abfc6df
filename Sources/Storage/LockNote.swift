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
    let json = try? JSONValue(parsing: bytes)
    holder = LockHolder(
      process: json?["process"]?.integer.flatMap { Int32(exactly: $0) },
      since: json?["since"]?.timestamp)
  }

  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("process", holder.process.map { Int($0) })
      json.member("since", holder.since)
    }
    json.endLine()
    return json.take()
  }
}
