// Lists folders and creates them durably.

import CLibrary
package import Model

extension POSIXFiles {
  /// Creates `path` and its missing parents.
  package func makeFolder(_ path: String, mode: UInt32) throws(FileError) {
    if try isFolder(path) { return }
    let (parent, _) = split(path)
    if parent != path { try makeFolder(parent, mode: mode) }
    guard retrying({ mkdir(path.cPath, mode_t(truncatingIfNeeded: mode)) }) == 0 else {
      let error = FileError.last(path)
      // Another process may have created it first.
      if try isFolder(path) { return }
      throw error
    }
    try synchronizeFolder(parent)
  }

  /// The names in a folder, sorted by bytes; empty if it does not exist.
  package func list(_ folder: String) throws(FileError) -> [String] {
    try reading { () throws(FileError) in
      guard let stream = retrying({ opendir(folder.cPath) }) else {
        if errno == ENOENT { return [] }
        throw .last(folder)
      }
      defer { closedir(stream) }
      var names: [String] = []
      while true {
        guard let entry = retrying({ readdir(stream) }) else {
          if errno != 0 { throw .last(folder) }
          return names.sorted { PathKey($0) < PathKey($1) }
        }
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(pathBytes: bytes.prefix { $0 != 0 })
        }
        if name != ".", name != ".." { names.append(name) }
      }
    }
  }
}

/// Whether `path` is a folder or a link to one.
///
/// - Throws: `notADirectory` if it is anything else.
private func isFolder(_ path: String) throws(FileError) -> Bool {
  var status = stat()
  guard retrying({ stat(path.cPath, &status) }) == 0 else {
    if errno == ENOENT { return false }
    throw .last(path)
  }
  guard status.st_mode & S_IFMT == S_IFDIR else {
    throw FileError(path: path, reason: .notADirectory)
  }
  return true
}
