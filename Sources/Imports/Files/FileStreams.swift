// Reads the streams of rides from files that were read before.

import Model

/// The files of an import or of connected folders, to be read for their streams.
struct FileStreams: RideStreamService {
  /// The files and the archives among them, in the order in which they were read.
  let files: [PathTable<FileIndex.Stamp>]
  let disk: any FileSystem & RecordFiles
  let settings: DocumentReader.Settings
  let names: StreamSelection.Names

  func write(
    _ wanted: [ActivityID], to writer: any StreamWriter
  ) async throws(SyncFailure) -> (activities: Set<ActivityID>, problems: [Warning]) {
    let all = self
    return try await FileReading.run { reading throws(SyncFailure) in
      var reader = DocumentReader(
        all.settings,
        progress: ReadingProgress(Gauge(), files: Gauge(), isStopped: { reading.isStopped }),
        streams: StreamSelection(wanted, names: all.names, writer: writer))
      for file in all.files.lazy.flatMap(\.rideFiles) where reader.streams?.isComplete == false {
        do throws(SyncFailure) {
          _ = try reader.readIfPossible(file, on: all.disk)
        } catch {
          throw reader.streams?.failure ?? error
        }
      }
      return (reader.streams?.written ?? [], reader.collection.undeliveredFiles)
    }
  }
}
