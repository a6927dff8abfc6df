// What is said of recordings that cannot be shown again.

import Format
import Model

extension Messages {
  func title(_ trouble: RecordTrouble) -> DisplayText {
    switch trouble {
    case .none, .empty, .foreign: "No recorded run"
    case .newer: "Newer recording"
    case .ownRecord: "Replay into itself"
    case .unreadable: "Could not read"
    }
  }

  func message(_ file: DisplayText, _ trouble: RecordTrouble) -> DisplayText {
    switch trouble {
    case .none: "No run has been recorded yet."
    case .empty: "\(fullPath(file)) is empty."
    case .foreign: "\(fullPath(file)) contains no events."
    case .newer(let format):
      """
      \(fullPath(file)) was recorded in format \(format.description); this velo-sync reads \
      \(VersionEvent.current).
      """
    case .ownRecord: "Cannot append the replay of \(fullPath(file)) to itself."
    case .unreadable(let reason): "Couldn't read \(fullPath(file)) (\(self.reason(reason)))."
    }
  }

  func hint(_ trouble: RecordTrouble) -> DisplayText {
    switch trouble {
    case .none: "Run velo-sync first"
    case .empty, .foreign: "Record a run with velo-sync --events FILE"
    case .newer: "Replay it with the version that recorded it, or a newer one"
    case .ownRecord: "Pass another file to --events"
    case .unreadable: "Make it readable, or pass another file"
    }
  }
}
