// Why a file given to `import` cannot be imported.

/// What was found instead of an export.
package enum ExportTrouble: Hashable, Sendable {
  /// A damaged export; `line` counts from 1 and is nil when unknown.
  case damaged(line: Int?)
  /// An empty file.
  case empty
  case text, webPage
  /// Files with one ride each, from other programs and devices.
  case gpx, tcx, fit
  /// The clinical document that comes with the export, also inside an archive.
  case clinicalDocument
  case otherXML
  /// Neither XML, text nor an archive.
  case foreign
  case device, pipe
  /// A socket, or something else that cannot be opened as a file.
  case special
  /// Symbolic links that form a loop.
  case linkLoop
  case emptyFolder, folderWithoutExport, folderWithSeveral
  case archiveWithoutExport, archiveWithSeveral
  case encrypted
  case unreadable(StorageTrouble.Reason)
}
