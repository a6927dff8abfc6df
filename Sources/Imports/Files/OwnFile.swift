// Reads a stored ride again from the file in a connected folder that it came from.

package import Model
import Synchronization

extension ConnectedFolders {
  /// The streams of a ride as they would be stored. Writes nothing.
  ///
  /// - Parameters:
  ///   - origin: where the record was found.
  ///   - index: the files that syncs of these folders have read.
  /// - Throws: `badExport` for a file that is not where it was, has changed or cannot be read;
  ///   `interrupted` at once if the task is cancelled, `exhausted` without a thread.
  package func streams(
    of id: ActivityID, from origin: FileOrigin, in index: FileIndex
  ) async throws(SyncFailure) -> [UInt8] {
    let service = self
    return try await FileReading<[UInt8]>.run { reading throws(SyncFailure) in
      let kept = KeptStreams()
      // All rides of a Garmin export are Garmin's, whatever recorded them.
      let names = StreamSelection.Names(garminRoots: id.source == .garmin ? [""] : [])
      var reader = DocumentReader(
        service.settings,
        progress: ReadingProgress(Gauge(), files: Gauge(), isStopped: { reading.isStopped }),
        streams: StreamSelection([id], from: origin, names: names, writer: kept))
      var missing = (file: DisplayText(origin.file), why: ExportFailure.gone)
      for own in service.files(named: origin.file, in: index) {
        let file = DisplayText(own.path)
        do throws(FileError) {
          guard let now = try service.stamp(of: own.path) else {
            if missing.why == .gone { missing.file = file }
            continue
          }
          missing = (file, .changed)
          if now != own.stamp { continue }
        } catch {
          missing = (file, .unreadable(error.reason))
          continue
        }
        // Whether it holds a ride, what was kept of it tells.
        _ = try reader.readIfPossible(own, on: service.disk)
        if let bytes = kept.bytes { return bytes }
        missing.why = reader.collection.whyUnread(own.path) ?? .noRide
      }
      throw .badExport(file: missing.file, missing.why)
    }
  }

  /// The files of a name in the connected folders, in order of their paths.
  private func files(named name: String, in index: FileIndex) -> [RideFile] {
    index.files.rideFiles.filter { file in
      DocumentLocation(file: file.path).place.file == name
        && folders.contains { file.path.utf8.starts(with: "\($0)/".utf8) }
    }
  }

  /// What a file looks like now; nil when there is none.
  private func stamp(of path: String) throws(FileError) -> FileIndex.Stamp? {
    guard let real = try disk.realPath(path), let info = try disk.info(real) else { return nil }
    return FileIndex.Stamp(info)
  }
}

/// Keeps streams instead of storing them.
private final class KeptStreams: StreamWriter {
  private let kept = Mutex<[UInt8]?>(nil)

  var bytes: [UInt8]? { kept.withLock { $0 } }

  func write(_ streams: [UInt8], of id: ActivityID) { kept.withLock { $0 = streams } }
}
