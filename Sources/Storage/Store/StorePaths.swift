// The paths of a store: the data folder that a person sees, and its state folder.

import Codec
import Model
import Platform

/// The two folders of a store. All paths are absolute.
struct StorePaths: Sendable {
  /// The data folder, as it was given.
  let root: String
  /// Cursors, checkpoints, notes and the lock of this store alone.
  let state: String

  /// - Parameter stateFolder: the state folder of all stores.
  init(root: String, stateFolder: String, key: String) {
    self.root = root
    state = stateFolder + "/stores/" + key
  }

  /// - Throws: `storage` when the path of the data folder cannot be followed.
  init(root: String, stateFolder: String, on files: any FileSystem) throws(SyncFailure) {
    let key = try fileWork { () throws(FileError) in try StoreKey.make(for: root, on: files) }
    self.init(root: root, stateFolder: stateFolder, key: key)
  }

  var format: String { root + "/format" }
  var athletes: String { root + "/athletes.json" }
  var sampleMark: String { root + "/sample" }
  var routine: String { root + "/routine.json" }
  var prep: String { root + "/prep.json" }
  var scores: String { root + "/scores" }

  var lock: String { state + "/lock" }
  var notes: String { state + "/sources.json" }
  var thresholds: String { state + "/thresholds.json" }
  /// Exists while a save is under way: the derived files may not match the records.
  var saving: String { state + "/saving" }
  /// The activities that had no streams before some were fetched, a line each.
  func streaming(_ source: Source) -> String { state + "/streaming-\(source.rawValue)" }

  func activities(_ source: Source) -> String { root + "/activities/" + source.rawValue }
  func wellness(_ source: Source) -> String { root + "/wellness/" + source.rawValue }
  func streams(_ source: Source) -> String { root + "/streams/" + source.rawValue }
  func streams(of id: ActivityID) -> String { streams(id.source) + "/" + id.sourceID + ".json" }
  func streamless(_ source: Source) -> String { state + "/streamless-\(source.rawValue)" }
  func cursor(_ source: Source) -> String { state + "/cursor-\(source.rawValue).json" }
  /// The files of connected folders that were read.
  var fileIndex: String { state + "/files.ndjson" }
  /// The files that were imported, in which only `ride` looks again.
  var importedFiles: String { state + "/imported.ndjson" }
  /// How much was recorded of each ride.
  func qualities(_ source: Source) -> String { state + "/rides-\(source.rawValue)" }
  func checkpoint(_ source: Source) -> String { state + "/checkpoint-\(source.rawValue).ndjson" }

  /// Every folder in which a killed run may have left a temporary file.
  var folders: [String] { StoreFolder.all.map { root + "/" + $0.path } + [state] }
}

/// Health data are private: others may enter only where a person lets them.
enum Permissions {
  static let folder: UInt32 = 0o700
  static let data: UInt32 = 0o644
  static let state: UInt32 = 0o600
}

/// The names of year files.
enum YearName {
  static func file(_ year: Int) -> String {
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ".ndjson"
  }

  /// The year of a file's name; nil for files that are none of ours.
  static func year(_ name: String) -> Int? {
    guard name.utf8.count == 11, name.hasSuffix(".ndjson"),
      name.utf8.prefix(4).allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(name.prefix(4))
  }
}

/// Names stores by their real path.
enum StoreKey {
  /// The key of the store at `root`, which need not exist yet: it stays the same when it does.
  ///
  /// - Throws: when the path cannot be followed.
  static func make(for root: String, on files: any FileSystem) throws(FileError) -> String {
    let path = try resolve(root, on: files)
    return readable(path) + "-" + hash(path)
  }

  /// The readable part of a key.
  static func name(of key: String) -> String { String(key.dropLast(33)) }

  /// The real path of the nearest existing folder, and what is missing below it.
  private static func resolve(
    _ path: String, on files: any FileSystem
  ) throws(FileError) -> String {
    var existing = path.split(separator: "/").map { String($0) }
    var missing: [String] = []
    while !existing.isEmpty {
      if let real = try files.realPath("/" + existing.joined(separator: "/")) {
        return append(missing.reversed(), to: real)
      }
      missing.append(existing.removeLast())
    }
    return append(missing.reversed(), to: "/")
  }

  private static func append(_ names: [String], to folder: String) -> String {
    var parts = folder.split(separator: "/").map { String($0) }
    for name in names where name != "." {
      if name == ".." { _ = parts.popLast() } else { parts.append(name) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The last component, so that a person who looks into the state folder knows what is what.
  private static func readable(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? "root"
    let clean = name.unicodeScalars.prefix(32).map { scalar in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
      return isPlain ? Character(scalar) : "-"
    }
    return String(clean)
  }

  /// FNV-1a with 128 bits (draft-eastlake-fnv): no two paths of one machine meet by accident.
  private static func hash(_ path: String) -> String {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in path.utf8 {
      hash ^= UInt128(byte)
      hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013b
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
