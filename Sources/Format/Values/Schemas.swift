// JSON Schema (2020-12), made from tables of fields: the page, what members are made of, and the
// schemas of the events and of the records.

import Codec

/// What members are made of, each once, in the order in which they are first met.
struct SchemaParts {
  private(set) var objects: [ObjectKind] = []
  private(set) var words: [WordList] = []
  /// Whether one is a time by the local clock.
  private(set) var hasLocalTimes = false

  init(_ lists: [[MemberDescription]]) {
    for row in lists.joined() { look(row.kind) }
  }

  private mutating func look(_ kind: ValueKind) {
    switch kind {
    case .list(let kind), .orNull(let kind): look(kind)
    case .object(let object):
      if object.name.isEmpty || objects.contains(where: { $0.name == object.name }) { return }
      objects.append(object)
      for row in object.rows { look(row.kind) }
    case .word(let list): if !words.contains(where: { $0.name == list.name }) { words.append(list) }
    case .localTime: hasLocalTimes = true
    default: break
    }
  }
}

extension ValueKind {
  /// The keywords that say what a value may be.
  fileprivate var keywords: String {
    switch self {
    case .text: #""type": "string""#
    case .time: ##""$ref": "#/$defs/time""##
    case .localTime: ##""$ref": "#/$defs/local_time""##
    case .date: ##""$ref": "#/$defs/date""##
    case .integer(let range) where range.lowerBound < 0: #""type": "integer""#
    case .integer, .seconds: #""type": "integer", "minimum": 0"#
    case .ordinal: #""type": "integer", "minimum": 1"#
    case .number: #""type": "number""#
    case .fraction: #""type": "number", "minimum": 0, "maximum": 1"#
    case .flag: #""type": "boolean""#
    case .version: #""type": "string", "pattern": "^1\\.[0-9]+$""#
    case .word(let words): ##""$ref": "#/$defs/\##(words.name)""##
    case .point:
      Self.pair(
        ##""anyOf": [{"$ref": "#/$defs/date"}, {"type": "integer", "minimum": 0}]"##,
        #""anyOf": [{"type": "number"}, {"type": "null"}]"#)
    case .list(let element): #""type": "array", "items": {\#(element.keywords)}"#
    case .object(let object) where object.name.isEmpty: #""type": "object""#
    case .object(let object): ##""$ref": "#/$defs/\##(object.name)""##
    case .orNull(let kind): #""anyOf": [{\#(kind.keywords)}, {"type": "null"}]"#
    }
  }

  /// The keywords of a list of two values.
  private static func pair(_ first: String, _ second: String) -> String {
    #""type": "array", "prefixItems": [{\#(first)}, {\#(second)}], "minItems": 2, "maxItems": 2"#
  }
}

/// JSON laid out: an object's members a line each, indented by two, a field on one line.
struct SchemaPage {
  private(set) var text = ""
  private var depth = 0
  private var needsComma = false

  mutating func open(_ name: String) {
    line(name + "{")
    depth += 1
    needsComma = false
  }

  mutating func close(_ bracket: String = "}") {
    depth -= 1
    needsComma = false
    line(bracket)
    needsComma = true
    if depth == 0 { text += "\n" }
  }

  mutating func member(_ name: String, _ value: String) {
    line("\(SchemaPage.quoted(name)): \(SchemaPage.quoted(value))")
  }

  mutating func list(_ name: String, _ elements: [String]) {
    line("\(SchemaPage.quoted(name)): [")
    depth += 1
    needsComma = false
    for element in elements { line(element) }
    close("]")
  }

