// How far a source is known, which ride files were read, and which files of the store vouch for it.

import Codec
import Format
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

  var bytes: [UInt8] { Self.fields.file(self) }

  static let fields = Table<Cursor>(
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

extension Field.Access {
  /// The stamps of files by their path below the data folder.
  static func stamps(
    _ get: @escaping @Sendable (Record) -> [String: FileStamp],
    _ set: @escaping @Sendable (inout Record, [String: FileStamp]) -> Void
  ) -> Self {
    .list(StampedFile.fields, from: StampedFile()).at(
      { record in get(record).sorted { $0.key < $1.key }.map { StampedFile($0.key, $0.value) } },
      { record, entries in
        let stamps = (entries ?? []).map { ($0.path, $0.stamp) }
        set(&record, Dictionary(stamps, uniquingKeysWith: { $1 }))
      })
  }
}

/// A file with its stamp, as cursors and the index of ride files have it.
struct StampedFile: Equatable, Sendable {
  var path = ""
  var stamp = FileStamp(size: 0, modified: 0)
  /// Whether the file's number on its disk is part of it; a year file of the store has none.
  var hasInode = false

  init() {}

  init(_ path: String, _ stamp: FileStamp, hasInode: Bool = false) {
    (self.path, self.stamp, self.hasInode) = (path, stamp, hasInode)
  }

  static let fields = Table<StampedFile>([
    .init(
      "path", "The absolute path; of a year file, the path below the data folder.",
      .text.at(\.path), isRequired: true),
    .init(
      "size", "The size in bytes.",
      .integer(0 ... .max).at({ Int($0.stamp.size) }, { $0.stamp.size = Int64($1 ?? 0) }),
      isRequired: true),
    .init(
      "modified", "When it was last changed, in nanoseconds since 1970.",
      .integer(.min ... .max).at(
        { Int($0.stamp.modified) }, { $0.stamp.modified = Int64($1 ?? 0) }),
      isRequired: true),
    // As text: an inode may be beyond 2^63.
    .init(
      "inode", "The file's number on its disk; absent for a year file.",
      .text.at(
        { $0.hasInode ? String($0.stamp.inode) : nil },
        { file, text in
          let inode = text.flatMap { UInt64($0) }
          (file.hasInode, file.stamp.inode) = (inode != nil, inode ?? 0)
        })),
  ])
}

extension Athlete {
  /// What the state folder keeps of an athlete.
  static let fields: [Field<Athlete>] = [
    .init(
      "athlete", "The service's id of the athlete.",
      .text.at({ $0.id }, { $0 = Athlete(id: $1 ?? "", name: $0.name) }), isRequired: true),
    .init(
      "athlete_name", "The athlete's name.",
      .text.at(
        { $0.name?.description }, { $0 = Athlete(id: $0.id, name: $1.map { DisplayText($0) }) })),
  ]
}

/// A line about each of the store's year files, then one for each file read.
struct StoredIndex: Equatable, Sendable {
  /// The files that were read, by their absolute path.
  var files: FileIndex = [:]
  /// The year files that hold the rides, by their path below the data folder.
  var stamps: [String: FileStamp] = [:]

  init(files: FileIndex = [:], stamps: [String: FileStamp] = [:]) {
    (self.files, self.stamps) = (files, stamps)
  }

  /// Reads a file; nil when a line is damaged.
  init?(_ bytes: [UInt8]) {
    let lines = NDJSON(bytes)
    if lines.torn != nil { return nil }
    for line in lines.lines {
      guard let json = try? JSONValue(parsing: bytes, in: line),
        let file = StampedFile.fields.read(json, from: StampedFile()),
        files.count < ImportLimits.files
      else { return nil }
      if file.hasInode {
        files[PathKey(file.path)] = file.stamp
      } else {
        stamps[file.path] = file.stamp
      }
    }
  }

  var bytes: [UInt8] {
    var json = JSONWriter()
    func write(_ file: StampedFile) {
      json.object { StampedFile.fields.write(file, to: &$0) }
      json.endLine()
    }
    for (path, stamp) in stamps.sorted(by: { $0.key < $1.key }) { write(StampedFile(path, stamp)) }
    for (key, stamp) in files.sorted(by: { $0.key < $1.key }) {
      write(StampedFile(key.path, stamp, hasInode: true))
    }
    return json.take()
  }
}
