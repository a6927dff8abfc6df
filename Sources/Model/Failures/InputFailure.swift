// Why a file or a command given by the person cannot be used.

/// What was found instead of an export.
package enum ExportFailure: Hashable, Sendable {
  /// A damaged export; `line` counts from 1 and is nil when unknown.
  case damaged(line: Int?)
  /// A file that the list of its archive names, and that is not there, or empty in a folder.
  case missing
  case empty
  case text, webPage
  /// The clinical document that comes with the export, also inside an archive.
  case clinicalDocument
  case otherXML
  /// XML in an encoding that is not read, by its declared name.
  case encoding(DisplayText)
  /// Neither XML, text nor an archive.
  case foreign
  case device, pipe
  /// A socket, or something else that cannot be opened as a file.
  case special
  /// Symbolic links that form a loop, or lead to nothing.
  case linkLoop, danglingLink
  /// A file in place of a folder to connect.
  case notAFolder
  case emptyFolder, folderWithoutExport, folderWithSeveral
  case archiveWithoutExport, archiveWithSeveral
  /// A file that is of a known format and contains no ride.
  case noRide
  /// A ride without second-by-second data in the store, or in its file, or without the positions
  /// that GPX needs.
  case noStreams, noSamples, noPositions
  /// The file that a ride was read from is not in the connected folders, or has changed since.
  case gone, changed
  /// A FIT file whose times count from switching on, without a word on when that was.
  case noDate
  /// More archives inside archives than anybody packs.
  case nestedTooDeep
  case encrypted
  /// A folder or an archive holds more files than one run reads.
  case tooManyFiles
  /// More of something than ``ImportLimits`` allows.
  case tooMuch
  case unreadable(StorageFailure.Reason)
}

/// What is wrong with a file that should hold recorded runs.
package enum RecordFailure: Hashable, Sendable {
  /// No run has been recorded yet.
  case none
  case empty
  /// No line is an event.
  case foreign
  /// It is written in a later version of the format.
  case newer(format: DisplayText)
  /// The replay is recorded to this very file, and would never end.
  case ownRecord
  case unreadable(StorageFailure.Reason)
}

/// Why a command cannot be run.
package enum CommandFailure: Hashable, Sendable {
  /// There is no such command.
  case notFound
  /// The command exists, but the system refuses to run it.
  case notExecutable(StorageFailure.Reason)
}
