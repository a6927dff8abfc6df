// Why a file that was named for an import cannot be imported.

/// What was found in the place of an export.
package enum ExportTrouble: Hashable, Sendable {
  /// An export that is damaged; `line` counts from 1 and is nil where no line is meant.
  case damaged(line: Int?)
  /// A file without a byte.
  case empty
  case text, webPage
  /// One ride each, of other programs and devices.
  case gpx, tcx, fit
  /// The document that stands beside the export, in the archive as well.
  case clinicalDocument
  case otherXML
  /// Neither XML nor text nor an archive.
  case foreign
  case device, pipe
  /// A socket, or something else that cannot be opened as a file.
  case special
  /// Symbolic links that lead back to themselves.
  case linkLoop
  case emptyFolder, folderWithoutExport, folderWithSeveral
  case archiveWithoutExport, archiveWithSeveral
  case encrypted
  case unreadable(StorageTrouble.Reason)
}
