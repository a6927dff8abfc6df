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
  }

  var notes: [Source: Note] = [:]

  init() {}

  /// Reads the file; what cannot be read is forgotten, because nothing depends on it.
  init(_ bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes) else { return }
    for source in Source.allCases {
      guard let entry = json[source.rawValue] else { continue }
      notes[source] = Note(
        lastSync: entry["last_sync"]?.timestamp, lastError: entry["last_error"]?.string)
    }
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for (source, note) in notes.sorted(by: { $0.key < $1.key }) {
        json.key(escaping: source.rawValue)
        json.object { json in
          json.member("last_sync", note.lastSync)
          json.member("last_error", note.lastError)
        }
      }
    }
    json.endLine()
    return json.take()
  }
}
