// The folder of recorded output, with and without progress.

import Support

enum PrintedCorpus {
  /// The text of a file; empty if there is none.
  static func text(_ name: String) -> String {
    let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let bytes = try? Disk.read(folder + "/Corpus/" + name)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
