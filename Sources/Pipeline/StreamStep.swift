// Downloads second-by-second data after the lists, newest first, within the services' limits.

import Model

extension Sync {
  /// Fetches missing streams. Each is stored as soon as it arrives, so that the next download
  /// continues where this one ends, for whatever reason. A limit or a failure does not end the run:
  /// the lists are complete and are saved.
  ///
  /// - Throws: `storage` when a stream cannot be written; `interrupted`.
  func fetchStreams(_ run: inout SyncState) async throws(SyncFailure) {
    for service in streamServices
    where run[service.source].hasFinished && !run[service.source].isNoted {
      try stopIfCancelled()
      let end = try await fetchStreams(of: service)
      run.streamed.formUnion(end.stored)
      if end.missing > 0 {
        events.post(.notice(.streamsMissing(service.source, count: end.missing)))
      }
      if let failure = end.failure {
        run[service.source].streamFailure = failure
        post(failure, &run)
      }
      let outcome = end.failure.map { $0.isLimit ? SourceOutcome.partial : .failed } ?? .ok
      finish(service.source, outcome, run[service.source].counts)
    }
  }

  /// Whether this run fetches streams of a source.
  func wantsStreams(of source: Source) -> Bool { streamServices.contains { $0.source == source } }

  /// The share of a source's download: with streams, most of the time goes to them.
  func downloadWeight(of source: Source, streams: Bool) -> Double {
    let share = downloadShare
    return wantsStreams(of: source) ? share * (streams ? 0.8 : 0.2) : share
  }

  /// The part of the run's fraction for each source that is asked, and for connected folders.
  var downloadShare: Double {
    SyncStep.download.weight / Double(services.count + (files == nil ? 0 : 1))
  }

  /// A dry run would spend the service's limit on data it does not keep.
  private var streamServices: [any StreamService] {
    settings.streams && !settings.dryRun ? services.compactMap { $0 as? any StreamService } : []
  }

  private func fetchStreams(of service: any StreamService) async throws(SyncFailure) -> StreamsEnd {
    let wanted = try await store.withoutStreams(service.source, again: settings.listing.full)
      .map(\.id)
    if !wanted.isEmpty { events.post(.status(.downloadingStreams(source: service.source))) }
    if let duration = service.allowance?.duration(of: wanted.count) {
      let source = service.source
      events.post(.notice(.longImport(source, requests: wanted.count, duration: duration)))
    }
    let gauge = events.gauge(
      stage: .routine, weight: downloadWeight(of: service.source, streams: true),
      source: service.source, unit: .requests)
    gauge.expect(wanted.count)
    let end = await withTaskGroup(of: StreamMessage.self) { group in
      var end = StreamsEnd()
      var rest = wanted[...]
      for id in rest.prefix(Self.streamLanes) { group.addTask { await fetch(id, of: service) } }
      rest = rest.dropFirst(Self.streamLanes)
      while let news = await group.next() {
        end.take(news)
        // Requests under way are answered anyway and count against the limit, so their data is
        // kept.
        if end.failure != nil || end.runFailure != nil { continue }
        gauge.advance()
        if let id = rest.popFirst() { group.addTask { await fetch(id, of: service) } }
      }
      return end
    }
    gauge.finish()
    if let runFailure = end.runFailure { throw runFailure }
    return end
  }

  /// As many parallel requests as for the lists.
  private static var streamLanes: Int { 4 }

  private func fetch(_ id: ActivityID, of service: any StreamService) async -> StreamMessage {
    let streams: [UInt8]?
    do throws(SyncFailure) {
      streams = try await service.streams(of: id)
    } catch {
      return .failed(error)
    }
    do throws(SyncFailure) {
      try await store.keep(streams: streams, of: id)
    } catch {
      return .lost(error)
    }
    return streams == nil ? .missing : .stored(id)
  }
}

/// The result for one activity.
private enum StreamMessage: Sendable {
  case stored(ActivityID)
  case missing
  case failed(SyncFailure)
  case lost(SyncFailure)
}

/// The result for one source.
private struct StreamsEnd: Sendable {
  var stored: Set<ActivityID> = []
  var missing = 0
  var failure: SyncFailure?
  /// The failure that ends the run: no disk space, or an interruption.
  var runFailure: SyncFailure?

  mutating func take(_ news: StreamMessage) {
    switch news {
    case .stored(let id): stored.insert(id)
    case .missing: missing += 1
    case .failed(.interrupted): runFailure = runFailure ?? .interrupted
    case .failed(let failure): self.failure = self.failure ?? failure
    case .lost(let failure): runFailure = runFailure ?? failure
    }
  }
}
