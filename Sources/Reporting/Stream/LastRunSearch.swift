// Finds where the last run of a recording begins.

import Codec
import Format
import Model

/// Looks for the beginnings of runs in bytes that come piece by piece.
package struct LastRunSearch: Sendable {
  /// Where the last run so far begins, counted in bytes from the first one that was given; nil when
  /// none does.
  package private(set) var start: Int?

  private var cutter = LineCutter()
  /// Where the next line begins.
  private var place = 0
  private var reader = EventReader(keepsLines: false, isRecorded: true)
  /// Whether the run under way has said what it is: one whose version line was torn by a crash
  /// before it begins with itself.
  private var isBegun = false
  /// Whether the next line may be cut.
  private var isCut: Bool
  private let isWhole: Bool

  /// - Parameter isWhole: whether the bytes begin with the recording; else the first line may be cut.
  package init(isWhole: Bool) {
    self.isWhole = isWhole
    isCut = !isWhole
  }

  /// Looks through the next bytes.
  package mutating func read(_ piece: [UInt8]) {
    piece.withUnsafeBufferPointer { piece in
      var cutter = LineCutter()
      swap(&cutter, &self.cutter)
      cutter.take(piece) { take($0) }
      self.cutter = cutter
    }
  }

  private mutating func take(_ line: LineCutter.Line) {
    let length: Int
    switch line {
    case .line(let text):
      length = text.count
      if !isCut { look(at: text) }
    case .tooLong(let count): length = count
    }
    place += length + 1
    isCut = false
  }

  private mutating func look(at line: UnsafeBufferPointer<UInt8>) {
    // Almost every line is told apart without being decoded: velo-sync writes the type first.
    if let initial = line.firstByteOfType, initial != UInt8(ascii: "v"),
      initial != UInt8(ascii: "r")
    {
      return
    }
    guard line.contains("\"version\"") || line.contains("\"run_started\"") else { return }
    do throws(EventError) {
      let event = try reader.read(line)
      if event.isVersion {
        start = place
        isBegun = false
      } else if case .runStarted(let run) = event.kind, run.attempt == 1 {
        if isBegun || (start == nil && isWhole) { start = place }
        isBegun = true
      }
    } catch {
      if case .unknownVersion = error { start = place }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first byte of an event's type, where the type is the first member; of two members of one name
  /// the first counts.
  fileprivate var firstByteOfType: UInt8? {
    let head: StaticString = #"{"type":""#
    let length = head.utf8CodeUnitCount
    guard count > length,
      prefix(length).elementsEqual(UnsafeBufferPointer(start: head.utf8Start, count: length))
    else { return nil }
    return self[length]
  }
}
