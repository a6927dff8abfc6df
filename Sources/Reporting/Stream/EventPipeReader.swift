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
  private var reader = EventReader(keepsLines: false, isRecorded: false)
  private var backlog: EventBacklog

  /// Invalid events so far. Blank lines do not count.
  package private(set) var faults = EventFaults()

  /// - Parameter keepsLines: whether the events are passed on.
  package init(keepsLines: Bool) {
    backlog = EventBacklog(keepsLines: keepsLines)
  }

  /// Takes in what was read and calls `body` with each event that is left of it, in order.
  ///
  /// - Parameter now: the time of events that tell none.
  package mutating func take(
    _ bytes: [UInt8], now: Timestamp, _ body: (EventLine) -> Void
  ) {
    bytes.withUnsafeBufferPointer { bytes in
      backlog.isCollapsing = LineCutter.endsMore(than: Self.many, in: bytes)
      var cutter = LineCutter()
      swap(&cutter, &self.cutter)
      cutter.take(bytes) { read($0, now: now) }
      self.cutter = cutter
    }
    backlog.take(body)
  }

  /// There are no more bytes: calls `body` with the event of the last line, which nothing ended.
  package mutating func end(now: Timestamp, _ body: (EventLine) -> Void) {
    var cutter = LineCutter()
    swap(&cutter, &self.cutter)
    cutter.end { read($0, now: now) }
    backlog.take(body)
  }

  private mutating func read(_ line: LineCutter.Line, now: Timestamp) {
    switch line {
    case .line(let line): read(line, now: now)
    case .tooLong: faults.note(.tooLong)
    }
  }

  private mutating func read(_ line: UnsafeBufferPointer<UInt8>, now: Timestamp) {
    do throws(EventError) {
      let omission = try backlog.add(line, now: now, with: &reader)
      if let fault = omission?.fault { faults.note(fault, in: line) }
    } catch {
      if !line.allSatisfy({ $0 <= 0x20 }) { faults.note(error, in: line) }
    }
  }
}
