// The records of the store as JSON Schema (2020-12), made from their tables.

/// The published schema of the records: lines of the year files, and the files that are one object
/// each.
package enum RecordSchema {
  /// The text of the schema, ending in a line end: the same bytes every time, laid out for reading.
  ///
  /// Each kind of record is a definition of its own. Members that a person adds are allowed.
  package static let text: String = {
    let records =
      StoredFiles.all.map { ($0.record, "A line of \($0.path). \($0.about)", $0.fields) }
      + [
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
