// Where an imported record was found.

/// The place in a file where a record was first found.
package struct FilePlace: Hashable, Sendable {
  /// The file's name, without its folder.
  package let file: String
  /// The line it begins on, from 1; nil inside an archive.
  package let line: Int?
  /// The member of an archive; nil outside archives.
  package let member: String?

  package init(file: String, line: Int? = nil, member: String? = nil) {
    self.file = file
    self.line = line
    self.member = member
  }
}
