// Whether a terminal is ours to draw on right now.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal's foreground process group.
package enum Foreground {
  /// Whether this process belongs to it. A terminal that does not control this process has no say
  /// in its jobs: there it counts as the foreground. One system call, cheap enough for every frame.
  package static func includesUs(on descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group == -1 ? errno == ENOTTY : group == getpgrp()
  }
}
