// `velo-sync connect files DIR...`, which makes folders a source of every sync, and
// `disconnect files DIR...`.

import Flags
import Imports
import Model
import Network
import Storage

struct FoldersCommand {
  let session: Session
  /// As given; at least one.
  let paths: [String]

  /// Looks into the folders, then connects them.
  func connect(_ loop: inout Loop) -> ExitStatus { run(&loop, connect) }

  /// Disconnects the folders; none of them if one is not connected. They need not exist any more.
  func disconnect(_ loop: inout Loop) -> ExitStatus { run(&loop, disconnect) }

  private func run(
    _ loop: inout Loop,
    _ work: @escaping @Sendable (any EventSink) async throws(SyncFailure) -> Void
  ) -> ExitStatus {
    session.begin([.files], &loop)
    let events = loop.events
    return loop.runReporting { () async throws(SyncFailure) in
      try await work(events)
      return .ok
    }
  }

  private func connect(_ events: any EventSink) async throws(SyncFailure) {
    try session.refuseSampleStore()
    var report = SourceReport(source: .files, state: .connected)
    var found: [String] = []
    for path in paths {
      let folder = try existingFolder(path)
      let files = try await ConnectedFolders.rideFiles(in: folder, on: session.world.files)
      report.folders.append(.init(path: DisplayText(folder), rideFiles: files))
      found.append(folder)
    }
    try await session.folderList.connect(found)
    for folder in report.folders where folder.rideFiles == 0 {
      events.post(.notice(.folderEmpty(path: folder.path)))
    }
    events.post(.source(report))
  }

  /// The real path of a folder, which stays right when a link to it changes.
  ///
  /// - Throws: `missingInput` if there is none; `badExport` for a file.
  private func existingFolder(_ path: String) throws(SyncFailure) -> String {
    guard !path.isEmpty else { throw .missingInput(file: "''") }
    let missing = SyncFailure.missingInput(file: DisplayText(path))
    let files = session.world.files
    let absolute = try session.world.absolute(path)
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

  private func disconnect(_ events: any EventSink) async throws(SyncFailure) {
    if session.options.purge { throw .usage(.conflictingOptions("--purge", "DIR")) }
    let list = try session.folderList
    let connected = try list.folders()
    var gone: [String] = []
    for path in paths { gone.append(try folder(path, among: connected)) }
    try await list.disconnect(gone)
    events.post(.notice(.foldersDisconnected(gone.map { DisplayText($0) })))
    let rest = try list.folders()
    // What is left is there: a folder that was away is no trouble any more. Only `status` says it.
    if rest.allSatisfy({ (try? existingFolder($0)) != nil }) {
      try? await session.store().forgetNote(of: .files, failureOnly: true)
    }
    var report = SourceReport(source: .files, state: rest.isEmpty ? .notConnected : .connected)
    report.folders = rest.map { SourceReport.Folder(path: DisplayText($0)) }
    events.post(.source(report))
  }

  /// - Throws: `usage` for a folder that is not connected.
  private func folder(_ path: String, among connected: [String]) throws(SyncFailure) -> String {
    let absolute = try session.world.absolute(path)
    // Connected folders are listed by their real paths; a folder that is away has none.
    let real = (try? session.world.files.realPath(absolute)) ?? nil
    let names = [absolute, real].compactMap { $0.map { PathKey($0) } }
    guard let folder = connected.first(where: { names.contains(PathKey($0)) }) else {
      throw .usage(.folderNotConnected(path: DisplayText(absolute)))
    }
    return folder
  }
}
