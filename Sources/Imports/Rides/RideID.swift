// How a ride from a file is identified.

import Model

extension ActivityID {
  /// The id of a ride from a file: its start in UTC, `20260314T071502Z`. The summary in an archive
  /// and the ride's own file have the same.
  init(_ source: Source, startingAt start: Timestamp) {
    self.init(source: source, sourceID: String("\(start)".filter { $0 != "-" && $0 != ":" }))
  }
}
