// What the state folder remembers of ride files: which files were read, and how much they recorded.

import Codec
import Format
package import Model

extension Store {
  /// The files in connected folders that need not be read again. Empty when somebody has changed
  /// the rides of the store, which may then miss some.
  ///
  /// - Throws: `storage`, and what keeps a store from being used.
  package func fileIndex() throws(SyncFailure) -> FileIndex {
    try check()
    return try isIndexTrusted() ? FileIndex(files(in: paths().fileIndex)) : FileIndex()
  }

  /// The files that rides were read from, whatever has become of the store since: those of imports,
  /// and those in connected folders. Reads without a lock.
  ///
  /// - Throws: `storage`.
  package func recordedFiles(in folders: [String]) throws(SyncFailure) -> FileIndex {
    let read = try files(in: paths().fileIndex)
    var files = read
    files.keep { row in folders.contains { read[row].utf8.starts(with: "\($0)/".utf8) } }
    // Of a path that is in both, the first counts.
    files.append(contentsOf: try self.files(in: paths().importedFiles))
    return FileIndex(files)
  }

  /// Writes which files this run has read, once their rides are saved: those of connected folders
  /// with the source `files`, those of an import beside those of earlier ones.
  func saveFileIndex(of source: Source) throws(SyncFailure) {
    let paths = try paths()
    if source == .files, let index = readFiles {
      try write(StoredIndex(parts: index, stamps: try rideStamps()), to: paths.fileIndex)
      readFiles = nil
    }
    guard let imported = importedFiles else { return }
    var all = imported.files
    all.append(contentsOf: try files(in: paths.importedFiles))
    // More are not read back.
    let index = all.count < ImportLimits.files ? FileIndex(all) : imported
    try write(StoredIndex(parts: [index]), to: paths.importedFiles)
    importedFiles = nil
  }

  /// Whether the rides of the store are as the run left them that wrote the index.
  func isIndexTrusted() throws(SyncFailure) -> Bool {
    var head = StoredIndex.Reader()
    // The stamps come first.
    let isReadable = try disk.readLines(try paths().fileIndex) { bytes, line in
      head.take(bytes, line) && head.files.isEmpty
    }
    if !isReadable || head.isDamaged { return false }
    return try head.stamps == rideStamps()
  }

  /// Keeps a trusted index trusted after this run itself has changed rides.
  func renewIndex() throws(SyncFailure) {
    let path = try paths().fileIndex
    guard try !isIndexTrusted(), var index = try storedIndex(path) else { return }
    index.stamps = try rideStamps()
    try write(index, to: path)
  }

  /// An index; nil for a file that is missing or damaged: everything is then read again.
  private func storedIndex(_ path: String) throws(SyncFailure) -> StoredIndex? {
    var reader = StoredIndex.Reader()
    let isWhole = try disk.readLines(path) { bytes, line in reader.take(bytes, line) }
    return isWhole ? StoredIndex(consume reader) : nil
  }

  private func files(in path: String) throws(SyncFailure) -> PathTable<FileStamp> {
    try storedIndex(path)?.parts.first?.files ?? PathTable()
  }

  private func write(_ index: StoredIndex, to path: String) throws(SyncFailure) {
    try disk.renewState(path, with: index.pieces)
  }

  /// What the year files look like that ride files are read into, by their path below the data
  /// folder.
  private func rideStamps() throws(SyncFailure) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for source in Source.allCases where source.isFiles && source != .appleHealth {
      for kind in ["activities", "wellness"] {
        let folder = "\(kind)/\(source.rawValue)"
        for (year, stamp) in try disk.stamps(in: "\(root)/\(folder)") {
          stamps["\(folder)/\(YearName.file(year))"] = stamp
        }
      }
    }
    return stamps
  }

  // MARK: Richness

  /// How much was recorded of each ride of a source.
  func richness(of source: Source) throws(SyncFailure) -> Richness {
    if let known = self[source].richness { return known }
    return Richness(try disk.read(try paths().richness(source)) ?? [])
  }

  /// Writes it for the sources of this run. Without the file, of two files of one ride that record
  /// equally much the one that was stored first counts.
  func saveRichness() throws(SyncFailure) {
    for source in Source.allCases {
      guard let known = self[source].richness else { continue }
      let path = try paths().richness(source)
      if known.isEmpty, try !disk.exists(path) { continue }
      try disk.renewState(path, with: known.pieces)
      self[source].richness = nil
    }
  }
}

/// How much was recorded of each ride of a source, by the id at the source.
struct Richness: Sendable {
  private var known = PathTable<RecordingQuality>()
  /// What has changed; nil for a ride of which nothing is known any more.
  private var news = PathTable<RecordingQuality?>()

