// Signals by their names, for those who send them or hear that one ended a command.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The numbers of signals on this platform.
package enum SignalNumber {
  package static let brokenPipe = SIGPIPE
  package static let kill = SIGKILL
  /// Those that ask a process to leave.
  package static let leaving: Set<Int32> = [SIGINT, SIGTERM, SIGHUP]
}
