// The events of a command as its pipe gives them: cut, decoded, and collapsed while there are many.

import Codec
package import SyncModel

/// Takes what is read from an events pipe. Lines of one reading come out in their order; when there
/// are so many that the reader is behind, only the last counts of statuses of one name that follow
/// each other, and of the progress of one source. Nothing else is ever left out.
package struct EventIntake: Sendable {
  /// More lines than these in one reading, and the reader is behind: nobody sees more in a frame.
  package static let many = 64
  /// As much of the first line that is no event as a warning may show, in bytes.
  private static let shown = 160

  private var cutter = LineCutter()
  private var reader = EventReader(keepsLines: false, isRecorded: false)
  private var backlog: EventBacklog

  /// How many lines were no events. Blank ones do not count.
  package private(set) var strangers = 0
  /// The beginning of the first of them, and what is wrong with it.
  package private(set) var firstStranger: (text: DisplayText, error: WireError)?

  /// - Parameter keepsLines: whether the events are passed on.
  package init(keepsLines: Bool) {
    backlog = EventBacklog(keepsLines: keepsLines)
  }

  /// Takes in what was read and calls `body` with each event that is left of it, in order.
  ///
  /// - Parameter now: the time of events that tell none.
  package mutating func take(
    _ bytes: [UInt8], now: Timestamp, _ body: (EventReader.Event) -> Void
  ) {
    bytes.withUnsafeBufferPointer { bytes in
      backlog.isCollapsing = LineCutter.endsMore(than: Self.many, in: bytes)
      var cutter = LineCutter()
      swap(&cutter, &self.cutter)
      cutter.take(bytes) { line in
        switch line {
        case .line(let line): read(line, now: now)
        case .tooLong: note(.tooLong, [])
        }
      }
      self.cutter = cutter
    }
    backlog.take(body)
  }

  /// There are no more bytes: calls `body` with the event of the last line, which nothing ended.
  package mutating func end(now: Timestamp, _ body: (EventReader.Event) -> Void) {
    guard let rest = cutter.end() else { return }
    rest.withUnsafeBufferPointer { read($0, now: now) }
    backlog.take(body)
  }

  private mutating func read(_ line: UnsafeBufferPointer<UInt8>, now: Timestamp) {
    do throws(WireError) {
      try backlog.add(line, now: now, with: &reader)
    } catch {
      if !line.allSatisfy({ $0 <= 0x20 }) { note(error, line.prefix(Self.shown)) }
    }
  }

  private mutating func note(_ error: WireError, _ text: some Sequence<UInt8>) {
    strangers += 1
    if firstStranger == nil {
      firstStranger = (DisplayText(String(decoding: Array(text), as: UTF8.self)), error)
    }
  }
}
