// Where the last run of a recording begins, found from the end of the file.

import Codec
import SyncModel

/// Looks for the beginnings of runs.
package struct LastRunSearch: Sendable {
  /// Where the last run begins, counted in bytes from the first one that was given; nil when none
  /// does.
  package private(set) var start: Int?

  /// - Parameters:
  ///   - bytes: the end of a recording.
  ///   - isWhole: whether it is all of it; else its first line may be cut.
  package init(_ bytes: [UInt8], isWhole: Bool) {
    var reader = EventReader(keepsLines: false, isRecorded: true)
    // A run whose version line was torn by a crash before it begins with itself.
    var isBegun = false
    let lines = NDJSON(bytes).lines.dropFirst(isWhole ? 0 : 1)
    bytes.withUnsafeBufferPointer { bytes in
      for line in lines {
        // Almost every line is told apart without being decoded.
        let text = UnsafeBufferPointer(rebasing: bytes[line])
        guard text.contains("\"version\"") || text.contains("\"run_started\"") else { continue }
        do throws(WireError) {
          switch try reader.read(text) {
          case .version:
            start = line.lowerBound
            isBegun = false
          case .event(let event):
            guard case .runStarted(let run) = event.kind, run.attempt == 1 else { continue }
            if isBegun || (start == nil && isWhole) { start = line.lowerBound }
            isBegun = true
          }
        } catch {
          if case .unknownVersion = error { start = line.lowerBound }
        }
      }
    }
  }
}
