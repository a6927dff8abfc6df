// `velo-sync connect files DIR...`: makes folders a source of every sync.

import Flags
import Imports
import Model
import Network
import Storage
import Training

extension Session {
  /// The connected folders.
  var folderList: FolderList { FolderList(stateFolder: folders.state, files: world.files) }

  /// The sources that are connected: services with a sign-in, and folders.
  ///
  /// - Throws: `config`, `storage`, `badInput`.
  func connectedSources() throws(SyncFailure) -> [Source] {
    let services = try credentials.sources().filter { !$0.isFiles }
    return try folderList.folders().isEmpty ? services : services + [.files]
  }

  /// Connects folders.
  ///
  /// - Parameter paths: as given; at least one.
  func connectFolders(_ paths: [String], _ loop: inout Loop) -> ExitStatus {
    loop.post(start(sources: [.files], sample: false, store: folders.store))
    do throws(SyncFailure) {
      var found: [String] = []
      for path in paths { found.append(try folder(path)) }
      try folderList.connect(found)
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
    let absolute = try Folders.absolute(path, from: world.currentFolder)
    do throws(FileError) {
      guard let real = try world.files.realPath(absolute),
        let info = try world.files.info(real)
      else { throw FileError(path: path, reason: .missingFolder, isReading: true) }
      guard info.kind == .directory else {
        throw FileError(path: path, reason: .notADirectory, isReading: true)
      }
      return real
    } catch {
      switch error.reason {
      case .missingFolder: throw missing
      default: throw .badExport(file: DisplayText(absolute), .unreadable(error.reason))
      }
    }
  }

  /// The connected folders as the sync reads them; nil when there are none.
  func connectedFolders() throws(SyncFailure) -> ConnectedFolders? {
    let paths = try folderList.folders()
    if paths.isEmpty { return nil }
    return ConnectedFolders(
      paths, on: world.files, formulas: formulas, now: world.time.wallClock())
  }

  /// What is computed while files are read.
  var formulas: ImportFormulas {
    let time = world.time
    return ImportFormulas(
      rMSSD: { try? BeatIntervals(beats: $0).rmssd() },
      weightedPower: { try? $0.weightedPower() },
      analyze: { RideAnalysis(of: $0, isMeasured: $1, rider: $2) },
      localOffset: { time.localOffset(at: $0) })
  }
}
