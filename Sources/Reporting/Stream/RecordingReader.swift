// A recording read piece by piece: runs, one after another, and what is wrong with their file.

import Codec
package import Format
package import Model

/// Decodes the bytes of a recording and hands out what they say, in order.
package struct RecordingReader: Sendable {
  /// What comes next.
  package enum Item: Sendable {
    case run
    case event(EventLine)
    /// What follows is written in a later version of the format and cannot be read.
    case newer(format: DisplayText)
  }

  /// Invalid events so far. Blank lines and a last line that is cut short do not count.
  package private(set) var faults = EventFaults()
  /// Whether the last line is cut short.
  package private(set) var isTorn = false
  /// Whether there was anything at all.
  package private(set) var isEmpty = true
  /// Whether there was an event of a type that this version knows.
  package private(set) var isOurs = false
  /// Where the last run so far begins, in bytes from the beginning; nil when none does.
  package private(set) var lastRun: Int?

  private var cutter = LineCutter()
  private var reader: EventReader
  private var items: [Item] = []
  private var next = 0
  /// Where the line begins that is read.
  private var offset = 0
  /// Whether the next event begins a run without being told so.
  private var isBetweenRuns = true
  /// Whether the run under way has said what it is.
  private var isBegun = false

  package init(keepsLines: Bool) { reader = EventReader(keepsLines: keepsLines, isRecorded: true) }

  /// Takes in the next bytes.
  package mutating func read(_ piece: UnsafeBufferPointer<UInt8>) {
    if piece.isEmpty { return }
    isEmpty = false
    // Outside of this value, which changes with each line.
    var cutter = LineCutter()
    swap(&cutter, &self.cutter)
    cutter.take(piece) { read($0, isLast: false) }
    swap(&cutter, &self.cutter)
  }

  /// There are no more bytes.
  package mutating func end() {
    var cutter = cutter
    cutter.end { read($0, isLast: true) }
  }

  /// The next item; nil when more bytes are needed.
  package mutating func nextItem() -> Item? {
    guard next < items.count else {
      items.removeAll(keepingCapacity: true)
      next = 0
      return nil
    }
    defer { next += 1 }
    return items[next]
  }

  private mutating func read(_ line: LineCutter.Line, isLast: Bool) {
    switch line {
    case .line(let text):
      read(text, isLast: isLast)
      offset += text.count + 1
    case .tooLong(let length):
      faults.note(.tooLong)
      offset += length + 1
    }
  }

  private mutating func read(_ text: UnsafeBufferPointer<UInt8>, isLast: Bool) {
    do throws(EventError) {
      let event = try reader.read(text)
      if event.isVersion { return begin(with: .run) }
      if let fault = event.omission?.fault { faults.note(fault, in: text) }
      note(event)
      items.append(.event(event))
    } catch {
      switch error {
      case .unknownVersion(let format): begin(with: .newer(format: format))
      case .notJSON where text.allSatisfy({ $0 <= 0x20 }): break
      case .torn where isLast, .notJSON where isLast: isTorn = true
      case .torn, .notJSON, .notAnObject, .tooLong, .noType, .missing, .wrong, .outOfRange,
        .badVersion:
        faults.note(error, in: text)
      }
    }
  }

  /// A line `version` begins a run, whose `run_started` follows.
  private mutating func begin(with item: Item) {
    (isOurs, lastRun) = (true, offset)
    begin(item)
  }

  private mutating func begin(_ item: Item) {
    isBetweenRuns = false
    isBegun = false
    items.append(item)
  }

  /// Notes what an event says of the runs.
  private mutating func note(_ event: EventLine) {
    if event.isKnown { isOurs = true }
    let isStart = if case .runStarted(let run) = event.kind { run.attempt == 1 } else { false }
    // The line between two runs may have been torn when the first one crashed.
    if isBetweenRuns || isStart && isBegun {
      begin(.run)
      if isStart { lastRun = offset }
    }
    if isStart {
      isBegun = true
      lastRun = lastRun ?? offset
    }
    if case .summary = event.kind { isBetweenRuns = true }
  }
}
