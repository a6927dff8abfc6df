// The texts about files that cannot be imported, replayed or read.

package import Format
package import Model

extension Messages {
  func title(_ failure: ExportFailure) -> DisplayText {
    switch failure {
    case .damaged: "Damaged file"
    case .unreadable, .linkLoop: "Could not read"
    case .folderWithSeveral, .archiveWithSeveral: "More than one export"
    case .encrypted: "Encrypted file"
    case .tooManyFiles: "Too many files"
    case .tooMuch: "Too much data"
    case .empty, .text, .webPage, .otherXML, .foreign, .device, .pipe, .special: "Not a ride"
    case .emptyFolder, .folderWithoutExport, .archiveWithoutExport, .clinicalDocument: "No export"
    case .nestedTooDeep: "Nested too deep"
    case .noRide: "No ride"
    case .noStreams, .noSamples: "No second-by-second data"
    case .noPositions: "No positions"
    case .notAFolder: "Not a folder"
    case .missing, .danglingLink, .gone: "Missing file"
    case .changed: "Changed file"
    case .noDate: "No date"
    case .encoding: "Unknown encoding"
    }
  }

  func message(_ file: DisplayText, _ failure: ExportFailure) -> DisplayText {
    let file = fullPath(file)
    func isA(_ what: String) -> DisplayText { "\(file) is \(what), not a ride or an export." }
    return switch failure {
    case .damaged(let line?): "\(file) is damaged at line \(number(line))."
    case .damaged(nil): "\(file) is damaged."
    case .missing: "\(file) is missing or empty."
    case .empty: "\(file) is empty."
    case .text: isA("a text file")
    case .webPage: isA("a web page")
    case .noRide: "\(file) contains no ride."
    case .noDate: "\(file) contains no date."
    case .noStreams: "\(file) has no second-by-second data in the store."
    case .noSamples: "\(file) was recorded without second-by-second data."
    case .noPositions: "\(file) has no positions."
    case .gone: "\(file) is not where it was read."
    case .changed: "\(file) has changed since it was read."
    case .nestedTooDeep: "\(file) contains too many archives inside archives."
    case .clinicalDocument: "\(file) is the clinical document of an export, not the export itself."
    case .otherXML: isA("another kind of XML file")
    case .encoding(let name): "\(file) is encoded in \(name), which velo-sync does not read."
    case .foreign: "\(file) is not a ride, an archive or an export."
    case .device: "\(file) is a device, not a file."
    case .pipe: "\(file) is a pipe, not a file."
    case .special: "\(file) is not a regular file."
    case .linkLoop: "\(file) is a symbolic link loop."
    case .danglingLink: "\(file) is a symbolic link to a file that does not exist."
    case .notAFolder: "\(file) is a file, not a folder."
    case .emptyFolder: "\(file) is an empty folder."
    case .folderWithoutExport: "\(file) is a folder without rides or exports."
    case .folderWithSeveral: "\(file) is a folder with more than one Apple Health export."
    case .archiveWithoutExport: "\(file) is a zip archive without rides or exports."
    case .archiveWithSeveral: "\(file) is a zip archive with more than one Apple Health export."
    case .encrypted: "\(file) is encrypted."
    case .tooManyFiles: "\(file) is beyond the first \(number(ImportLimits.files)) files."
    case .tooMuch: "\(file) contains more than velo-sync reads."
    case .unreadable(let reason): "Couldn't read \(file) (\(self.reason(reason)))."
    }
  }

  func hint(_ file: DisplayText, _ failure: ExportFailure) -> DisplayText {
    let importing = command("import \(shellPath(file.description))")
    return switch failure {
    case .damaged, .missing: "Export it again and repeat the import"
    case .clinicalDocument: "Import the other XML file in its folder, or the whole zip archive"
    case .folderWithSeveral: "Pass the one to import"
    case .archiveWithSeveral: "Unpack it, then pass the one to import"
    case .encoding: "Save it in UTF-8 and repeat the import"
    case .encrypted: "Unpack it with its password, then import the folder"
    case .unreadable(.notPermitted): "Make it readable, or pass another file"
    case .unreadable, .linkLoop: "Pass another file"
    case .danglingLink: "Restore the file, or remove the link"
    case .nestedTooDeep: "Unpack it, then import the folder"
    case .tooManyFiles: "Import its folder alone"
    case .tooMuch: "See the limits of import in man velo-sync"
    case .noStreams where isSample: "The sample athlete has none"
    case .noStreams: "Import its file, or connect its source and sync, with --streams"
    case .noSamples: "There is nothing to draw, or to save as GPX"
    case .gone: "Put it back or connect its disk, or import a copy with --streams"
    case .noPositions: "A ride indoors, or without GPS, cannot be saved as GPX"
    case .changed: "To read it again, import it or run \(command())"
    case .notAFolder: "Connect the folder that it is in, or import it: \(importing)"
    case .empty, .text, .webPage, .otherXML, .foreign, .device, .pipe, .special, .emptyFolder,
      .folderWithoutExport, .archiveWithoutExport, .noRide, .noDate:
      "Pass FIT, TCX or GPX files, a folder of them, or an export of Strava, Garmin or Apple Health"
    }
  }

  // MARK: Recordings that cannot be replayed

  func title(_ failure: RecordFailure) -> DisplayText {
    switch failure {
    case .none, .empty, .foreign: "No recorded run"
    case .newer: "Newer recording"
    case .ownRecord: "Replay into itself"
    case .unreadable: "Could not read"
    }
  }

