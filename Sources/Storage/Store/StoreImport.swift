// Files: what they hold is taken in, and the state folder remembers which were read, and how much
// was recorded of each ride.

import Format
package import Model

extension Store {
  package func receive(_ files: ImportedFiles) throws(SyncFailure) -> [Source: Counts] {
    try check()
    let tomorrow = time.localDay().advanced(by: 1)
    var counts: [Source: Counts] = [:]
    for source in Source.allCases {
      guard let records = files.records[source] else { continue }
      try load(source)
      counts[source] = states[source]?.take(
        records, of: source, recomputes: files.recomputes, until: tomorrow)
    }
    // Records of any other source may be of the same rides.
    try loadAll()
    (readFiles, importedFiles) = (files.index, files.imported)
    return counts
  }

  // MARK: Which files were read

  /// The files in connected folders that need not be read again. Empty when somebody has changed
  /// the rides of the store, which may then miss some.
  package func fileIndex() throws(SyncFailure) -> FileIndex {
    try check()
    return try trustedIndex()?.files ?? [:]
  }

  /// The files that rides were read from, whatever has become of the store since: those of imports,
  /// and those in connected folders. Reads without a lock.
  package func recordedFiles(in folders: [String]) throws(SyncFailure) -> FileIndex {
    let read = (try index(at: paths().fileIndex)?.files ?? [:]).filter { file, _ in
      folders.contains { file.path.utf8.starts(with: "\($0)/".utf8) }
    }
    return try read.merging(index(at: paths().importedFiles)?.files ?? [:]) { own, _ in own }
  }

  /// Writes which files this run has read, once their rides are saved: those of connected folders
  /// with the source `files`, those of an import beside those of earlier ones.
  func saveFileIndex(of source: Source) throws(SyncFailure) {
    let paths = try paths()
    if source == .files, let files = readFiles {
      let index = StoredIndex(files: files, stamps: try rideStamps())
      try disk.renewState(paths.fileIndex, with: index.bytes)
      readFiles = nil
    }
    guard let imported = importedFiles else { return }
    let all = try imported.merging(index(at: paths.importedFiles)?.files ?? [:]) { new, _ in new }
    // More are not read back.
    let files = all.count <= ImportLimits.files ? all : imported
    try disk.renewState(paths.importedFiles, with: StoredIndex(files: files).bytes)
    importedFiles = nil
  }

  /// The index of files in connected folders, if the rides of the store are as the run left them
  /// that wrote it.
  func trustedIndex() throws(SyncFailure) -> StoredIndex? {
    guard let index = try index(at: paths().fileIndex) else { return nil }
    return try index.stamps == rideStamps() ? index : nil
  }

  /// Keeps a trusted index trusted after this run itself has changed rides.
  func renew(_ index: StoredIndex) throws(SyncFailure) {
    let renewed = StoredIndex(files: index.files, stamps: try rideStamps())
    if renewed.stamps == index.stamps { return }
    try disk.replaceState(try paths().fileIndex, with: renewed.bytes)
  }

  /// An index; nil for a file that is missing or damaged: everything is then read again.
  private func index(at path: String) throws(SyncFailure) -> StoredIndex? {
    try disk.read(path).flatMap { StoredIndex($0) }
  }

  /// What the year files look like that ride files are read into, by their path below the data
  /// folder.
  private func rideStamps() throws(SyncFailure) -> [String: FileStamp] {
    var rides: [String: FileStamp] = [:]
    for source in Source.allCases where source.isFiles && source != .appleHealth {
      rides.merge(try stamps(of: source)) { $1 }
    }
    return rides
  }

  /// Writes how much was recorded of each ride, for the sources of this run.
  func saveQualities() throws(SyncFailure) {
    for (source, state) in states {
      let path = try paths().qualities(source)
      if state.qualities.isEmpty, try !disk.exists(path) { continue }
      try disk.renewState(path, with: state.qualities.bytes)
    }
  }
}

extension QualityTable {
  /// Reads a file; lines that say nothing are passed over.
  init(file: [UInt8]) {
    self.init()
    for line in file.split(separator: 0x0A) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count >= 3, let quantities = Int(words[1]),
        let format = RideFormat(rawValue: String(words[2]))
      else { continue }
      self[String(words[0])] = RecordingQuality(
        quantities: quantities, format: format, isCut: words.count > 3)
    }
  }

  var bytes: [UInt8] {
    let lines = sorted { $0.key < $1.key }.map { id, quality in
      "\(id) \(quality.quantities) \(quality.format.rawValue)\(quality.isCut ? " cut" : "")\n"
    }
    return Array(lines.joined().utf8)
  }
}
