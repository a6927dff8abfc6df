// What a wrapped command says, as events of the run around it.

import Reporting
import SyncModel
import Terminal

extension Loop {
  /// An event that the command wrote to its pipe.
  mutating func tell(_ line: WireLine) {
    if case .status(let status) = line.event, let known = status.known { post(.status(known)) }
  }

  /// A line of the command's own output.
  mutating func tell(_ line: DisplayText, from stream: OutputStream) {
    write([Chunk(stream, line: line)])
  }

  /// Lines in the pipe that were no events: one warning for all.
  mutating func tell(strangers intake: EventIntake) {}

  /// The command did not start.
  mutating func tell(_ failure: ChildFailure, of command: String) {
    let path = DisplayText(command)
    switch failure {
    case .notFound:
      post(.failure(.missingInput(file: path)))
    case .notExecutable(let code):
      let reason = StorageTrouble.Reason.system(code)
      post(.failure(.storage(StorageTrouble(path: path, reason: reason, isReading: true))))
    }
  }
}
