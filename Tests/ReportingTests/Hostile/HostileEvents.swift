// Events with every member at its extremes, made from the format's own tables.

import Format
import Reporting
import Support

/// Lines of JSON for every type and every member that the format has now.
enum HostileEvents {
  /// Numbers at and beyond the edges of what is accepted, of doubles, of 64-bit integers, and of
  /// nanoseconds in them.
  static let numbers = [
    "0", "-0.0", "1", "-1", "0.5", "1.0000000001", "4294967296", "3155760000", "3155760001",
    "9007199254740992", "9007199254740993", "3155760000000", "9300000000000",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "1e10", "1e17", "1e30", "1e-300", "1e300", "-1e300", "1e999", "-1e999", "1000000", "-1000000",
  ]

  static let times = [
    "0000-00-00T00:00:00Z", "0001-01-01T00:00:00Z", "1677-09-21T00:12:43Z",
    "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "2026-11-20T06:00:01Z",
    "2199-12-31T23:59:59Z", "2200-01-01T00:00:00Z", "2262-04-11T23:47:17Z",
    "9999-12-31T23:59:60Z",
  ].map { "\"\($0)\"" }

  static let dates = [
    "0001-01-01", "1969-11-01", "1969-11-02", "2026-11-20", "2200-01-07", "2200-01-08",
    "9999-12-31",
  ].map { "\"\($0)\"" }

  static let texts = [
    #""""#, #""x""#, #""\u001b[2J\r\n\u202e""#, "\"\(String(repeating: "🚴‍♀️ ", count: 30))\"",
  ]

  private static let strangers = ["null", "true", "7", #""no""#, "[]", "{}", "[[{}]]"]

  /// A type with its members, and what each may be.
  private struct Template {
    struct Member {
      let name: String
      let usual: String
      let extremes: [String]
      let largest: String
    }

    let type: String
    let members: [Member]

    init(_ type: EventType) {
      self.type = "\(type.name)"
      members = (EventType.common.dropFirst() + type.rows).map { field in
        Member(
          name: field.name, usual: HostileEvents.usual(field.kind),
          extremes: HostileEvents.extremes(of: field.kind) + strangers,
          largest: HostileEvents.largest(field.kind))
      }
    }

    /// - Parameter value: nil to leave a member out.
    func line(_ value: (Int) -> String?) -> String {
      var line = "{\"type\":\"\(type)\""
      for index in members.indices {
        if let value = value(index) { line += ",\"\(members[index].name)\":\(value)" }
      }
      return line + "}"
    }
  }

  private static let templates = EventType.all.map { Template($0) }

  /// Every type with every member in turn at each of its extremes, beside ordinary ones.
  static let alone = templates.flatMap { template in
    template.members.indices.flatMap { index in
      template.members[index].extremes.map { value in
        template.line { $0 == index ? value : template.members[$0].usual }
      }
    }
  }

  /// Every type with all its numbers at the largest that is accepted.
  static let together = templates.map { template in
    template.line { template.members[$0].largest }
  }

  /// Any type with any of its members, each ordinary or extreme.
  static func any(_ random: inout SeededRandom) -> String {
    let template = random.pick(templates)
    return template.line { index in
      let member = template.members[index]
      return switch random.next() % 8 {
      case 0: nil
      case 1, 2: random.pick(member.extremes)
      default: member.usual
      }
    }
  }

  // MARK: Values by kind

  private static func extremes(of kind: ValueKind) -> [String] {
    switch kind {
    case .text: texts
    case .time, .localTime: times
    case .date: dates
    case .integer, .seconds, .ordinal, .number, .fraction: numbers
    case .flag: ["true", "false"]
    case .version: [#""1.0""#, #""1.99999999999999999999""#, #""-1.0""#, #""1""#]
    case .word(let list): (list.words + ["another"]).map { "\"\($0)\"" }
    case .list(let kind):
      ["[]"] + extremes(of: kind).map { "[\(usual(kind)),\($0)]" }
    case .object(let object):
      object.rows.indices.flatMap { index in
        extremes(of: object.rows[index].kind).map { value in
          inner(object) { $0 == index ? value : usual(object.rows[$0].kind) }
        }
      }
    case .orNull(let kind): ["null"] + extremes(of: kind)
    case .point:
      ["[]", "[3]", "[\"2026-11-20\",null]", "[3,1e9]", "[-1,2]", "[1,2,3]", "[null,1]"]
    }
  }

  private static func usual(_ kind: ValueKind) -> String {
    switch kind {
    case .text: #""Riding…""#
    case .time, .localTime: #""2026-11-20T06:00:00Z""#
    case .date: #""2026-11-20""#
    case .integer, .seconds, .ordinal, .number: "3"
    case .fraction: "0.25"
    case .flag: "true"
    case .version: #""1.0""#
    case .word(let list): "\"\(list.words[0])\""
    case .list(let kind): "[\(usual(kind))]"
    case .object(let object): inner(object) { usual(object.rows[$0].kind) }
    case .orNull(let kind): usual(kind)
    case .point: "[\"2026-11-20\",3.5]"
    }
  }

  private static func largest(_ kind: ValueKind) -> String {
    switch kind {
    case .integer, .seconds, .ordinal: "9007199254740992"
    case .number: "1000000"
    case .list(let kind): "[\(largest(kind)),\(largest(kind))]"
    case .object(let object): inner(object) { largest(object.rows[$0].kind) }
    case .orNull(let kind): largest(kind)
    case .point: "[\"2199-12-31\",1000000]"
    case .time, .localTime: #""2199-12-31T23:59:59Z""#
    case .date: #""2199-12-31""#
    case .fraction: "1"
    case .text, .flag, .version, .word: usual(kind)
    }
  }

  private static func inner(_ object: ObjectKind, _ value: (Int) -> String) -> String {
    let members = object.rows.indices.map { "\"\(object.rows[$0].name)\":\(value($0))" }
    return "{" + members.joined(separator: ",") + "}"
  }
}
