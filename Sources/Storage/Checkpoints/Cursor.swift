// How far a source is known, and which files vouch for it.

import Format
import Codec
import Model

/// What the last complete listing of a source left.
struct Cursor: Equatable, Sendable {
  var athlete: Athlete
  /// The newest start that is stored.
  var newest: Timestamp?
  /// The beginning of the store; nil when everything was asked for.
  var since: Day?
  /// The source's files by their path below the data folder. Nobody else has touched them as long
  /// as they look like this.
  var files: [String: FileStamp]
}

extension Cursor {
  /// Reads a cursor file; nil when it is damaged, which costs a full listing and nothing else.
  init?(_ bytes: [UInt8]) {
    let blank = Cursor(athlete: Athlete(id: ""), newest: nil, since: nil, files: [:])
    guard let json = try? JSONValue(parsing: bytes),
      let cursor = Self.fields.read(json, from: blank)
    else { return nil }
    self = cursor
  }

  /// The bytes of the cursor file.
  var bytes: [UInt8] { Self.fields.file(self) }

  static let fields = RecordTable<Cursor>(
    Athlete.fields.map { $0.within({ $0.athlete }, { $0.athlete = $1 }) } + [
      .init("newest", "The newest start stored.", .time.at(\.newest)),
      .init(
        "since", "The beginning of the store; absent when everything was asked for.",
        .day.at(\.since)),
      .init(
        "files", "The stamps of the source's files.",
        .stamps({ $0.files }, { $0.files = $1 }), isRequired: true),
    ])
}

extension RecordField.Access {
  /// The stamps of files by their path below the data folder.
  static func stamps(
    _ get: @escaping @Sendable (Record) -> [String: FileStamp],
    _ set: @escaping @Sendable (inout Record, [String: FileStamp]) -> Void
  ) -> Self {
    .list(FileEntry.fields, from: FileEntry()).at(
      { record in
        get(record).sorted { $0.key < $1.key }.map { FileEntry(path: $0.key, stamp: $0.value) }
      },
      { record, entries in
        let stamps = (entries ?? []).map { ($0.path, $0.stamp) }
        set(&record, Dictionary(stamps, uniquingKeysWith: { $1 }))
      })
  }
}

/// A file with its stamp.
private struct FileEntry: Equatable {
  var path = ""
  var stamp = FileStamp(size: 0, modified: 0)

  static let fields = RecordTable<FileEntry>([
    .init("path", "Its path below the data folder.", .text.at(\.path), isRequired: true),
    .init(
      "size", "Its size in bytes.",
      .integer(.min ... .max).at({ Int($0.stamp.size) }, { $0.stamp.size = Int64($1 ?? 0) }),
      isRequired: true),
    .init(
      "modified", "When it was changed last, in nanoseconds since 1970.",
      .integer(.min ... .max).at(
        { Int($0.stamp.modified) }, { $0.stamp.modified = Int64($1 ?? 0) }),
      isRequired: true),
  ])
}

extension Athlete {
  /// What the state folder keeps of an athlete.
  static let fields: [RecordField<Athlete>] = [
    .init(
      "athlete", "The service's id of the athlete.",
      .text.at({ $0.id }, { $0 = Athlete(id: $1 ?? "", name: $0.name) }), isRequired: true),
    .init(
      "athlete_name", "The athlete's name.",
      .text.at(
        { $0.name?.description }, { $0 = Athlete(id: $0.id, name: $1.map { DisplayText($0) }) })),
  ]
}