  func message(_ file: DisplayText, _ failure: RecordFailure) -> DisplayText {
    let file = fullPath(file)
    return switch failure {
    case .none: "No run has been recorded yet."
    case .empty: "\(file) is empty."
    case .foreign: "\(file) contains no events."
    case .newer(let format):
      "\(file) was recorded in format \(format.description); this velo-sync reads "
        + "\(StreamVersion.current)."
    case .ownRecord: "Cannot append the replay of \(file) to itself."
    case .unreadable(let reason): "Couldn't read \(file) (\(self.reason(reason)))."
    }
  }

  func hint(_ failure: RecordFailure) -> DisplayText {
    switch failure {
    case .none: "Run \(command()) first"
    case .empty, .foreign: "Record a run with \(command("--events FILE"))"
    case .newer: "Replay it with the version that recorded it, or a newer one"
    case .ownRecord: "Pass another file to --events"
    case .unreadable: "Make it readable, or pass another file"
    }
  }

  // MARK: Files that cannot be written

  /// What to do about a file that cannot be written.
  func cure(_ reason: StorageFailure.Reason) -> String {
    switch reason {
    case .diskFull: "Free some space"
    case .tooLarge: "Raise the limit of file sizes (ulimit -f)"
    case .readOnly, .notPermitted: "Make it writable"
    case .notADirectory, .missingFolder, .isADirectory: "Check the path"
    case .noReader: "Start the program that reads the pipe"
    case .tooManyFiles: "Raise the limit of open files (ulimit -n)"
    case .ioError, .closed, .system: "Check the disk"
    }
  }

  /// The next step for a file that cannot be read.
  func cureOfReading(_ reason: StorageFailure.Reason) -> String {
    // It is far larger than any file that velo-sync writes.
    reason == .tooLarge ? "Move it away" : "Make it readable"
  }

  func reason(_ reason: StorageFailure.Reason) -> String {
    switch reason {
    case .diskFull: "disk full"
    case .readOnly: "read-only file system"
    case .notPermitted: "not permitted"
    case .tooLarge: "file too large"
    case .notADirectory: "not a folder"
    case .missingFolder: "no such folder"
    case .isADirectory: "is a folder"
    case .ioError: "input/output error"
    case .closed: "closed"
    case .noReader: "no reader"
    case .tooManyFiles: "too many open files"
    case .system(let number): "system error \(number)"
    }
  }

  func hint(_ failure: StorageFailure) -> DisplayText {
    let path = failure.path.description
    // Where a folder above them cannot be made, several.
    var names = settings.filter {
      path == $0.path || path.hasPrefix($0.path + "/") || $0.path.hasPrefix(path + "/")
    }.map(\.name)
    switch failure.reason {
    case .readOnly, .notPermitted:
      // It would fail next.
      if names == ["XDG_STATE_HOME"], !mayWriteStore { names.append("XDG_DATA_HOME") }
      let option = names.first { $0.hasPrefix("--") }.map { "change \($0)" }
      let paths = names.count == 1 ? "an absolute path" : "absolute paths"
      let variables = names.isEmpty ? nil : "set \(names.joined(separator: " and ")) to \(paths)"
      let leavesBehind = option == nil && names.contains("XDG_STATE_HOME")
      let cost = leavesBehind ? " (sign-ins and connected folders stay behind)" : ""
      // What is to be disconnected, or changed, would stay behind.
      let ways =
        isDisconnect || option == nil && isStoreThere && !mayWriteStore
        ? "" : ", or \(option ?? variables ?? "pass --store")\(cost),"
      return "Make it writable\(ways) and run \(retryCommand) again"
    case .notADirectory, .missingFolder, .isADirectory:
      return "Check the path\(names.first.map { " (\($0))" } ?? "")"
    case .noReader: return "\(cure(failure.reason)), then run \(retryCommand) again"
    case .tooManyFiles: return "\(cure(failure.reason)), and run \(retryCommand) again"
    case .diskFull, .tooLarge, .ioError, .closed, .system:
      return "\(cure(failure.reason)) and run \(retryCommand) again"
    }
  }
}

extension StorageFailure.Reason {
  /// Whether another path would help.
  var isAboutThePath: Bool {
    switch self {
    case .notADirectory, .missingFolder, .isADirectory: true
    default: false
    }
  }
}

extension EventError {
  /// "status has no text".
  package var text: DisplayText {
    switch self {
    case .torn: "a line ends inside a value"
    case .notJSON(let offset): "a line is not JSON from byte \(offset + 1) on"
    case .notAnObject: "a line is not a JSON object"
    case .tooLong: "a line is longer than 1 MiB"
    case .noType: "an event has no type"
    case .missing(let field, let type): "\(type) has no \(field)"
    case .wrong(let field, let expected): "\(field) is not \(expected.words)"
    case .outOfRange(let field): "\(field) is out of range"
    case .badVersion: "format is not a version such as 1.0"
    case .unknownVersion(let format): "format \(format.description) is not supported"
    }
  }
}

extension ValueKind {
  /// What a member should have been.
  fileprivate var words: String {
    switch self {
    case .text, .version, .word: "text"
    case .number, .seconds: "a number"
    case .flag: "true or false"
    case .list, .point: "a list of the right values"
    case .object: "an object of the right members"
    case .time, .localTime: "a UTC time such as 2026-11-20T06:00:01Z"
    case .date: "a date such as 2026-11-20"
    case .fraction: "a number from 0 to 1"
    case .integer, .ordinal: "a whole number from 0 on"
    case .orNull(let kind): kind.words
    }
  }
}

extension EventFaults {
  /// What is wrong with the first event, with the beginning of its line; nil when nothing is.
  package var text: DisplayText? {
    first.map { fault in
      line.isEmpty ? fault.text : "\(fault.text.description) (“\(line.description)”)"
    }
  }
}
