// The first half of a run: reads health data, then downloads from all services in parallel.

import Model

extension Sync {
  /// Reads health data. On a day that already has its row this is not a step of its own: the data
  /// is read all the same, but a run without news only reports which services it contacts. A retry
  /// reads only what failed, and may have no other status to show.
  func fetchHealthData(_ run: inout SyncState) async throws(SyncFailure) {
    if run.isRetry, health.allSatisfy({ run[$0.source].isRead }), !run.isFirstContact { return }
    if run.hasRow && run.isFirstContact {
      try await readHealthData(&run, gauge: nil)
    } else {
      let gauge = try await begin(.fetchHealthData, unit: .nights, in: &run)
      try await readHealthData(&run, gauge: gauge)
      gauge.finish()
    }
  }

  private func readHealthData(_ run: inout SyncState, gauge: Gauge?) async throws(SyncFailure) {
    for service in health where !run[service.source].isRead {
      var counts = Counts()
      do throws(SyncFailure) {
        let days = try await service.days()
        counts = try await store.receive(days, from: service.source)
        gauge?.advance(by: days.count)
      } catch {
        if error == .interrupted || error.isStorage { throw error }
        run[service.source].healthFailure = error
        post(error, &run)
        finish(service.source, .failed, counts)
        continue
      }
      run[service.source].isRead = true
      if counts.hasChanges { finish(service.source, .ok, counts) }
    }
  }

  /// Contacts all services that are not finished, and downloads from each as soon as it answers:
  /// one child task for each source; a failure of one does not stop the others.
  ///
  /// - Throws: the failure that describes the run when no source worked; `storage` when the store
  ///   could not take what arrived; `interrupted`.
  func downloadAll(_ run: inout SyncState) async throws(SyncFailure) {
    let isFirst = run.isFirstContact
    let services = services.filter { !run[$0.source].hasFinished }
    // With connected folders alone there is nothing to contact.
    let isOffline = self.services.isEmpty && files != nil
    if !isOffline, isFirst || !services.isEmpty { try await ask(services, &run) }
    if isFirst {
      for source in settings.sourcesNotAsked { finish(source, .skipped, Counts()) }
    }
    try decideResult(&run)
    try await mentionBeginning()
  }

  /// Says why there may be nothing new: an earlier `--since` still limits what is asked for.
  private func mentionBeginning() async throws(SyncFailure) {
    var beginnings: [Day] = []
    for service in services {
      if let day = try await store.beginning(of: service.source) { beginnings.append(day) }
    }
    // Counting takes time where much has arrived.
    guard let last = beginnings.max(), try await !store.counts().hasChanges else { return }
    events.post(.notice(.activitiesLimited(since: last)))
  }

  private func ask(
    _ services: [any ActivityService], _ run: inout SyncState
  ) async throws(SyncFailure) {
    let sources = services.map(\.source)
    let contacts = try await begin(
      .contact, .contactingIntegrations(sources: sources, unavailable: []), in: &run)
    contacts.expect(max(1, sources.count))
    for source in sources { run[source].progress = .waiting }

    // The task group's single consumer owns all state; the children only report.
    run = await withTaskGroup(of: DownloadMessage.self) { [run] group in
      var run = run
      var isDownloading = false
      for service in services {
        group.addTask { await self.contact(service) }
      }
      while let news = await group.next() {
        switch news {
        case .answered(let service, let athlete, let start):
          contacts.advance()
          run[service.source].athlete = athlete
          run[service.source].progress = .begun
          run[service.source].isUnsaved = true
          let count = service.count(in: start.whole)
          events.post(.status(.downloadingActivities(source: service.source, count: count)))
          let gauge = downloadGauge(service.source, count: count, received: start.received)
          isDownloading = true
          group.addTask { await self.download(service, start, count: count, gauge: gauge) }
        case .refused(let source, let failure):
          contacts.advance()
          fail(source, failure, Counts(), &run)
          if !isDownloading { contactAgain(sources, run) }
        case .sent(let download): take(download, &run)
        }
      }
      return run
    }
    contacts.finish()
  }

  /// Decides the result of all downloads together.
  private func decideResult(_ run: inout SyncState) throws(SyncFailure) {
    try stopIfCancelled()
    let isCut = run.sources.values.contains {
      switch $0.progress {
      case .waiting, .begun: true
      case .finished, .failed, nil: false
      }
    }
    if isCut { throw .interrupted }
    let failures = run.countedFailures
    if let failure = failures.first(where: \.isStorage) { throw failure }
    let isFolderAlone = services.isEmpty && run.folderFailure != nil
    guard !services.isEmpty || isFolderAlone, !run.hasFinishedSource else { return }
    // Health data that could be read does not make this a success.
    let isUnreachable =
      !isFolderAlone
      && services.allSatisfy { service in
        guard case .failed(let failure) = run[service.source].progress else { return false }
        return [.network, .timeout].contains(failure.kind) && !run[service.source].isUnsaved
      }
    if isUnreachable && run.savedRow != nil {
      run.isOffline = true
    } else if let failure = failures.mostImportant ?? run.folderFailure {
      throw failure
    }
  }

