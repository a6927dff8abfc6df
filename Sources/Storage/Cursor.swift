// How far a source is known, and which files vouch for it.

import Format
import Codec
import Model

/// What the last complete listing of a source left.
struct Cursor: Hashable, Sendable {
  var athlete: Athlete
  /// The newest start that is stored.
  var newest: Timestamp?
  /// The beginning of the store; nil when everything was asked for.
  var since: Day?
  /// The source's files by their path below the data folder. Nobody else has touched them as long as
  /// they look like this.
  var files: [String: FileStamp]

  init(athlete: Athlete, newest: Timestamp?, since: Day?, files: [String: FileStamp]) {
    self.athlete = athlete
    self.newest = newest
    self.since = since
    self.files = files
  }

  /// Reads a cursor file; nil when it is damaged, which costs a full listing and nothing else.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes), let id = json["athlete"]?.string,
      let list = json["files"]?.elements
    else { return nil }
    var read = FieldReader()
    athlete = Athlete(
      id: id, name: json["athlete_name"].flatMap { read.text($0) }.map { DisplayText($0) })
    newest = json["newest"].flatMap { read.time($0) }
    since = json["since"].flatMap { read.date($0) }
    files = [:]
    for file in list {
      guard let path = file["path"]?.string, let size = file["size"]?.integer,
        let modified = file["modified"]?.integer
      else { return nil }
      files[path] = FileStamp(size: size, modified: modified)
    }
    guard read.isValid else { return nil }
  }

  /// The bytes of the cursor file.
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("athlete", athlete.id)
      json.member("athlete_name", athlete.name?.description)
      json.member("newest", newest)
      json.member("since", since)
      json.array("files") { json in
        for (path, stamp) in files.sorted(by: { $0.key < $1.key }) {
          json.object { json in
            json.member("path", path)
            json.member("size", stamp.size)
            json.member("modified", stamp.modified)
          }
        }
      }
    }
    json.endLine()
    return json.take()
  }
}