  /// The members that an object must have, and those that it may have.
  mutating func fields(_ rows: [MemberDescription]) {
    line(#""type": "object""#)
    let required = rows.filter(\.isRequired).map(\.name)
    if !required.isEmpty { line(#""required": \#(SchemaPage.list(required))"#) }
    open(#""properties": "#)
    for row in rows {
      let about = SchemaPage.quoted(row.about)
      line("\(SchemaPage.quoted(row.name)): {\(row.kind.keywords), \"description\": \(about)}")
    }
    close()
  }

  mutating func definition(_ name: String, _ about: String, _ rows: [MemberDescription]) {
    open("\(SchemaPage.quoted(name)): ")
    member("description", about)
    fields(rows)
    close()
  }

  mutating func definition(_ list: WordList) {
    let words = SchemaPage.list(list.words)
    let open = #""anyOf": [{"enum": \#(words)}, {"type": "string"}]"#
    line("\(SchemaPage.quoted(list.name)): {\(list.mayGrow ? open : "\"enum\": \(words)")}")
  }

  /// A kind of value.
  mutating func definition(_ name: String, _ type: String, _ keywords: String) {
    line(#"\#(SchemaPage.quoted(name)): {"type": "\#(type)", \#(keywords)}"#)
  }

  /// What members are made of: objects, words, times and dates.
  mutating func definitions(of lists: [[MemberDescription]]) {
    let parts = SchemaParts(lists)
    for object in parts.objects { definition(object.name, object.about, object.rows) }
    for words in parts.words { definition(words) }
    let (date, clock) = ("[0-9]{4}-[0-9]{2}-[0-9]{2}", "[0-9]{2}:[0-9]{2}:[0-9]{2}")
    definition("time", "string", #""format": "date-time", "pattern": "^\#(date)T\#(clock)Z$""#)
    if parts.hasLocalTimes {
      definition("local_time", "string", #""pattern": "^\#(date)T\#(clock)$""#)
    }
    definition("date", "string", #""format": "date", "pattern": "^\#(date)$""#)
  }

  static func list(_ words: [String]) -> String {
    "[" + words.map(quoted).joined(separator: ", ") + "]"
  }

  static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.value(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private mutating func line(_ line: String) {
    if needsComma { text += "," }
    if !text.isEmpty { text += "\n" }
    text += String(repeating: "  ", count: depth) + line
    needsComma = true
  }
}

/// The published schema of one line.
package enum EventSchema {
  /// The text of the schema, ending in a line end: the same bytes every time, laid out for reading.
  ///
  /// A validator that knows 1.0 accepts every 1.x: other types and members are allowed, and lists
  /// of words that may grow accept others.
  package static let text: String = {
    var page = SchemaPage()
    page.open("")
    page.member("$schema", "https://json-schema.org/draft/2020-12/schema")
    page.member("$id", "urn:velo-sync:events:\(StreamVersion.current)")
    page.member("title", "velo-sync events \(StreamVersion.current)")
    page.member("description", about)
    page.fields(EventType.common)
    page.list("allOf", EventType.all.map(condition))
    page.open(#""$defs": "#)
    for type in EventType.all {
      page.definition("event_\(type.name)", "\(type.about)", type.rows.map(\.asReceived))
    }
    page.definitions(of: EventType.all.map(\.rows) + [EventType.common])
    page.close()
    page.close()
    return page.text
  }()

  private static let about = """
    One line of the event stream. The first line of a stream has the type version, the last one \
    the type summary; a stream without a summary is a crashed run. Later versions 1.x may add \
    types, members and words; readers ignore those they do not know.
    """

  /// Says which definition holds for which type.
  private static func condition(_ type: EventType) -> String {
    let name = type.name
    return """
      {"if": {"properties": {"type": {"const": "\(name)"}}}, \
      "then": {"$ref": "#/$defs/event_\(name)"}}
      """
  }
}

extension EventType {
  /// The objects inside events, in the order in which they are first met.
  package static var objects: [ObjectKind] { SchemaParts(all.map(\.rows)).objects }
}

/// The published schema of the records: lines of the year files, and the files that are one object
/// each.
package enum RecordSchema {
  /// The text of the schema, ending in a line end: the same bytes every time, laid out for reading.
  ///
  /// Each kind of record is a definition of its own. Members that a person adds are allowed.
  package static let text: String = {
    let records =
      StoredFiles.all.map { ($0.record, "A line of \($0.path). \($0.about)", $0.fields) } + [
        ("routine", "The content of routine.json.", Events.routine.members.kind.rows),
        ("prep", "The content of prep.json.", Events.prep.members.kind.rows),
      ]
    // Every member of these may be absent, so that any object would pass for one.
    let others = [
      ("athletes", "The content of athletes.json: whose the store is.", athletesMembers),
      ("streams", "The content of streams/SOURCE/ID.json.", streamsMembers),
    ]
    var page = SchemaPage()
    page.open("")
    page.member("$schema", "https://json-schema.org/draft/2020-12/schema")
    page.member("$id", "urn:velo-sync:records:1")
    page.member("title", "velo-sync records")
    page.member(
      "description",
      "A record of the store. Members that are absent are unknown. Readers ignore others.")
    page.list("anyOf", records.map { name, _, _ in ##"{"$ref": "#/$defs/\##(name)"}"## })
    page.open(#""$defs": "#)
    for (name, about, fields) in records + others { page.definition(name, about, fields) }
    page.definitions(of: (records + others).map { $0.2 })
    page.close()
    page.close()
    return page.text
  }()
}
