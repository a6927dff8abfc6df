// Where a document is: in a file, or inside archives in it.

import Model

/// A file, and the names of the members that lead to a document in it.
struct DocumentLocation: Hashable, Sendable {
  /// The absolute path of the file.
  let file: String
  /// The path inside archives; empty for the file itself. `a.zip!/b.fit` is a member of an archive
  /// in an archive.
  private(set) var member = ""

  /// A member of the archive at this location.
  func member(_ name: String) -> DocumentLocation {
    var location = self
    // A name may be as long as 64 KiB, and each level adds one.
    location.member += (member.isEmpty ? "" : "!/") + name.prefix(1_000)
    return location
  }

  /// The document with this name in the folder of this one.
  func beside(_ name: String) -> DocumentLocation {
    func sibling(_ path: String) -> String {
      path.lastIndex(of: "/").map { path[...$0] + name } ?? name
    }
    if member.isEmpty { return DocumentLocation(file: sibling(file)) }
    return DocumentLocation(file: file, member: sibling(member))
  }

  /// Identifies the document among all of an import.
  var key: String { member.isEmpty ? file : "\(file)!/\(member)" }

  /// The key of the folder that the document is in, with a slash at its end.
  var folderKey: String {
    let key = key
    return key.lastIndex(of: "/").map { String(key[...$0]) } ?? ""
  }

  /// What a record says about its origin.
  var place: FileOrigin {
    FileOrigin(
      file: DisplayText(file.lastPathComponent).description,
      member: member.isEmpty ? nil : DisplayText(member).description)
  }

  /// The name in messages.
  var name: DisplayText { member.isEmpty ? DisplayText(file) : DisplayText("\(file) (\(member))") }
}

extension String {
  /// The name at the end of a path.
  var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
