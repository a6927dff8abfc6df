// Committed files that are generated from the tables: compared, or recorded again.

import CLibrary
import Support
import Testing

/// A committed file that is generated from the tables.
enum Generated {
  /// The path of a file of the repository.
  static func path(of name: String) -> String {
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/" + name
  }

  /// Compares the file with its generated text. `VELO_SYNC_RECORD=1 swift test --filter CommandTests`
  /// rewrites it and fails, so that a recording never passes unseen.
  static func expect(_ name: String, toBe text: String) throws {
    let path = path(of: name)
    if getenv("VELO_SYNC_RECORD") != nil {
      try Disk.makeFolders(above: path)
      try Disk.write(Array(text.utf8), to: path)
      Issue.record("\(name) was recorded: read the difference")
      return
    }
    let recorded = String(decoding: try Disk.read(path) ?? [], as: UTF8.self)
    expectEqual(recorded, text, "\(name) is not what the tables say")
  }
}
