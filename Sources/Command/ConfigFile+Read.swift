// Reads the config file.

import Flags
import SyncModel

extension ConfigFile {
  /// The file that was chosen; nil when it is the usual one and there is none.
  ///
  /// - Throws: `missingInput` for a named file that does not exist, `config` when it cannot be read.
  static func read(
    _ choice: ConfigChoice, _ world: World, home: String?
  ) throws(SyncFailure) -> ConfigFile? {
    let path: String
    switch choice {
    case .none: return nil
    case .standard:
      guard let usual = Folders.config(world.environment) else { return nil }
      path = usual
    case .file(let name):
      path = try Folders.absolute(name, from: world.currentFolder)
    }
    // An empty file by its best-known name.
    if path == "/dev/null" { return nil }
    do throws(FileError) {
      let real = try world.files.realPath(path) ?? path
      guard let bytes = try world.files.read(real) else {
        if choice == .standard { return nil }
        throw FileError(path: path, reason: .system(2))
      }
      return ConfigFile(name: DisplayText(path), text: String(decoding: bytes, as: UTF8.self))
    } catch {
      if error.reason == .system(2) { throw .missingInput(file: DisplayText(path)) }
      throw .config(.unreadable(path: DisplayText(path), reason: error.reason))
    }
  }
}
