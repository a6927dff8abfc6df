// Reads files: those of an import, or what is new in connected folders.

import Model

extension Sync {
  /// Reads the files. Nothing is stored yet.
  ///
  /// - Throws: what the files throw; `interrupted`.
  func readFiles(_ run: inout SyncState) async throws(SyncFailure) {
    guard let files, !run[.files].isNoted else { return }
    try stopIfCancelled()
    let found = try await files.find(except: store.fileIndex())
    events.post(
      .status(found.areHealthExports ? .fetchingHealthData : .readingFiles(count: found.count)))
    let (bytes, counted) = (Gauge(), Gauge())
    // Where files can be counted, the figures of the source are files; the fraction is one of
    // bytes.
    if let count = found.count {
      counted.expect(count)
      events.post(
        .work(Work(stage: .routine, weight: 0, source: found.source, unit: .files, gauge: counted)))
    }
    events.post(
      .work(
        Work(
          stage: .routine, weight: isImport ? Stage.routine.span.upperBound : downloadShare,
          source: found.count == nil ? found.source : nil, unit: .bytes, name: found.name,
          gauge: bytes)))
    do throws(SyncFailure) {
      let imported = try await found.read(
        progress: bytes, files: counted,
        // What is known before any service was asked.
        rider: FileRider(
          own: settings.rider, athlete: try await store.thresholds()?.athlete ?? RiderSettings()))
      if let failure = imported.failure {
        nameUnread(imported)
        throw failure
      }
      run.imported = imported
    } catch {
      if error != .interrupted {
        post(error, &run)
        finish(found.source, .failed, Counts())
      }
      throw error
    }
    bytes.finish()
    counted.finish()
  }

  /// Gives the store what was read, and reports what could not be read.
  func receiveFiles(_ run: inout SyncState) async throws(SyncFailure) {
    guard var files = run.imported else { return }
    try stopIfCancelled()
    files.recomputes = settings.listing.full
    let counts = try await store.receive(files)
    run.imported = nil
    run.rideStreams = files.streams
    run.hasUnreadFiles = files.refused > 0 || files.unreadableRows > 0
    for (source, counts) in counts { (run[source].isRead, run[source].counts) = (true, counts) }
    nameUnread(files)
    if files.thinned > 0 { events.post(.notice(.ridesThinned(count: files.thinned))) }
    if files.incomplete > 0 { events.post(.notice(.filesIncomplete(count: files.incomplete))) }
    for (source, records) in files.records.sorted(by: { $0.key < $1.key }) {
      if records.skipped > 0 {
        events.post(.notice(.recordsSkipped(source, count: records.skipped)))
      }
      if records.corrected > 0 {
        events.post(.notice(.recordsCorrected(source, count: records.corrected)))
      }
      if source == .files, !isImport { continue }
      finish(source, .ok, counts[source] ?? Counts())
    }
    if !isImport { finishFolders(files, counts[.files] ?? Counts(), &run) }
  }

  /// Reports which files could not be read, or hold nothing that is imported.
  private func nameUnread(_ files: ImportedFiles) {
    for problem in files.problems { events.post(.warning(problem)) }
    if files.rideless > 0 { events.post(.notice(.filesLeftOut(count: files.rideless))) }
    for (file, why) in files.leftOut { events.post(.notice(.fileLeftOut(file: file, why))) }
  }

  /// Keeps the streams of rides with power or heart rate that have none yet, with `--streams`, and
  /// reads those again whose files have changed. Each is stored as soon as it is read.
  func keepRideStreams(_ run: inout SyncState) async throws(SyncFailure) {
    guard !settings.dryRun, let streams = run.rideStreams else { return }
    var wanted: [ActivityID: LeastStreams] = [:]
    // Files that were read before may have streams that nobody has asked for so far.
    let sources = Source.allCases.filter { run[$0].isRead || $0.isFiles }
    for source in sources where source != .appleHealth {
      if settings.streams {
        for ride in try await store.withoutStreams(source, again: settings.listing.full) {
          wanted[ride.id] = (SameRide.shortestCopy(of: ride), false)
        }
      }
      guard source.isFiles else { continue }
      // What is stored may have power.
      for ride in try await store.withOutdatedStreams(source) {
        wanted[ride.id] = (SameRide.shortestCopy(of: ride), ride.hasMeasuredPower)
      }
    }
    if !wanted.isEmpty {
      let writer = try await store.streamWriter()
      let written = try await streams.write(wanted, to: writer)
      run.streamed.formUnion(written.activities)
      run.hasUnreadFiles = run.hasUnreadFiles || !written.problems.isEmpty
      for problem in written.problems { events.post(.warning(problem)) }
    }
    run.rideStreams = nil
  }

  /// A connected folder that is not there is a failure only when there is nothing else to sync: a
  /// device may be unplugged.
  private func finishFolders(_ files: ImportedFiles, _ counts: Counts, _ run: inout SyncState) {
    run.hasFoundFolder = files.foundFolders > 0
    let missing = files.missingFolders
    run.folderFailure = missing.isEmpty ? nil : .missingFolders(missing)
    let isAlone = !run.hasFoundFolder && services.isEmpty
    let isAway = !run.hasFoundFolder && run.folderFailure != nil
    if !isAway { run[.files].isRead = true }
    if !missing.isEmpty, !isAlone { events.post(.notice(.foldersAway(missing))) }
    finish(.files, !isAway ? .ok : isAlone ? .failed : .skipped, counts)
  }
}
