// Events that nobody could look at yet: facts as they are, gauges as they stand now.

import Format
import Model

/// Keeps events in order. While it collapses, a status takes the place of the one before it that has
/// its name and source, and progress the place of the earlier one of its source, unless something
/// else was told in between.
struct EventBacklog: Sendable {
  private struct Entry: Sendable {
    var event: EventLine
    /// Where its line stands.
    let line: Range<Int>
  }

  var isCollapsing = false
  private let keepsLines: Bool
  private var entries: [Entry] = []
  /// Where in `entries` those begin that can still be left out.
  private var loose = 0
  /// The lines of all entries, one after another: most are left out, so none is kept by itself yet.
  private var lines: [UInt8] = []

  /// - Parameter keepsLines: whether the events are passed on.
  init(keepsLines: Bool) {
    self.keepsLines = keepsLines
  }

  /// Adds the event of a line.
  ///
  /// - Returns: what of it is not passed on.
  /// - Throws: why it is no event.
  mutating func add(
    _ line: UnsafeBufferPointer<UInt8>, now: Timestamp, with reader: inout EventReader
  ) throws(EventError) -> EventOmission? {
    let event = try reader.read(line, now: now)
    if event.isVersion { return nil }
    if isCollapsing { collapse(event.kind) }
    let start = lines.count
    if keepsLines {
      if let omission = event.omission {
        lines += ReceivedMembers.line(line, without: omission.names)
      } else {
        lines.append(contentsOf: line)
      }
    }
    entries.append(Entry(event: event, line: start..<lines.count))
    return event.omission
  }

  /// Hands out what is left. Keeps capacity: reallocating is measurable here.
  mutating func take(_ body: (EventLine) -> Void) {
    for index in entries.indices {
      if keepsLines {
        entries[index].event.keep(Array(lines[entries[index].line]), isRecorded: false)
      }
      body(entries[index].event)
    }
    entries.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    loose = 0
  }

  /// Removes the event that this one replaces.
  private mutating func collapse(_ kind: SyncEvent.Kind) {
    switch kind {
    case .status(let status):
      let last = entries[loose...].lastIndex { $0.event.kind.isStatus }
      guard let last, case .status(let earlier) = entries[last].event.kind else { return }
      if status.replaces(earlier) { entries.remove(at: last) }
    case .progress(let progress):
      let last = entries[loose...].lastIndex { $0.event.kind.isProgress(of: progress.source) }
      if let last { entries.remove(at: last) }
    default:
      loose = entries.count + 1
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
