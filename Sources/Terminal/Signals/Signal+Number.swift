// The signals of the system and those of the loop, from one to the other.

package import Model
import Platform

extension Signal {
  /// The meaning of a process signal; nil for those that have none here.
  init?(number: Int32) {
    switch number {
    case SignalNumber.interrupt: self = .interrupt
    case SignalNumber.terminate: self = .terminate
    case SignalNumber.hangup: self = .hangup
    case SignalNumber.windowChange: self = .resize
    case SignalNumber.suspend: self = .suspend
    case SignalNumber.resume: self = .resume
    case SignalNumber.user1: self = .progressRequest
    case SignalNumber.information: self = .progressRequest
    default: return nil
    }
  }

  /// The number of the signal, when it asks the process to leave.
  package var wishToLeave: Int32? {
    switch self {
    case .interrupt: SignalNumber.interrupt
    case .terminate: SignalNumber.terminate
    case .hangup: SignalNumber.hangup
    case .event, .ended, .tick, .line, .key, .inputClosed, .bytes, .bytesEnded, .childEnded,
      .resize, .suspend, .resume,
      .outputClosed,
      .progressRequest:
      nil
    }
  }
}
