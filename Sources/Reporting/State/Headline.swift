// What a run is doing at one moment: made from its state once for each frame or line.

import Model

/// What renderers say of a run at one moment, so that all of a frame or a line agrees.
struct Headline: Hashable, Sendable {
  let status: SyncStatus
  /// When the status began.
  let since: Moment
  /// How much of it is done; nil for no count, and on a line that shows an earlier status.
  let count: Count?
  /// The time left of it, rounded up to seconds; nil while that is not known, and while its source
  /// waits.
  let left: Duration?
  /// For how many seconds a service that the status names has not answered, from ten on; nil while
  /// all do, or it waits.
  let silence: Duration?
  /// The wait to show in place of the status, and how long it lasts, rounded up to seconds; nil for
  /// none.
  let wait: Wait?
  let waitLeft: Duration
}

extension RunState {
  /// What to report: of several downloads the newest unfinished one; once all have finished, that
  /// the sources are contacted that have not answered yet.
  func headline(at now: Moment) -> Headline {
    var (status, since) = (status, statusSince)
    if let source = status.source, isFinished(source) {
      let silent = run?.sources.filter { !$0.isFiles && !isFinished($0) } ?? []
      if let item = progress.ofSources.last(where: { !isFinished($0.source) }) {
        let streams = item.count.unit == .requests ? item.source : nil
        status =
          streams.map { .downloadingStreams(source: $0) }
          ?? .downloadingActivities(source: item.source, count: item.count.total)
        since = item.began
      } else if !silent.isEmpty {
        (status, since) = (.contactingIntegrations(sources: silent, unavailable: []), stageSince)
      }
    }
    return headline(status, since, progress.item(of: status), wait(at: now), now)
  }

  /// What the line shows: a status that another one may have followed since.
  func headline(showing status: SyncStatus, _ wait: Wait?, at now: Moment) -> Headline {
    let isCurrent = status.identity == self.status.identity
    let isCounted = isCurrent || status.source == nil && !status.isReadingFiles
    return headline(
      status, statusSince, isCounted ? progress.item(of: status) : nil, wait, now)
  }

  private func headline(
    _ status: SyncStatus, _ since: Moment, _ item: Progress.Item?, _ wait: Wait?, _ now: Moment
  ) -> Headline {
    Headline(
      status: status, since: since, count: item?.count,
      left: item.flatMap { timeLeft(of: $0, at: now) }.map(roundedUp),
      silence: silence(of: status, at: now).map { .seconds($0.components.seconds) },
      wait: wait, waitLeft: roundedUp(waits.left(at: now)))
  }

  private func silence(of status: SyncStatus, at moment: Moment) -> Duration? {
    var named = [status.source].compactMap(\.self)
    if case .contactingIntegrations(let sources, let unavailable) = status {
      named = sources.filter { !unavailable.contains($0) }
    }
    let silences = named.filter {
      !$0.isFiles && !isFinished($0) && !waits.isWaiting($0, at: moment)
    }.map { source in
      let heard = tallies[source]?.heard ?? statusSince
      return moment - max(heard, progress.item(of: source)?.moved ?? heard)
    }
    return silences.max().flatMap { $0 < .seconds(10) ? nil : $0 }
  }

  private func isFinished(_ source: Source?) -> Bool {
    source.map { tallies[$0]?.result != nil } ?? true
  }
}

private func roundedUp(_ time: Duration) -> Duration { .seconds(time.inSeconds.rounded(.up)) }
