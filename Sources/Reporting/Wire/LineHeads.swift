// The beginnings of lines: all lines of one type begin alike within one second.

import Format
import Codec
import Model

/// The members `type` and `ts`, written once a second for each type.
struct LineHeads: Sendable {
  private var second = Timestamp(seconds: .min)
  private var heads: [(type: StaticString, members: [UInt8])] = []

  /// Writes the two members.
  mutating func write(_ type: StaticString, at stamp: Timestamp, to json: inout JSONWriter) {
    if second != stamp {
      second = stamp
      heads.removeAll(keepingCapacity: true)
    }
    for head in heads where head.type.utf8Start == type.utf8Start {
      return json.members(again: head.members)
    }
    let start = json.count
    json.member("type", word: type)
    json.member("ts", stamp)
    heads.append((type, Array(json.bytes[start...])))
  }
}
