// The folder of recorded output, with and without progress.

import Support

enum PrintedCorpus {
  /// The text of a file; empty if there is none.
  static func text(_ name: String) -> String {
    let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let bytes = try? Disk.read(folder + "/PrintedOutput/" + name)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
