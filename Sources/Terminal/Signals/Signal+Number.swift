// The signals of the system and those of the loop, from one to the other.

package import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Signal {
  /// The meaning of a process signal; nil for those that have none here.
  init?(number: Int32) {
    switch number {
    case SIGINT: self = .interrupt
    case SIGTERM: self = .terminate
    case SIGHUP: self = .hangup
    case SIGWINCH: self = .resize
    case SIGTSTP: self = .suspend
    case SIGCONT: self = .resume
    case SIGUSR1: self = .progressRequest
    default:
      #if canImport(Darwin)
        if number == SIGINFO {
          self = .progressRequest
          return
        }
      #endif
      return nil
    }
  }

  /// The number of the signal, when it asks the process to leave.
  package var wishToLeave: Int32? {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangup: SIGHUP
    case .event, .ended, .tick, .line, .key, .inputClosed, .bytes, .bytesEnded, .childEnded,
      .resize, .suspend, .resume,
      .outputClosed,
      .progressRequest:
      nil
    }
  }
}
