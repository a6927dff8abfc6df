// The table of events: every row is documented, described by the schema, written and read.

import Codec
import Format
import Model
import Support
import Testing

@Suite struct EventTableTests {
  /// The rows of all types and objects, each with where it stands.
  private static let rows: [(place: String, row: MemberDescription)] = {
    var rows = EventType.common.map { ("common", $0) }
    func look(_ place: String, _ list: [MemberDescription]) {
      for row in list {
        rows.append((place, row))
        if let object = row.kind.object { look(object.name, object.rows) }
      }
    }
    for type in EventType.all { look("\(type.name)", type.rows) }
    return rows
  }()

  /// A capital letter or a name of a status or reason at the beginning, one full stop at the end.
  private func isOneSentence(_ text: String) -> Bool {
    text.hasSuffix(".") && !text.dropLast().contains(". ") && !text.contains("\n")
      && !text.hasPrefix(" ") && text.count > 5
  }

  @Test func everyMemberHasItsNameAndOneSentence() {
    #expect(Self.rows.count > 150)
    for (place, row) in Self.rows {
      #expect(isOneSentence("\(row.about)"), "\(place).\(row.name): \(row.about)")
      if let object = row.kind.object { #expect(isOneSentence(object.about), "\(object.name)") }
    }
    expectEqual(Set(EventType.all.map { "\($0.name)" }).count, EventType.all.count)
    for type in EventType.all {
      #expect(isOneSentence("\(type.about)"), "\(type.name)")
      let names = (EventType.common + type.rows).map(\.name)
      expectEqual(Set(names).count, names.count, "\(type.name)")
    }
  }

  /// The schema has every member with its sentence, and the required ones as such.
  @Test func schemaAndTableAgree() throws {
    let schema = try JSONValue(parsing: Array(EventSchema.text.utf8))
    func compare(_ definition: JSONValue, _ rows: [MemberDescription], _ place: String) throws {
      let members = try #require(definition["properties"]?.members).map { $0 }
      expectEqual(members.map(\.name), rows.map(\.name), "\(place)")
      expectEqual(
        members.map { $0.value["description"]?.string }, rows.map { "\($0.about)" }, "\(place)")
      let required = definition["required"]?.elements?.compactMap(\.string) ?? []
      expectEqual(required, rows.filter(\.isRequired).map(\.name), "\(place)")
      for row in rows {
        guard let object = row.kind.object else { continue }
        try compare(try #require(schema["$defs"]?[object.name]), object.rows, object.name)
      }
    }
    try compare(schema, EventType.common, "common")
    for type in EventType.all {
      let definition = try #require(schema["$defs"]?["event_\(type.name)"])
      try compare(definition, type.rows.map(\.asReceived), "\(type.name)")
    }
  }

  // MARK: Written and read

  /// What is written gives the same event when it is read, and that one the same line.
  @Test(arguments: EventSamples.kinds.indices)
  func anEventComesBackAsItWas(_ index: Int) throws {
    let kind = EventSamples.kinds[index]
    let line = EventSamples.line(of: kind)
    let event = try decode(line)
    #expect(event.kind.isSame(as: kind), "\(event.kind)")
    #expect(event.isKnown && event.isComplete && event.omission == nil)
    expectEqual(event.elapsed, .milliseconds(1200))
    expectEqual(event.stamp, EventSamples.stamp)
    let again = EventSamples.line(of: event.kind)
    expectEqual(again, line, "\(String(decoding: again, as: UTF8.self))")
    let validator = try SchemaValidator(EventSchema.text)
    expectEqual(validator.faults(in: line, isStrict: true), [])
  }

  /// Every row of every type and object is in some line that is written, and every status.
  @Test func everyRowIsWritten() throws {
    let names = EventSamples.kinds.compactMap { kind -> SyncStatus.Name? in
      if case .status(let status) = kind { status.ownName } else { nil }
    }
    expectEqual(Set(names), Set(SyncStatus.Name.allCases))
    var written: Set<String> = []
    for kind in EventSamples.kinds {
      let event = try JSONValue(parsing: EventSamples.line(of: kind))
      let type = try #require(EventType.all.first { "\($0.name)" == event["type"]?.string })
      func note(_ value: JSONValue, _ rows: [MemberDescription], _ place: String) {
        for row in rows {
          guard let member = value[row.name] else { continue }
          written.insert("\(place).\(row.name)")
          guard let object = row.kind.object else { continue }
          for element in member.elements ?? [member] {
            note(element, object.rows, object.name)
          }
        }
      }
      note(event, EventType.common, "common")
      note(event, type.rows, "\(type.name)")
    }
    let all = Set(Self.rows.map { "\($0.place).\($0.row.name)" })
    // Written by the encoder of a stream alone.
    expectEqual(all.subtracting(written), ["version.format", "version.velo_sync"])
  }

  /// A number just beyond its range is left out, and the event says so.
  @Test func numbersOutOfRangeAreLeftOut() throws {
    for type in EventType.all {
      for row in EventType.common.dropFirst() + type.rows {
        let beyond: [String]
        switch row.kind {
        case .integer, .ordinal, .seconds, .orNull: beyond = ["-1", "9007199254740993", "1e30"]
        case .fraction: beyond = ["-0.1", "1.0000001", "1e999"]
        case .number: beyond = ["1000000.5", "-1000001", "-1e999"]
        case .time, .localTime: beyond = ["\"1969-12-31T23:59:59Z\"", "\"2200-01-01T00:00:00Z\""]
        case .date: beyond = ["\"1969-11-01\"", "\"2200-01-08\""]
        case .text, .flag, .version, .word, .list, .object, .point: continue
        }
        for value in beyond {
          let line = Array(#"{"type":"\#(type.name)","\#(row.name)":\#(value)}"#.utf8)
          do {
            let event = try decode(line)
            expectEqual(event.omission?.names, [row.name], "\(type.name).\(row.name) \(value)")
            expectEqual(event.omission?.fault, .outOfRange(row.name))
            #expect(!event.isComplete)
          } catch {
            // An event that lacks what was left out, or something else that it must have.
            guard case .missing(let name, _) = error else {
              expectEqual(error, .outOfRange(row.name), "\(type.name).\(row.name) \(value)")
              continue
            }
            #expect(name != row.name, "\(type.name).\(row.name) \(value)")
          }
        }
      }
    }
  }
}

extension ValueKind {
  /// The object that it is, or is a list of.
  fileprivate var object: ObjectKind? {
    switch self {
    case .object(let object): object
    case .list(let kind), .orNull(let kind): kind.object
    default: nil
    }
  }
}
