// What processes that outlive a command write to its output.

import CLibrary

/// The reading end of a pipe that background processes of a command may have kept open. On the
/// terminal itself they could go on writing after this process has ended; without a reader, the
/// pipe would end them by SIGPIPE.
package struct OrphanOutput: Sendable {
  private let descriptor: Int32

  /// nil if the process has no descriptors left.
  package init?(copyOf pipe: Int32) {
    descriptor = fcntl(pipe, F_DUPFD_CLOEXEC, 0)
    if descriptor < 0 { return nil }
  }

  /// Leaves cat(1) to copy it to `output` until its last writer has closed it; nothing if there is
  /// none. Call once.
  ///
  /// - Parameter standardSignals: those to reset in that process.
  package func passOn(
    to output: Int32, _ environment: [String: String], standardSignals: [Int32]
  ) {
    defer { RawDescriptor.close(descriptor) }
    guard hasWriter, let cat = try? CommandPath.find("cat", environment) else { return }
    RawDescriptor.setBlocking(descriptor)
    var spawn = ProcessLauncher()
    spawn.descriptors = [(descriptor, 0), (output, 1)]
    spawn.standardSignals = standardSignals
    _ = try? spawn.start(cat, ["cat"], environment)
  }

  private var hasWriter: Bool {
    var entry = PollEntry(descriptor, .reading)
    if case .failure = entry.wait(timeout: 0) { return false }
    return entry.found & POLLHUP == 0
  }
}
