// The members of statuses, kept for when they come again.

import Codec
import Format
import Model

/// What statuses look like on the wire. Making the two texts takes longer than all the rest of a
/// line, and a run has few different statuses that it may tell again and again.
struct StatusMembers: Sendable {
  private static let capacity = 16

  private var kept: [(status: SyncStatus, members: [UInt8])] = []
  /// The one told last. The next one is looked for behind it, because runs are alike.
  private var last = 0

  /// Writes the members of `status`.
  mutating func write(
    _ status: SyncStatus, _ messages: Messages, now: Timestamp, to json: inout JSONWriter
  ) {
    // How long ago something was is told anew each time.
    if case .updated = status { return json.members(of: status, messages, now: now) }
    for step in stride(from: 1, through: kept.count, by: 1) {
      let index = last + step < kept.count ? last + step : last + step - kept.count
      if kept[index].status == status {
        last = index
        return json.members(again: kept[index].members)
      }
    }
    let comma = json.count
    json.members(of: status, messages, now: now)
    keep(status, Array(json.bytes[(comma + 1)...]))
  }

  private mutating func keep(_ status: SyncStatus, _ members: [UInt8]) {
    if kept.count < Self.capacity {
      last = kept.count
      kept.append((status, members))
    } else {
      last = (last + 1) % Self.capacity
      kept[last] = (status, members)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of status: SyncStatus, _ messages: Messages, now: Timestamp) {
    members(
      of: status, text: messages.text(status, now: now), spoken: messages.spoken(status, now: now))
  }
}
