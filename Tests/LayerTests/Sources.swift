// The sources of the package, as text.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A source file of a room.
struct SourceFile: Sendable {
  let room: String
  /// Path below `Sources`.
  let path: String
  let text: String

  /// Its lines without comments. Strings are not told apart: a name in one counts as named.
  var code: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
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
  static let all: [SourceFile] = {
    let root = String(#filePath.dropLast("/Tests/LayerTests/Sources.swift".count)) + "/Sources"
    return files(below: root).compactMap { path in
      let relative = String(path.dropFirst(root.count + 1))
      guard let room = relative.split(separator: "/").first, let text = read(path) else {
        return nil
      }
      return SourceFile(room: String(room), path: relative, text: text)
    }
  }()
}

extension Substring {
  /// Where a `//` comment begins; one inside a string (`https://`) does not count.
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

private func files(below folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var found: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name.hasPrefix(".") { continue }
    let path = "\(folder)/\(name)"
    if name.hasSuffix(".swift") || name.hasSuffix(".c") || name.hasSuffix(".h") {
      found.append(path)
    } else if !name.contains(".") {
      found += files(below: path)
    }
  }
  return found.sorted()
}

private func read(_ path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}
