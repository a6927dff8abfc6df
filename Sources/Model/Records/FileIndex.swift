// The files in connected folders that a run has read.

/// Files by path, as they were when they were read. A file that still looks like this is not opened
/// again.
package struct FileIndex: Hashable, Sendable {
  /// What a file looks like.
  package struct Stamp: Hashable, Sendable {
    package let size: Int64
    /// Modification time, nanoseconds since 1970.
    package let modified: Int64
    package let inode: UInt64

    package init(size: Int64, modified: Int64, inode: UInt64) {
      self.size = size
      self.modified = modified
      self.inode = inode
    }
  }

  /// By absolute path.
  package var files: [String: Stamp]

  package init(files: [String: Stamp] = [:]) {
    self.files = files
  }
}
