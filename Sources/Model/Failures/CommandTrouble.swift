// Why a wrapped command did not start.

/// Why a command cannot be run.
package enum CommandTrouble: Hashable, Sendable {
  /// There is no such command.
  case notFound
  /// The command exists, but the system refuses to run it.
  case notExecutable(StorageTrouble.Reason)
}
