// The cases that enums of `Sources` declare, against those that a list of values has.

import Support

/// Cases by the name of their enum: "Model.Notice": ["rehearsal", …].
struct EnumCases {
  private(set) var names: [String: Set<String>] = [:]

  /// Adds the case of a value, and those of everything in it.
  mutating func add(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .enum {
      names[String(reflecting: type(of: value)), default: []].insert(
        mirror.children.first?.label ?? "\(value)")
    }
    for child in mirror.children { add(child.value) }
  }

  /// The cases that an enum declares in a file of `Sources`.
  ///
  /// - Parameter path: of the types, as in "RateLimit.Window".
  static func declared(_ path: String, in file: String) throws -> Set<String> {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let text = String(decoding: try Disk.read("\(root)/Sources/\(file)") ?? [], as: UTF8.self)
    var lines = text.split(separator: "\n")[...]
    var head: Substring = ""
    for name in path.split(separator: ".") {
      lines = lines.drop { line in
        !line.contains("enum \(name):") && !line.contains("struct \(name):")
      }
      head = lines.popFirst() ?? ""
    }
    // A short enum has its cases in one line.
    if head.contains("{ case ") { return Set(cases(in: head.drop { $0 != "{" }.dropFirst(2))) }
    let indent = head.prefix { $0 == " " }
    let body = lines.prefix { $0 != indent + "}" }.compactMap { line in
      line.hasPrefix(indent + "  ") ? line.dropFirst(indent.count + 2) : nil
    }
    return Set(body.flatMap { cases(in: $0) })
  }

  /// "a", "b" of "case a, b(Int, c: Int)".
  private static func cases(in line: Substring) -> [String] {
    guard let start = ["case ", "indirect case "].first(where: { line.hasPrefix($0) }) else {
      return []
    }
    var (names, depth, isName) = ([""], 0, true)
    for character in line.dropFirst(start.count) {
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0: (names, isName) = (names + [""], true)
      case " ", "`": isName = isName && names[names.count - 1].isEmpty
      case _ where depth == 0 && isName: names[names.count - 1].append(character)
      default: break
      }
    }
    return names
  }
}
