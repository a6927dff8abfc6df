// The sources of the package, as text.

import Support
import CLibrary

/// A source file of a module.
struct SourceFile: Sendable {
  let room: String
  /// Path relative to `Sources`.
  let path: String
  let text: String

  /// Its code without comments and multiline strings. Other strings count as code.
  let code: Code

  init(room: String, path: String, text: String) {
    (self.room, self.path, self.text) = (room, path, text)
    code = Code(Self.lines(of: text).joined(separator: "\n"))
  }

  private static func lines(of text: String) -> [Substring] {
    var isInText = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let wasInText = isInText
      if line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count % 2 == 0 {
        isInText.toggle()
      }
      if wasInText { return "" }
      return line.range(ofComment: ()).map { line[..<$0] } ?? line
    }
  }

  /// The modules it imports.
  var imports: [String] {
    Self.lines(of: text).compactMap { line in
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

  /// Its functions, initialisers and computed properties of several lines, each from the line with
  /// its name to its last brace, which stands below that line's first character.
  var functions: [(name: String, lines: Int)] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard lines[index].last != "}", let name = lines[index].declaredName else { return nil }
      let margin = lines[index].prefix { $0 == " " }
      let rest = lines[index...]
      // A signature of several lines ends at the margin, one of a stored property or of a
      // requirement without a brace.
      guard let head = rest.first(where: { $0.last == "{" || $0.hasPrefix(margin + ")") }),
        head.last == "{", head.prefix(while: { $0 == " " }) == margin,
        let end = rest.firstIndex(of: margin + "}")
      else { return nil }
      return (name, end - index + 1)
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
      return Disk.entry("\(root)/\(path)")?.isFolder == true ? files(below: path) : [path]
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
  /// The name of the function or the property whose declaration begins in this line: of a property
  /// only if the line opens a brace.
  fileprivate var declaredName: String? {
    let words = split(separator: " ")
    let modifiers = words.prefix { word in
      word.hasPrefix("@") || Self.modifiers.contains { word == $0 || word.hasPrefix($0 + "(") }
    }
    let rest = words.dropFirst(modifiers.count)
    guard let word = rest.first else { return nil }
    if ["init", "init?", "subscript"].contains(word.prefix { !"(<".contains($0) }) {
      return String(word.prefix { !"(<?".contains($0) })
    }
    guard word == "func" || word == "var" && last == "{", let name = rest.dropFirst().first else {
      return nil
    }
    return String(name.prefix { !"(<:".contains($0) })
  }

  private static let modifiers = [
    "package", "public", "private", "fileprivate", "static", "mutating", "override", "nonisolated",
    "convenience", "required", "final",
  ]

  /// The start of a `//` comment outside of strings (`https://`).
  fileprivate func range(ofComment: Void) -> Index? {
    var isInString = false
    var last: UInt8 = 0
    for index in utf8.indices {
      let byte = utf8[index]
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      if byte == UInt8(ascii: "/"), last == byte, !isInString { return utf8.index(before: index) }
      last = byte
    }
    return nil
  }
}

/// Text in which words are looked for.
struct Code: Sendable {
  /// Ends with a zero.
  private let text: [CChar]

  init(_ text: String) { self.text = Array(text.utf8CString) }

  /// Whether it contains `name` as a whole word.
  ///
  /// - Parameter others: what must not come before it, besides letters and digits.
  func names(_ name: String, notAfter others: String = ".") -> Bool {
    let word = Array(name.utf8CString)
    return text.withUnsafeBufferPointer { text in
      var start = 0
      while let base = text.baseAddress, let found = strstr(base + start, word) {
        let at = UnsafePointer(found) - base
        let before = at > 0 ? UInt8(bitPattern: text[at - 1]) : 0
        let last = UInt8(bitPattern: text[at + word.count - 2])
        let after = UInt8(bitPattern: text[at + word.count - 1])
        let isPart = isOfWord(before) || others.utf8.contains(before)
        if !isPart, !(isOfWord(last) && isOfWord(after)) { return true }
        start = at + 1
      }
      return false
    }
  }
}

private func isOfWord(_ byte: UInt8) -> Bool {
  (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    || byte == UInt8(ascii: "_") || byte >= 0x80
}
