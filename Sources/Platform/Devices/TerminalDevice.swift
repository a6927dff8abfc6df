// What the system knows about a terminal: whether it is one, its size, and whose turn it is.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A terminal by its descriptor.
package enum TerminalDevice {
  /// The process group of this process, which nobody changes once a program runs.
  private static let group = getpgrp()

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The window's size in cells; nil where there is none or the terminal does not know it (0 columns
  /// or rows).
  package static func windowSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether this process belongs to the foreground. A terminal that does not control this process has
  /// no say in its jobs: there it counts as the foreground. One system call, cheap enough for every
  /// frame.
  package static func isForeground(_ descriptor: Int32) -> Bool {
    let foreground = tcgetpgrp(descriptor)
    return foreground == -1 ? errno == ENOTTY : foreground == group
  }

  /// Whether another job has the foreground. A terminal that is gone belongs to nobody.
  package static func belongsToAnotherJob(_ descriptor: Int32) -> Bool {
    let foreground = tcgetpgrp(descriptor)
    return foreground != -1 && foreground != group
  }

  /// Throws away what was typed and not read yet. Never stops a process in the background.
  package static func discardInput(_ descriptor: Int32) {
    withoutBeingStopped { _ = tcflush(descriptor, TCIFLUSH) }
  }
}

/// Runs `body` with SIGTTOU held back: in the background the system would stop the process for
/// touching its terminal.
func withoutBeingStopped(_ body: () -> Void) {
  var set = sigset_t()
  var former = sigset_t()
  _ = sigemptyset(&set)
  _ = sigaddset(&set, SIGTTOU)
  _ = pthread_sigmask(SIG_BLOCK, &set, &former)
  body()
  _ = pthread_sigmask(SIG_SETMASK, &former, nil)
}
