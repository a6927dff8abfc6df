// Holds a command at a place of its script until the test lets it go on.

import CLibrary

/// A named pipe that a script reads a line from: it waits there without a terminal.
package final class CommandGate: @unchecked Sendable {
  private let folder: TemporaryFolder
  private let descriptor: Int32
  /// The pipe.
  package let path: String
  /// What the script runs to wait.
  package var wait: String { "read gate < \(path)" }

  package init() throws {
    folder = try TemporaryFolder()
    path = folder / "gate"
    precondition(mkfifo(path, 0o600) == 0)
    // Open in both directions, so that neither side waits for the other.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    precondition(descriptor >= 0)
  }

  deinit {
    close(descriptor)
  }

  /// Lets the script go on, once.
  package func letGo() {
    precondition(systemWrite(descriptor, "\n", 1) == 1)
  }
}
