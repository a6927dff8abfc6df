// When and how the last sync of each source ended.

import Format
import Codec
import Model

/// The notes of all sources, a small file in the state folder.
struct SourceNotes: Hashable, Sendable {
  struct Note: Hashable, Sendable {
    /// When it last succeeded.
    var lastSync: Timestamp?
    /// The code of the failure, when the last try failed.
    var lastError: String?

    static let fields = RecordTable<Note>([
      .init(
        "last_sync", "When it last succeeded.", .time({ $0.lastSync }, { $0.lastSync = $1 }),
        isLenient: true),
      .init(
        "last_error", "The code of the failure, when the last try failed.",
        .text({ $0.lastError }, { $0.lastError = $1 }), isLenient: true),
    ])
  }

  var notes: [Source: Note] = [:]

  init() {}

  /// Reads the file; what cannot be read is forgotten, because nothing depends on it.
  init(_ bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes) else { return }
    for source in Source.allCases {
      guard let entry = json[source.rawValue] else { continue }
      notes[source] = Note.fields.read(entry, from: Note()) ?? Note()
    }
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for (source, note) in notes.sorted(by: { $0.key < $1.key }) {
        json.key(escaping: source.rawValue)
        json.object { Note.fields.write(note, to: &$0) }
      }
    }
    json.endLine()
    return json.take()
  }
}
