// The events of a command as its pipe gives them: cut, decoded, and collapsed while there are many.

import Codec
package import Format
package import Model

/// Takes what is read from an events pipe. Lines of one reading come out in their order; when there
/// are so many that the reader is behind, only the last counts of statuses of one name that follow
/// each other, and of the progress of one source. Nothing else is ever left out.
package struct EventPipeReader: Sendable {
  /// More lines than these in one reading, and the reader is behind: nobody sees more in a frame.
  package static let many = 64

  private var cutter = LineCutter()
  private var reader: EventReader
  /// Invalid events so far. Blank lines do not count.
  package private(set) var faults = EventFaults()
  /// Whether a status takes the place of the one before it that has its name and source, and
  /// progress the place of the earlier one of its source, unless something else was told in
  /// between.
  private var isCollapsing = false
  private var events: [EventLine] = []
  /// Where in `events` those begin that can still be left out.
  private var loose = 0

  package init(keepsLines: Bool) { reader = EventReader(keepsLines: keepsLines, isRecorded: false) }

  /// Takes in what was read and calls `body` with each event that is left of it, in order.
  ///
  /// - Parameter now: the time of events that tell none.
  package mutating func feed(_ bytes: [UInt8], now: Timestamp, _ body: (EventLine) -> Void) {
    // Outside of this value, which changes with each line.
    var cutter = LineCutter()
    swap(&cutter, &self.cutter)
    bytes.withUnsafeBufferPointer { bytes in
      isCollapsing = bytes.lazy.filter { $0 == 0x0A }.dropFirst(Self.many).first != nil
      cutter.take(bytes) { read($0, now: now) }
    }
    swap(&cutter, &self.cutter)
    drain(body)
  }

  /// There are no more bytes: calls `body` with the event of the last line, which nothing ended.
  package mutating func end(now: Timestamp, _ body: (EventLine) -> Void) {
    var cutter = cutter
    cutter.end { read($0, now: now) }
    drain(body)
  }

  private mutating func read(_ line: LineCutter.Line, now: Timestamp) {
    guard case .line(let text) = line else { return faults.note(.tooLong) }
    do throws(EventError) {
      let event = try reader.read(text, now: now)
      if event.isVersion { return }
      if let fault = event.omission?.fault { faults.note(fault, in: text) }
      if isCollapsing { removeReplaced(by: event.kind) }
      events.append(event)
    } catch {
      if !text.allSatisfy({ $0 <= 0x20 }) { faults.note(error, in: text) }
    }
  }

  /// Hands out what is left.
  private mutating func drain(_ body: (EventLine) -> Void) {
    for event in events { body(event) }
    events.removeAll(keepingCapacity: true)
    loose = 0
  }

  private mutating func removeReplaced(by kind: SyncEvent.Kind) {
    switch kind {
    case .status(let status):
      let last = events[loose...].lastIndex { if case .status = $0.kind { true } else { false } }
      guard let last, case .status(let earlier) = events[last].kind else { return }
      if status.replaces(earlier) { events.remove(at: last) }
    case .progress(let progress):
      let last = events[loose...].lastIndex {
        if case .progress(let earlier) = $0.kind {
          earlier.source == progress.source
        } else {
          false
        }
      }
      if let last { events.remove(at: last) }
    default: loose = events.count + 1
    }
  }
}

extension SyncStatus {
  /// Whether it says the same of the same thing as the one before it. Free statuses that have a
  /// text alone are all of one name.
  fileprivate func replaces(_ earlier: SyncStatus) -> Bool {
    if case .free(let status) = self, case .free(let other) = earlier {
      return status.name == other.name
    }
    return identity == earlier.identity
  }
}
