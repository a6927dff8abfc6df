// Events that nobody could look at yet: facts as they are, gauges as they stand now.

import SyncModel

/// Keeps events in order. While it collapses, a status takes the place of the one before it that has
/// its name and source, and progress the place of the earlier one of its source, unless something
/// else was told in between.
struct EventBacklog: Sendable {
  var isCollapsing = false
  private var events: [EventReader.Event] = []
  /// Where in `events` those begin that can still be left out.
  private var loose = 0

  mutating func add(_ event: EventReader.Event) {
    if isCollapsing {
      let earlier = place(of: event.kind)
      if earlier.takesPlaces {
        if let index = earlier.index { events.remove(at: index) }
      } else {
        loose = events.count + 1
      }
    }
    events.append(event)
  }

  /// Hands out what is left. The room stays for what comes next: it is more than one can have for
  /// nothing.
  mutating func take(_ body: (EventReader.Event) -> Void) {
    for event in events { body(event) }
    events.removeAll(keepingCapacity: true)
    loose = 0
  }

  /// Whether an event is of the kind that takes the place of an earlier one, and where that stands.
  private func place(of kind: SyncEvent.Kind) -> (takesPlaces: Bool, index: Int?) {
    switch kind {
    case .status(let status):
      let last = events[loose...].lastIndex { $0.kind.isStatus }
      guard let last, case .status(let earlier) = events[last].kind else { return (true, nil) }
      return (true, status.replaces(earlier) ? last : nil)
    case .progress(let progress):
      return (true, events[loose...].lastIndex { $0.kind.isProgress(of: progress.source) })
    case .runStarted, .stageStarted, .stageFinished, .work, .sourceFinished, .score, .prep,
      .fitness, .routine, .waiting, .notice, .warning, .failure, .request, .log, .source, .signIn,
      .foreign, .summary:
      return (false, nil)
    }
  }
}

extension SyncEvent.Kind {
  fileprivate var isStatus: Bool {
    if case .status = self { true } else { false }
  }

  fileprivate func isProgress(of source: Source?) -> Bool {
    if case .progress(let progress) = self { progress.source == source } else { false }
  }
}

extension SyncStatus {
  /// Whether it says the same of the same thing as the one before it. Free statuses that have a text
  /// alone are all of one name.
  fileprivate func replaces(_ earlier: SyncStatus) -> Bool {
    if case .free(let status) = self, case .free(let other) = earlier {
      return status.name == other.name
    }
    return identity == earlier.identity
  }
}
