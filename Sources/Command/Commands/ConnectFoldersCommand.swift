// `velo-sync connect files DIR...`: makes folders a source of every sync.

import Model
import Network
import Storage

struct ConnectFoldersCommand {
  let session: Session
  /// As given; at least one.
  let paths: [String]

  /// Connects the folders.
  func run(_ loop: inout Loop) -> ExitStatus {
    session.begin([.files], &loop)
    do throws(SyncFailure) {
      var found: [String] = []
      for path in paths { found.append(try folder(path)) }
      try session.folderList.connect(found)
    } catch {
      return loop.fail(error)
    }
    loop.post(.source(SourceReport(source: .files, state: .connected)))
    return loop.finish(.ok)
  }

  /// The real path of a folder, which stays right when a link to it changes.
  ///
  /// - Throws: `missingInput` if there is none; `badExport` for a file.
  private func folder(_ path: String) throws(SyncFailure) -> String {
    let missing = SyncFailure.missingInput(file: DisplayText(path))
    guard !path.isEmpty else { throw missing }
    let files = session.world.files
    let absolute = try Folders.absolute(path, from: session.world.currentFolder)
    do throws(FileError) {
      guard let real = try files.realPath(absolute), let info = try files.info(real) else {
        throw FileError(path: path, reason: .missingFolder, isReading: true)
      }
      guard info.kind == .directory else {
        throw FileError(path: path, reason: .notADirectory, isReading: true)
      }
      return real
    } catch {
      switch error.reason {
      case .missingFolder: throw missing
      case .notADirectory: throw .badExport(file: DisplayText(absolute), .notAFolder)
      default: throw .badExport(file: DisplayText(absolute), .unreadable(error.reason))
      }
    }
  }
}
