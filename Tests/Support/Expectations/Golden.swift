// Committed files that tests compare, and write anew on request.

import CLibrary

// A build without Swift's dynamic libraries has no Testing, and needs none.
#if canImport(Testing)
  import Testing

  /// A committed file with what a test makes: a golden, or a page made from tables.
  package enum Golden {
    /// The path of a file of the repository.
    package static func path(of name: String) -> String {
      "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/" + name
    }

    /// Compares the file with its text.
    ///
    /// With `VELO_SYNC_RECORD=1` a file that differs is written anew; it fails all the same, so
    /// that no recording is committed unread.
    package static func compare(_ name: String, with text: String) throws {
      let recorded = String(decoding: try Disk.read(path(of: name)) ?? [], as: UTF8.self)
      if recorded == text { return }
      if getenv("VELO_SYNC_RECORD") != nil {
        try Disk.makeFolders(above: path(of: name))
        try Disk.write(Array(text.utf8), to: path(of: name))
        Issue.record("\(name) was recorded: read the difference")
      } else {
        Issue.record(
          "\(name) (VELO_SYNC_RECORD=1 records it):\n\(difference(text, recorded))")
      }
    }

    /// Compares a file of cases, each with what comes of it: `what is given => what comes of it`,
    /// or lines before a line `=>` and, up to a blank line, after it. Comments begin with `#`.
    package static func compareCases(
      _ name: String, _ result: (String) async throws -> String
    ) async throws {
      let text = String(decoding: try Disk.read(path(of: name)) ?? [], as: UTF8.self)
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
      var written: [String] = []
      var count = 0
      while let line = lines.popFirst() {
        if line.isEmpty || line.hasPrefix("#") {
          written.append(String(line))
          continue
        }
        count += 1
        if let arrow = line.firstRange(of: " =>") {
          // The blanks before the arrow align it.
          let given = line[..<arrow.lowerBound]
          let last = given.lastIndex { $0 != " " }.map { given[...$0] } ?? ""
          try await written.append("\(given) => \(result(String(last)))")
        } else {
          let given = [line] + lines.prefix { $0 != "=>" }
          lines = lines.dropFirst(given.count).drop { !$0.isEmpty }
          written += [given.joined(separator: "\n"), "=>"]
          try await written.append(result(given.joined(separator: "\n")))
        }
      }
      try compare(name, with: written.joined(separator: "\n"))
      if count == 0 { Issue.record("\(name) has no cases") }
    }
  }
#endif
