// Signals by their names, for those who catch, send or hear of them.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The numbers of signals on this platform.
package enum SignalNumber {
  package static let interrupt = SIGINT
  package static let terminate = SIGTERM
  package static let hangup = SIGHUP
  package static let quit = SIGQUIT
  package static let kill = SIGKILL
  package static let user1 = SIGUSR1
  package static let user2 = SIGUSR2
  package static let child = SIGCHLD
  package static let windowChange = SIGWINCH
  package static let suspend = SIGTSTP
  package static let resume = SIGCONT
  package static let terminalOutput = SIGTTOU
  package static let brokenPipe = SIGPIPE
  package static let fileSizeLimit = SIGXFSZ
  /// What Ctrl-T sends; nil where there is no such key.
  package static var information: Int32? {
    #if canImport(Darwin)
      SIGINFO
    #else
      nil
    #endif
  }

  /// Those that ask a process to leave.
  package static let leaving: Set<Int32> = [SIGINT, SIGTERM, SIGHUP]

  /// Those that end a process on the spot.
  package static let fatal = [
    SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGALRM, SIGUSR2, SIGXCPU,
  ]
}
