// Random values survive writing and reading; damaged texts give a value or an error, never a crash.

import Codec
import Support
import Testing

@Suite(.blocking) struct JSONRandomTests {
  /// A value as a tree, to compare written and read values.
  private enum Tree: Equatable {
    case object([Pair])
    case array([Tree])
    case string(String)
    case integer(Int64)
    case double(Double)
    case bool(Bool)
    case null

    struct Pair: Equatable {
      let key: String
      let value: Tree
    }

    init(_ random: inout SeededRandom, depth: Int = 0) {
      switch Int.random(in: depth < 4 ? 0...9 : 2...9, using: &random) {
      case 0:
        self = .object(
          (0..<Int.random(in: 0...5, using: &random)).map { _ in
            Pair(key: .random(using: &random), value: Tree(&random, depth: depth + 1))
          })
      case 1:
        self = .array(
          (0..<Int.random(in: 0...5, using: &random)).map { _ in Tree(&random, depth: depth + 1) })
      case 2, 3, 4: self = .string(.random(using: &random))
      case 5, 6: self = .integer(Int64(bitPattern: random.next()) >> (random.next() & 63))
      case 7: self = .double(Double.random(in: -1e6...1e6, using: &random) + 0.1)
      case 8: self = .bool(.random(using: &random))
      default: self = .null
      }
    }

    init(_ value: JSONValue) {
      switch value.kind {
      case .object:
        self = .object(
          (value.members.map { $0.map { Pair(key: $0.name, value: Tree($0.value)) } }) ?? [])
      case .array: self = .array(value.elements.map { $0.map { Tree($0) } } ?? [])
      case .string: self = .string(value.string ?? "")
      case .number: self = value.integer.map { .integer($0) } ?? .double(value.double ?? .nan)
      case .bool: self = .bool(value.bool ?? false)
      case .null: self = .null
      }
    }

    func write(to json: inout JSONWriter) {
      switch self {
      case .object(let pairs):
        json.object {
          for pair in pairs {
            $0.key(escaping: pair.key)
            pair.value.write(to: &$0)
          }
        }
      case .array(let values):
        json.value(
          raw: writtenMember { $0.array("v") { for value in values { value.write(to: &$0) } } }.utf8
        )
      case .string(let text): json.value(text)
      case .integer(let number): json.value(raw: writtenMember { $0.member("v", number) }.utf8)
      case .double(let number):
        json.value(raw: writtenMember { $0.member("v", exactly: number) }.utf8)
      case .bool(let flag): json.value(raw: writtenMember { $0.member("v", flag) }.utf8)
      case .null: json.value(raw: writtenMember { $0.nullMember("v") }.utf8)
      }
    }
  }

  @Test func `random values survive`() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<3000 {
      let tree = Tree(&random)
      var json = JSONWriter(capacity: 64)
      tree.write(to: &json)
      let bytes = json.take()
      let value = try JSONValue(parsing: bytes)
      expectEqual(Tree(value), tree)
      expectEqual(value.compact, bytes, "the writer puts no space between tokens")
    }
  }

  @Test func `space between tokens changes nothing`() throws {
    var random = SeededRandom(seed: 2)
    for _ in 0..<1000 {
      var json = JSONWriter()
      Tree(&random).write(to: &json)
      let bytes = json.take()
      let spaced = try spread(JSONValue(parsing: bytes), &random)
      try expectEqual(JSONValue(parsing: Array(spaced.utf8)).compact, bytes)
    }
  }

  /// The value with random white space around every token.
  private func spread(_ value: JSONValue, _ random: inout SeededRandom) -> String {
    func space() -> String {
      String(
        (0..<Int.random(in: 0...2, using: &random)).map { _ in
          " \t\r\n".randomElement(using: &random) ?? " "
        })
    }
    var parts: [String] = []
    if let members = value.members {
      for member in members {
        let key = written { $0.value(member.name) }
        parts.append(space() + key + space() + ":" + spread(member.value, &random))
      }
      return space() + "{" + (parts.isEmpty ? space() : parts.joined(separator: ",")) + "}"
        + space()
    }
    if let elements = value.elements {
      for element in elements { parts.append(spread(element, &random)) }
      return space() + "[" + (parts.isEmpty ? space() : parts.joined(separator: ",")) + "]"
        + space()
    }
    return space() + value.literal + space()
  }

  @Test func `damaged texts give a value or an error with a valid offset`() throws {
    var random = SeededRandom(seed: 3)
    let texts = [
      #"{"id":123,"name":"Col d\u0027Izoard \ud83d\ude00 é","dist":41.5e2,"map":{"p":[1,2.0,true,null]}}"#,
      #" [ [ [ ] , { "a" : "\\\"" } ] , -0.0 , false , "a long plain text without any escape 😀" ] "#,
    ].map { Array($0.utf8) }
    var accepted = 0
    for round in 0..<Tier.rounds(40_000) {
      var bytes = texts[round % texts.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch random.next() % 4 {
        case 0: bytes[index] ^= 1 << UInt8(random.next() % 8)
        case 1: bytes[index] = UInt8(truncatingIfNeeded: random.next())
        case 2: bytes.remove(at: index)
        default: bytes.removeSubrange(index...)
        }
        if bytes.isEmpty { break }
      }
      do {
        let value = try JSONValue(parsing: bytes)
        accepted += 1
        _ = Tree(value)
        let again = try JSONValue(parsing: value.compact)
        expectEqual(again.compact, value.compact)
      } catch {
        #expect((0...bytes.count).contains(error.offset))
      }
    }
    #expect(
      accepted > Tier.rounds(1_000), "the damage leaves enough texts well-formed to read them")
  }
}

extension String {
  /// Up to twenty random scalars, many of them special.
  static func random(using random: inout SeededRandom) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      let value: UInt32 =
        switch random.next() % 6 {
        case 0: UInt32.random(in: 0...0x9F, using: &random)
        case 1: UInt32.random(in: 0x2000...0x2070, using: &random)
        case 2: UInt32.random(in: 0...0x10FFFF, using: &random)
        default: UInt32.random(in: 0x20...0x7E, using: &random)
        }
      if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}
