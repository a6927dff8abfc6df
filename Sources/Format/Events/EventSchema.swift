// The event stream as JSON Schema (2020-12), made from the table.

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
