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
  /// Ours, which nobody changes once a program runs.
  private static let group = getpgrp()

  /// Whether this process belongs to it. A terminal that does not control this process has no say
  /// in its jobs: there it counts as the foreground. One system call, cheap enough for every frame.
  package static func includesUs(on descriptor: Int32) -> Bool {
    let foreground = tcgetpgrp(descriptor)
    return foreground == -1 ? errno == ENOTTY : foreground == group
  }

  /// Whether another job is there. A terminal that is gone belongs to nobody.
  static func isAnothers(on descriptor: Int32) -> Bool {
    let foreground = tcgetpgrp(descriptor)
    return foreground != -1 && foreground != group
  }
}
