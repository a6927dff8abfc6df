// Holds a command at a place of its script until the test lets it go on.

import CLibrary
import Support

/// A named pipe that a script reads a line from: it waits there without a terminal.
final class CommandGate: @unchecked Sendable {
  private let folder: TemporaryFolder
  private let descriptor: Int32
  /// The pipe.
  let path: String
  /// What the script runs to wait.
  var wait: String { "read gate < \(path)" }

  init() throws {
    folder = try TemporaryFolder()
    path = folder / "gate"
    try makePipe(path)
    // Open in both directions, so that neither side waits for the other.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    precondition(descriptor >= 0)
  }

  deinit {
    close(descriptor)
  }

  /// Lets the script go on, once.
  func letGo() {
    precondition(write(descriptor, "\n", 1) == 1)
  }
}
