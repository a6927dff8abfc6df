// The sources of the package, as text.

import Support

/// A source file of a module.
struct SourceFile: Sendable {
  let room: String
  /// Path relative to `Sources`.
  let path: String
  let text: String

  /// Its lines without comments and multiline strings. Other strings count as code.
  var code: [String] {
    var isInText = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let wasInText = isInText
      if line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count % 2 == 0 {
        isInText.toggle()
      }
      if wasInText { return "" }
      guard let comment = line.range(ofComment: ()) else { return String(line) }
      return String(line[..<comment])
    }
  }

  /// The modules it imports.
  var imports: [String] {
    code.compactMap { line in
      let words = line.split(separator: " ")
      guard let at = words.firstIndex(of: "import"), at + 1 < words.count else { return nil }
      let before = words[..<at]
      let isImport = before.allSatisfy {
        $0.hasPrefix("@")
          || ["package", "public", "internal", "private", "fileprivate"].contains($0)
      }
      return isImport ? String(words[at + 1]) : nil
    }
  }

  /// Every Swift and C file below `Sources`.
  static let all: [SourceFile] = Repository.files(below: "Sources").compactMap { path in
    let parts = path.split(separator: "/", maxSplits: 2)
    guard parts.count == 3, let text = Repository.text(of: path) else { return nil }
    return SourceFile(room: String(parts[1]), path: parts[1...].joined(separator: "/"), text: text)
  }
}

/// The package folder. Paths are relative to it; hidden names are omitted.
enum Repository {
  private static let root = String(#filePath.dropLast("/Tests/LayerTests/Sources.swift".count))

  /// Every file below a folder, sorted.
  static func files(below folder: String) -> [String] {
    names(in: folder).filter { !$0.hasPrefix(".") }.flatMap { name in
      let path = "\(folder)/\(name)"
      return Disk.entry("\(root)/\(path)")?.kind == .folder ? files(below: path) : [path]
    }
  }

  /// The names in a folder, sorted; "" is the package itself.
  static func names(in folder: String) -> [String] { Disk.names(in: "\(root)/\(folder)").sorted() }

  /// The text of a file; nil if it does not exist.
  static func text(of path: String) -> String? {
    (try? Disk.read("\(root)/\(path)")).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Substring {
  /// The start of a `//` comment outside of strings (`https://`).
  fileprivate func range(ofComment: Void) -> Index? {
    var isInString = false
    var index = startIndex
    while index < endIndex {
      let character = self[index]
      let next = self.index(after: index)
      if character == "\"" { isInString.toggle() }
      if character == "/", !isInString, next < endIndex, self[next] == "/" { return index }
      index = next
    }
    return nil
  }
}
