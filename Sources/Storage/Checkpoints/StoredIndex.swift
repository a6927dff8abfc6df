// The index of ride files that were read, as it is stored.

import Codec
import Format
import Model

/// A line about each of the store's year files, then one for each file read.
struct StoredIndex: Equatable, Sendable {
  /// The files that were read, by their absolute path.
  var files = PathTable<FileStamp>()
  /// The year files that hold the rides, by their path below the data folder.
  var stamps: [String: FileStamp] = [:]

  init(files: PathTable<FileStamp> = PathTable(), stamps: [String: FileStamp] = [:]) {
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
        files.append(file.path, file.stamp)
      } else {
        stamps[file.path] = file.stamp
      }
    }
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    var json = JSONWriter()
    func write(_ file: StampedFile) {
      json.object { StampedFile.fields.write(file, to: &$0) }
      json.endLine()
    }
    for (path, stamp) in stamps.sorted(by: { $0.key < $1.key }) { write(StampedFile(path, stamp)) }
    for row in files.indices {
      write(StampedFile(files[row], files.value(at: row), hasInode: true))
    }
    return json.take()
  }
}