  // MARK: The children

  private func contact(_ service: any ActivityService) async -> DownloadMessage {
    do throws(SyncFailure) {
      let athlete = try await service.contact()
      let start = try await store.beginListing(
        service.source, athlete: athlete, listing: settings.listing)
      return .answered(service, athlete, start)
    } catch {
      return .refused(service.source, error)
    }
  }

  private func download(
    _ service: any ActivityService, _ start: ListingStart, count: Int?, gauge: Gauge
  ) async -> DownloadMessage {
    var download = Download(source: service.source, announced: count, records: start.received)
    do throws(SyncFailure) {
      try await service.list(start.rest) { (page) async throws(SyncFailure) in
        if let expected = page.expected {
          announce(start.received + expected, of: &download, gauge)
        }
        if page.revokesList { (download.counts, download.records) = (Counts(), 0) }
        let counts = try await store.collect(page, from: service.source)
        download.counts = download.counts + counts
        download.records += counts.new + counts.changed + counts.unchanged
        download.skipped += page.skipped
        download.withheld += page.withheld
        gauge.set(download.records)
      }
      let wellness = try await service.wellness(start.whole)
      download.skipped += wellness.skipped
      let days = try await store.receive(wellness.days, from: service.source)
      let end = try await store.applyListing(
        of: service.source, allowDeletions: settings.listing.allowDeletions)
      download.counts = end.counts + days
      download.refused = end.refused
      gauge.finish()
    } catch {
      download.failure = error
      // At once, so that not even a kill loses what arrived.
      if !settings.dryRun {
        do throws(SyncFailure) {
          try await store.suspendListing(service.source)
        } catch {
          if download.failure != .interrupted { download.failure = error }
        }
      }
    }
    return .sent(download)
  }

  /// Reports the number of activities as soon as the service has.
  private func announce(_ count: Int, of download: inout Download, _ gauge: Gauge) {
    if download.announced == count { return }
    download.announced = count
    gauge.expect(count)
    events.post(.status(.downloadingActivities(source: download.source, count: count)))
  }

  // MARK: The consumer

  private func downloadGauge(_ source: Source, count: Int?, received: Int) -> Gauge {
    let gauge = events.gauge(
      stage: .routine, weight: downloadWeight(of: source, streams: false), source: source,
      unit: .activities, done: received)
    if let count { gauge.expect(count) }
    return gauge
  }

  private func take(_ download: Download, _ run: inout SyncState) {
    if let failure = download.failure {
      fail(download.source, failure, download.counts, &run)
      return
    }
    (run[download.source].progress, run[download.source].counts) = (.finished, download.counts)
    if download.announced != download.records {
      events.post(
        .status(.downloadingActivities(source: download.source, count: download.records)))
    }
    if download.skipped > 0 {
      events.post(.notice(.recordsSkipped(download.source, count: download.skipped)))
    }
    // Strava itself lists these activities.
    if download.withheld > 0, !services.contains(where: { $0.source == .strava }) {
      events.post(.notice(.recordsWithheld(download.source, count: download.withheld)))
    }
    if let refused = download.refused {
      let failure = SyncFailure.deletionsRefused(download.source, refused)
      run[download.source].listFailure = failure
      post(failure, &run)
      return finish(download.source, .failed, download.counts)
    }
    // With streams still to come it is not finished.
    if !wantsStreams(of: download.source) { finish(download.source, .ok, download.counts) }
  }

  private func fail(
    _ source: Source, _ failure: SyncFailure, _ counts: Counts, _ run: inout SyncState
  ) {
    // An interrupted source has neither failed nor finished.
    guard failure != .interrupted else { return }
    let isPartial = failure.isLimit && run[source].isUnsaved
    run[source].progress = .failed(failure)
    post(failure, &run)
    finish(source, isPartial ? .partial : .failed, counts)
  }

  func finish(_ source: Source, _ outcome: SourceOutcome, _ counts: Counts) {
    events.post(.sourceFinished(SourceResult(source: source, outcome: outcome, counts: counts)))
  }

  /// Posts which sources are down, while there are others.
  private func contactAgain(_ sources: [Source], _ run: SyncState) {
    let unavailable = sources.filter { run[$0].hasFailed }
    guard !unavailable.isEmpty, unavailable.count < sources.count else { return }
    events.post(
      .status(.contactingIntegrations(sources: sources, unavailable: unavailable)))
  }
}

/// What the child task of a source reports.
private enum DownloadMessage: Sendable {
  case answered(any ActivityService, Athlete, ListingStart)
  case refused(Source, SyncFailure)
  case sent(Download)
}

/// What a source has sent, and how it ended.
private struct Download: Sendable {
  let source: Source
  /// The count in the last posted status.
  var announced: Int?
  var counts = Counts()
  /// The number of records that arrived, including those of an earlier attempt.
  var records: Int
  var skipped = 0
  var withheld = 0
  /// Deletions that are not believed.
  var refused: RefusedDeletions?
  var failure: SyncFailure?
}
