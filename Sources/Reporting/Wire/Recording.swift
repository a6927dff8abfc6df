// A recording read piece by piece: runs, one after another, and what is wrong with their file.

import Codec
package import SyncModel

/// Decodes the bytes of a recording and hands out what they say, in order.
package struct Recording: Sendable {
  /// What comes next.
  package enum Item: Sendable {
    /// A run begins.
    case run
    case event(EventReader.Event)
    /// What follows is written in a later version of the format and cannot be read.
    case newer(format: DisplayText)
  }

  /// Lines that are no events, so far.
  package private(set) var skipped = 0
  /// Whether the last line is cut short.
  package private(set) var isTorn = false
  /// Whether there was anything at all.
  package private(set) var isEmpty = true
  /// Whether there was an event of a type that this version knows.
  package private(set) var isOurs = false

  private var cutter = LineCutter()
  private var reader: EventReader
  private var items: [Item] = []
  private var next = 0
  /// Whether the next event begins a run without being told so.
  private var isBetweenRuns = true
  /// Whether the run under way has said what it is.
  private var isBegun = false

  /// - Parameter keepsLines: whether the events are passed on.
  package init(keepsLines: Bool) {
    reader = EventReader(keepsLines: keepsLines, isRecorded: true)
  }

  /// Takes in the next bytes.
  package mutating func read(_ piece: UnsafeBufferPointer<UInt8>) {
    if piece.isEmpty { return }
    isEmpty = false
    var cutter = LineCutter()
    swap(&cutter, &self.cutter)
    cutter.take(piece) { line in
      switch line {
      case .line(let line): read(line: line, isLast: false)
      case .tooLong: skipped += 1
      }
    }
    self.cutter = cutter
  }

  /// There are no more bytes.
  package mutating func end() {
    guard let rest = cutter.end() else { return }
    rest.withUnsafeBufferPointer { read(line: $0, isLast: true) }
  }

  /// The next item; nil when more bytes are needed.
  package mutating func take() -> Item? {
    if next < items.count {
      defer { next += 1 }
      return items[next]
    }
    items.removeAll(keepingCapacity: true)
    next = 0
    return nil
  }

  private mutating func read(line: UnsafeBufferPointer<UInt8>, isLast: Bool) {
    do throws(WireError) {
      switch try reader.read(line) {
      case .version:
        isOurs = true
        begin()
      case .event(let event): add(event)
      }
    } catch {
      switch error {
      case .unknownVersion(let format):
        isOurs = true
        items.append(.newer(format: format))
      case .notJSON where line.allSatisfy({ $0 <= 0x20 }): break
      case .torn, .notJSON:
        if isLast { isTorn = true } else { skipped += 1 }
      case .notAnObject, .tooLong, .noType, .missing, .wrong:
        skipped += 1
      }
    }
  }

  private mutating func begin() {
    isBetweenRuns = false
    isBegun = false
    items.append(.run)
  }

  private mutating func add(_ event: EventReader.Event) {
    if event.isKnown { isOurs = true }
    if isBetweenRuns { begin() }
    if case .summary = event.kind { isBetweenRuns = true }
    if case .runStarted(let run) = event.kind, run.attempt == 1 {
      // The line between two runs was torn when the first one crashed.
      if isBegun { begin() }
      isBegun = true
    }
    items.append(.event(event))
  }
}
