// The folder of recorded pictures and transcripts, compared by tests.

import Support
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum Gallery {
  static func path(of name: String) -> String {
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Gallery/" + name
  }

  /// Compares `text` with the recorded file, and reports the first line that differs.
  ///
  /// With `RECORD_GALLERY=1` it writes the file instead, and fails, so that no recording is committed
  /// unread.
  static func compare(_ text: String, with name: String) throws {
    let path = path(of: name)
    if getenv("RECORD_GALLERY") != nil {
      try Disk.write(Array(text.utf8), to: path)
      Issue.record("\(name) was recorded: read the difference")
      return
    }
    let recorded = String(decoding: try Disk.read(path) ?? [], as: UTF8.self)
    let (found, wanted) = (text.split(separator: "\n"), recorded.split(separator: "\n"))
    for (line, pair) in zip(found, wanted).enumerated() where pair.0 != pair.1 {
      Issue.record("\(name), line \(line + 1): \(pair.0), recorded as \(pair.1)")
      return
    }
    #expect(found.count == wanted.count, "\(name)")
  }
}