  /// Reads a file; lines that say nothing are passed over.
  init(_ file: [UInt8]) {
    for line in file.split(separator: 0x0A) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count >= 3, let quantities = Int(words[1]),
        let format = RideFormat(rawValue: String(words[2]))
      else { continue }
      known.append(
        String(words[0]),
        RecordingQuality(quantities: quantities, format: format, isCut: words.count > 3))
    }
    known.sort()
  }

  var isEmpty: Bool { known.isEmpty }

  /// What was known of a ride before the changes that are only noted.
  subscript(id: String) -> RecordingQuality? {
    known.sortedIndex(of: id).map { known.value(at: $0) }
  }

  /// Notes what a ride has from now on, at most once for each.
  mutating func note(_ quality: RecordingQuality?, of id: String) { news.append(id, quality) }

  /// Makes known what was noted.
  mutating func takeNotes() {
    news.sort()
    known.keep { [known, news] in news.sortedIndex(of: known[$0]) == nil }
    for index in news.indices {
      if let quality = news.value(at: index) { known.append(news[index], quality) }
    }
    known.sort()
    news = PathTable()
  }

  /// The bytes of the file, so many lines at a time.
  var pieces: some Sequence<[UInt8]> {
    let batch = 1000
    return stride(from: 0, to: known.count, by: batch).lazy.map { first in
      let lines = known.indices.dropFirst(first).prefix(batch).map { index in
        let quality = known.value(at: index)
        return
          "\(known[index]) \(quality.quantities) \(quality.format.rawValue)\(quality.isCut ? " cut" : "")\n"
      }
      return Array(lines.joined().utf8)
    }
  }
}

/// The index as it is stored: a line about the store's year files, then one for each file read.
struct StoredIndex: Equatable, Sendable {
  /// The files that were read, in one part or several.
  var parts: [FileIndex] = []
  /// The year files that hold the rides, by their path below the data folder.
  var stamps: [String: FileStamp] = [:]
}

extension StoredIndex {
  /// Takes the lines of the file one by one.
  struct Reader {
    private(set) var files = PathTable<FileStamp>()
    private(set) var stamps: [String: FileStamp] = [:]
    private(set) var isDamaged = false

    /// - Returns: false for a line that is none of the index.
    mutating func take(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
      guard let json = try? JSONValue(parsing: bytes, in: line),
        let entry = IndexedFile.fields.read(json, from: IndexedFile()),
        files.count < ImportLimits.files
      else {
        isDamaged = true
        return false
      }
      if let inode = entry.inode {
        files.append(
          entry.path,
          FileStamp(size: entry.size, modified: entry.modified, inode: inode))
      } else {
        stamps[entry.path] = FileStamp(size: entry.size, modified: entry.modified)
      }
      return true
    }
  }

  /// nil when a line was damaged.
  init?(_ reader: consuming Reader) {
    if reader.isDamaged { return nil }
    self.init(parts: [FileIndex(reader.files)], stamps: reader.stamps)
  }

  /// The bytes of the file: the stamps, then so many files at a time.
  var pieces: some Sequence<[UInt8]> {
    let batch = 1000
    let slices = parts.flatMap { part in
      stride(from: 0, to: part.files.count, by: batch).map { (part.files, $0) }
    }
    return (-1..<slices.count).lazy.map { index in
      var json = JSONWriter(capacity: 128 * batch)
      if index < 0 {
        for (path, stamp) in stamps.sorted(by: { $0.key < $1.key }) {
          Self.write(
            IndexedFile(path: path, size: stamp.size, modified: stamp.modified), to: &json)
        }
        return json.take()
      }
      let (files, first) = slices[index]
      for row in files.indices.dropFirst(first).prefix(batch) {
        let stamp = files.value(at: row)
        Self.write(
          IndexedFile(
            path: files[row], size: stamp.size, modified: stamp.modified, inode: stamp.inode),
          to: &json)
      }
      return json.take()
    }
  }

  private static func write(_ file: IndexedFile, to json: inout JSONWriter) {
    json.object { IndexedFile.fields.write(file, to: &$0) }
    json.endLine()
  }
}

/// A line of the index.
private struct IndexedFile: Sendable {
  var path = ""
  var size: Int64 = 0
  var modified: Int64 = 0
  /// nil for a year file of the store.
  var inode: UInt64?

  static let fields = RecordTable<IndexedFile>([
    .init(
      "path", "The absolute path; of a year file, the path below the data folder.",
      .text.at(\.path), isRequired: true),
    .init(
      "size", "The size in bytes.",
      .integer(0 ... .max).at({ Int($0.size) }, { $0.size = Int64($1 ?? 0) }), isRequired: true),
    .init(
      "modified", "When it was last changed, in nanoseconds since 1970.",
      .integer(.min ... .max).at({ Int($0.modified) }, { $0.modified = Int64($1 ?? 0) }),
      isRequired: true),
    // As text: an inode may be beyond 2^63.
    .init(
      "inode", "The file's number on its disk; absent for a year file.",
      .text.at({ $0.inode.map { String($0) } }, { $0.inode = $1.flatMap { UInt64($0) } })),
  ])
}
