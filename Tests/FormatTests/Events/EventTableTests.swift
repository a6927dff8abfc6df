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

  @Test func `every member has its name and one sentence`() {
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
  @Test func `schema and table agree`() throws {
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

  /// Lines that together have every member. Each is read as the event beside it, which is written
  /// as the same line. All rows of all types and objects are in some line, and every status.
  @Test func `every row is read and written`() async throws {
    let validator = try SchemaValidator(EventSchema.text)
    var written: Set<String> = []
    var statuses: Set<SyncStatus.Name> = []
    try await Golden.compareCases("Tests/FormatTests/Cases/samples.txt") { text in
      let event = try decode(Array(text.utf8))
      #expect(event.isKnown && event.isComplete && event.omission == nil)
      expectEqual(event.elapsed, .milliseconds(1200))
      expectEqual(event.stamp, EventSamples.stamp)
      let line = EventSamples.line(of: event.kind)
      expectEqual(String(decoding: line, as: UTF8.self), text + "\n")
      expectEqual(validator.faults(in: line, isStrict: true), [])
      if case .status(let status) = event.kind, let name = status.ownName { statuses.insert(name) }
      let value = try JSONValue(parsing: line)
      let type = try #require(EventType.all.first { "\($0.name)" == value["type"]?.string })
      note(value, EventType.common, "common", in: &written)
      note(value, type.rows, "\(type.name)", in: &written)
      return Shown.text(event.kind)
    }
    expectEqual(statuses, Set(SyncStatus.Name.allCases))
    let all = Set(Self.rows.map { "\($0.place).\($0.row.name)" })
    // Written by the encoder of a stream alone.
    expectEqual(all.subtracting(written), ["version.format", "version.velo_sync"])
  }

  private func note(
    _ value: JSONValue, _ rows: [MemberDescription], _ place: String, in written: inout Set<String>
  ) {
    for row in rows {
      guard let member = value[row.name] else { continue }
      written.insert("\(place).\(row.name)")
      guard let object = row.kind.object else { continue }
      for element in member.elements ?? [member] {
        note(element, object.rows, object.name, in: &written)
      }
    }
  }

  /// A number just beyond its range is left out, and the event says so.
  @Test func `numbers out of range are left out`() throws {
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
