// Where in a file a person imported a record was found.

/// The place a record was first seen at.
package struct FilePlace: Hashable, Sendable {
  /// The file's name, without its folder.
  package let file: String
  /// The line it begins at, from 1; nil inside an archive.
  package let line: Int?
  /// The member of the archive; nil of a file that is none.
  package let member: String?

  package init(file: String, line: Int? = nil, member: String? = nil) {
    self.file = file
    self.line = line
    self.member = member
  }
}
