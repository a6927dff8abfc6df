// What is wrong with the events of one writer: one warning a run names the first fault.

package import Format
package import Model

/// Counts invalid events, in whole or in part, and keeps the first.
package struct EventFaults: Sendable {
  /// How much of the first invalid line a warning may show, in bytes.
  private static let shown = 160

  package private(set) var count = 0
  package private(set) var first: EventError?
  /// The beginning of the line with the first fault; empty for one that was too long to keep.
  package private(set) var line: DisplayText = ""

  package init() {}

  mutating func note(_ fault: EventError, in line: UnsafeBufferPointer<UInt8>? = nil) {
    count += 1
    guard first == nil else { return }
    first = fault
    guard let line else { return }
    self.line = DisplayText(String(decoding: line.prefix(Self.shown), as: UTF8.self))
  }
}
