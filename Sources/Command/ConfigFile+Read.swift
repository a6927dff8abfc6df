// Reads the config file.

import Flags
import Model

extension ConfigFile {
  /// Reads the chosen file; nil when it is the default one and does not exist.
  ///
  /// - Throws: `missingInput` for a named file that does not exist, `config` when it cannot be
  ///   read.
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
    // The usual way to name an empty file.
    if path == "/dev/null" { return nil }
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try world.files.read(world.files.realPath(path) ?? path, upTo: 1 << 20)
    } catch {
      throw error.exhaustion ?? .config(.unreadable(path: DisplayText(path), reason: error.reason))
    }
    if let bytes {
      return ConfigFile(name: DisplayText(path), text: String(decoding: bytes, as: UTF8.self))
    }
    if choice == .standard { return nil }
    throw .missingInput(file: DisplayText(path))
  }
}
