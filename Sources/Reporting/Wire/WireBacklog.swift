// Lines that nobody could look at yet: facts as they are, gauges as they stand now.

import SyncModel

/// Keeps lines in order. While it collapses, a status takes the place of the one before it that has
/// its name and source, and progress the place of the earlier one of its source, unless something
/// else was told in between.
struct WireBacklog: Sendable {
  var isCollapsing = false
  private var lines: [WireLine] = []
  /// Where in `lines` those begin that can still be left out.
  private var loose = 0

  mutating func add(_ line: WireLine) {
    if isCollapsing, !dropEarlier(line.event) { loose = lines.count + 1 }
    lines.append(line)
  }

  /// Hands out what is left. The room stays for what comes next: it is more than one can have for
  /// nothing.
  mutating func take(_ body: (WireLine) -> Void) {
    for line in lines { body(line) }
    lines.removeAll(keepingCapacity: true)
    loose = 0
  }

  /// Drops the line in whose place another comes; false when that other is not of the kind that
  /// takes places.
  private mutating func dropEarlier(_ event: WireEvent) -> Bool {
    switch event {
    case .status(let status):
      let last = lines[loose...].lastIndex { $0.event.isStatus }
      if let last, case .status(let earlier) = lines[last].event, status.replaces(earlier) {
        lines.remove(at: last)
      }
      return true
    case .progress(let progress):
      let last = lines[loose...].lastIndex { $0.event.isProgress(of: progress.source) }
      if let last { lines.remove(at: last) }
      return true
    case .version, .runStarted, .stageStarted, .stageFinished, .sourceFinished, .score, .waiting,
      .notice, .source, .fitness, .routine, .prep, .signIn, .request, .log, .warning, .error,
      .summary, .unknown:
      return false
    }
  }
}

extension WireEvent {
  fileprivate var isStatus: Bool {
    if case .status = self { true } else { false }
  }

  fileprivate func isProgress(of source: WireWord<Source>?) -> Bool {
    if case .progress(let progress) = self { progress.source == source } else { false }
  }
}

extension WireEvent.Status {
  /// Whether it says the same of the same thing as the one before it. Free statuses, which have a
  /// text alone, are all of one name.
  fileprivate func replaces(_ earlier: WireEvent.Status) -> Bool {
    name == earlier.name && known?.source == earlier.known?.source
  }
}
