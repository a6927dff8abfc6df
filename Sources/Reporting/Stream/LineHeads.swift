// The beginnings of lines: all lines of one type begin alike within one second.

import Codec
import Format
import Model

/// The members `type` and `ts`, written once a second for each type.
struct LineHeads: Sendable {
  private var second = Timestamp(seconds: .min)
  private var heads: [(type: EventType, members: [UInt8])] = []

  /// Writes the two members.
  mutating func write(_ type: EventType, at stamp: Timestamp, to json: inout JSONWriter) {
    if second != stamp {
      second = stamp
      heads.removeAll(keepingCapacity: true)
    }
    for head in heads where head.type === type {
      return json.members(again: head.members)
    }
    let start = json.count
    json.headMembers(of: type, at: stamp)
    heads.append((type, Array(json.bytes[start...])))
  }
}
