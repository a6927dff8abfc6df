// The name of a store in the state folder: the same for every path that leads to it.

import Platform
import Model

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
