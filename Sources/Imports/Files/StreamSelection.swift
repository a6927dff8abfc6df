// Reads the streams of stored activities from files that were read before.

import Model

/// The streams that are wanted, and who stores them.
struct StreamSelection {
  /// The activities that the rides of an import have become, where that does not follow from their
  /// start: by the key of the document and the start.
  struct Names: Sendable {
    var byDocument: [String: [Timestamp: ActivityID]] = [:]
    /// The folders of Garmin exports, as the beginnings of keys.
    var garminRoots: Set<String> = []
  }

  /// Where the one ride is that is shown and not stored; nil for streams to be stored. Nothing else
  /// is opened, and it needs no sensors.
  let origin: FileOrigin?
  private let names: Names
  private let writer: any StreamWriter
  /// The ride of `origin`, and when it began.
  private let one: (id: ActivityID, start: Timestamp)?
  private let wanted: [ActivityID: LeastStreams]
  /// What is written of each activity so far: whether it has power, and its size in bytes.
  private var best: [ActivityID: (hasPower: Bool, size: Int)] = [:]
  /// Why the writer failed; the reading then stops.
  private(set) var failure: SyncFailure?

  /// The streams of one ride, whatever its file says now of where it belongs.
  init(
    of id: ActivityID, startingAt start: Timestamp, from origin: FileOrigin,
    writer: any StreamWriter
  ) {
    (self.origin, names, self.writer) = (origin, Names(), writer)
    (one, wanted) = ((id, start), [id: (0, false)])
  }

  init(_ wanted: [ActivityID: LeastStreams], names: Names, writer: any StreamWriter) {
    (origin, self.names, self.writer, one) = (nil, names, writer, nil)
    self.wanted = wanted
  }

  /// Whether a member of an archive may hold what is wanted, or an archive with that.
  func mayHold(_ member: DocumentLocation) -> Bool {
    guard let wanted = origin?.member, let name = member.place.member else { return true }
    return wanted == name || wanted.hasPrefix("\(name)!/")
  }

  var written: Set<ActivityID> { Set(best.keys) }

  /// Writes the streams of a ride, if they are wanted. Of several files of one ride that one counts
  /// which says most, as for its record: a copy may be cut off, and is none of a longer record. Of
  /// one file, its first ride.
  ///
  /// - Throws: `stopped` when they cannot be written; `failure` says why.
  mutating func write(
    _ streams: RecordedStreams, of source: Source, at location: DocumentLocation
  ) throws(ImportError) {
    guard let id = activity(of: source, startingAt: streams.start, at: location.key),
      let least = wanted[id], streams.seconds >= least.seconds,
      streams.hasPower || !least.needsPower
    else { return }
    let (hasPower, size) = (streams.hasPower, streams.bytes.count)
    if let best = best[id] {
      let isBetter = hasPower == best.hasPower ? size > best.size : hasPower
      if one != nil || !isBetter { return }
    }
    do throws(SyncFailure) {
      try writer.write(streams.bytes, of: id)
      best[id] = (hasPower, size)
    } catch {
      failure = error
      throw .stopped
    }
  }

  private func activity(
    of source: Source, startingAt start: Timestamp, at key: String
  ) -> ActivityID? {
    if let named = names.byDocument[key]?[start] { return named }
    let isGarmin = names.garminRoots.contains { key.hasPrefix($0) }
    let source = one?.id.source ?? (isGarmin ? .garmin : source)
    if let one, (one.start.seconds - start.seconds).magnitude <= SameRide.longestFileGap {
      return one.id
    }
    // The nearest one.
    return (0...SameRide.longestFileGap).lazy.flatMap { [-$0, $0] }
      .map { ActivityID(source, startingAt: Timestamp(seconds: start.seconds + $0)) }
      .first { wanted[$0] != nil }
  }
}

/// The files of an import or of connected folders, to be read for their streams.
struct FileStreams: RideStreamService {
  /// The files that an earlier run has read, and those of this one in the order of reading.
  let known: FileIndex
  let files: [RideFile]
  let disk: any FileSystem & RecordFiles
  let settings: DocumentReader.Settings
  let names: StreamSelection.Names

  func write(
    _ wanted: [ActivityID: LeastStreams], to writer: any StreamWriter
  ) async throws(SyncFailure) -> (activities: Set<ActivityID>, problems: [Warning]) {
    return try await readingFiles { isStopped throws(SyncFailure) in
      var reader = DocumentReader(
        settings, progress: .unseen(isStopped: isStopped),
        streams: StreamSelection(wanted, names: names, writer: writer))
      for file in known.rideFiles + files {
        do throws(SyncFailure) {
          // Whether it holds a ride does not matter here.
          _ = try reader.readIfPossible(file, on: disk)
        } catch {
          throw reader.streams?.failure ?? error
        }
      }
      return (reader.streams?.written ?? [], reader.collection.undeliveredFiles)
    }
  }
}
