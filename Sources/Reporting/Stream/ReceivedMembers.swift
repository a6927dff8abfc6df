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
    return hasHarm(members) ? escaped(members) : members
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

  private static func hasHarm(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      text.indices.contains { harmfulScalar(in: text, at: $0) != nil }
    }
  }

  private static func escaped(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count + 16)
    text.withUnsafeBufferPointer { text in
      var at = 0
      while at < text.count {
        guard let (scalar, length) = harmfulScalar(in: text, at: at) else {
          output.append(text[at])
          at += 1
          continue
        }
        let digits = String(scalar, radix: 16)
        output += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
        at += length
      }
    }
    return output
  }

  /// The scalar that begins at `at`, when it is DEL, a C1 control, a line or paragraph separator or a
  /// control of writing direction. The text is well-formed UTF-8.
  private static func harmfulScalar(
    in text: UnsafeBufferPointer<UInt8>, at: Int
  ) -> (scalar: UInt32, length: Int)? {
    switch text[at] {
    case 0x7F: return (0x7F, 1)
    case 0xC2 where text[at + 1] < 0xA0: return (UInt32(text[at + 1]), 2)
    case 0xD8 where text[at + 1] == 0x9C: return (0x061C, 2)
    case 0xE2:
      let scalar = 0x2000 + UInt32(text[at + 1] & 0x3F) << 6 + UInt32(text[at + 2] & 0x3F)
      switch scalar {
      case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return (scalar, 3)
      default: return nil
      }
    default: return nil
    }
  }
}
