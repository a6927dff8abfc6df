// The event stream as JSON Schema (2020-12), made from the table.

import Codec

/// The published schema of one line.
package enum EventSchema {
  /// The text of the schema, ending in a line end: the same bytes every time, laid out for reading.
  ///
  /// A validator that knows 1.0 accepts every 1.x: other types and members are allowed, and lists of
  /// words that may grow accept others.
  package static let text: String = {
    var page = Page()
    page.open("")
    page.member("$schema", "https://json-schema.org/draft/2020-12/schema")
    page.member("$id", "urn:velo-sync:events:\(StreamVersion.current)")
    page.member("title", "velo-sync events \(StreamVersion.current)")
    page.member("description", about)
    page.fields(EventType.common)
    page.list("allOf", EventType.all.map(condition))
    page.open(#""$defs": "#)
    for type in EventType.all {
      page.definition("event_\(type.name)", "\(type.about)", type.rows)
    }
    let parts = Parts(EventType.all.map(\.rows) + [EventType.common])
    for object in parts.objects { page.definition(object.name, object.about, object.rows) }
    for words in parts.words { page.definition(words) }
    page.definition("time", "string", #""format": "date-time", "pattern": "\#(timePattern)""#)
    page.definition("date", "string", #""format": "date", "pattern": "\#(datePattern)""#)
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

  private static let timePattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"
  private static let datePattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
}

/// What members are made of, each once, in the order in which they are first met.
private struct Parts {
  private(set) var objects: [ObjectKind] = []
  private(set) var words: [WordList] = []

  init(_ lists: [[MemberDescription]]) {
    for row in lists.joined() { look(row.kind) }
  }

  private mutating func look(_ kind: ValueKind) {
    switch kind {
    case .list(let kind), .orNull(let kind): look(kind)
    case .object(let object):
      if objects.contains(where: { $0.name == object.name }) { return }
      objects.append(object)
      for row in object.rows { look(row.kind) }
    case .word(let list):
      if !words.contains(where: { $0.name == list.name }) { words.append(list) }
    default: break
    }
  }
}

extension EventType {
  /// The objects inside events, in the order in which they are first met.
  package static var objects: [ObjectKind] { Parts(all.map(\.rows)).objects }
}

extension ValueKind {
  /// The keywords that say what a value may be.
  fileprivate var keywords: String {
    switch self {
    case .text: #""type": "string""#
    case .time, .localTime: ##""$ref": "#/$defs/time""##
    case .date: ##""$ref": "#/$defs/date""##
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
    case .object(let object): ##""$ref": "#/$defs/\##(object.name)""##
    case .orNull(let kind): #""anyOf": [{\#(kind.keywords)}, {"type": "null"}]"#
    }
  }
}

extension ValueKind {
  /// The keywords of a list of two values.
  private static func pair(_ first: String, _ second: String) -> String {
    #""type": "array", "prefixItems": [{\#(first)}, {\#(second)}], "minItems": 2, "maxItems": 2"#
  }
}

/// JSON laid out: an object's members a line each, indented by two, a field on one line.
private struct Page {
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
    line("\(Page.quoted(name)): \(Page.quoted(value))")
  }

  mutating func list(_ name: String, _ elements: [String]) {
    line("\(Page.quoted(name)): [")
    depth += 1
    needsComma = false
    for element in elements { line(element) }
    close("]")
  }

  /// The members that an object must have, and those that it may have.
  mutating func fields(_ rows: [MemberDescription]) {
    line(#""type": "object""#)
    let required = rows.filter(\.isRequired).map(\.name)
    if !required.isEmpty { line(#""required": \#(Page.list(required))"#) }
    open(#""properties": "#)
    for row in rows {
      let about = Page.quoted(row.about)
      line("\(Page.quoted(row.name)): {\(row.kind.keywords), \"description\": \(about)}")
    }
    close()
  }

  mutating func definition(_ name: String, _ about: String, _ rows: [MemberDescription]) {
    open("\(Page.quoted(name)): ")
    member("description", about)
    fields(rows)
    close()
  }

  /// A list of words.
  mutating func definition(_ list: WordList) {
    let words = Page.list(list.words)
    let open = #""anyOf": [{"enum": \#(words)}, {"type": "string"}]"#
    line("\(Page.quoted(list.name)): {\(list.mayGrow ? open : "\"enum\": \(words)")}")
  }

  /// A kind of value.
  mutating func definition(_ name: String, _ type: String, _ keywords: String) {
    line(#"\#(Page.quoted(name)): {"type": "\#(type)", \#(keywords)}"#)
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
