// Why a command to be wrapped did not start.

/// What stands between a name and a running command.
package enum CommandTrouble: Hashable, Sendable {
  /// There is no such command.
  case notFound
  /// There is one, but the system does not run it.
  case notExecutable(StorageTrouble.Reason)
}
