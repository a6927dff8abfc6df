// What a line from outside says, ready to be passed on.

import Codec
import Format

/// The members of a received line.
enum ReceivedMembers {
  /// All members but the common ones, as they were sent. Signs that could change what a terminal
  /// shows stand there as escapes: they can only be inside strings, which say the same then.
  ///
  /// - Parameter line: one that was read before, and so is an object.
  static func of(_ line: [UInt8], _ parser: inout JSONParser) -> [UInt8] {
    var members: [UInt8] = []
    line.withUnsafeBufferPointer { line in
      try? parser.parse(line) { view in
        members = view.members { !EventType.isCommon($0) }
      }
    }
    return JSONEscape.escaping(members)
  }

  /// A line without some of its members.
  static func line(_ line: UnsafeBufferPointer<UInt8>, without names: [String]) -> [UInt8] {
    var rest: [UInt8] = []
    var parser = JSONParser()
    try? parser.parse(line) { view in
      rest = view.members { name in !names.contains(name.string ?? "") }
    }
    return [UInt8(ascii: "{")] + rest + [UInt8(ascii: "}")]
  }
}
