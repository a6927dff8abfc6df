// Signal handlers: notify the loop, or restore the terminal before the process ends.

import CLibrary
import Synchronization

/// Delivers a signal from its handler as one byte in a pipe: the signal number, with the high bit
/// set if a process sent it and not the terminal.
package enum SignalDelivery {
  /// The high bit: sent by a process. Signal numbers are below 0x80.
  package static let sentByProcess: UInt8 = 0x80

  /// Sets the descriptor that handlers write to; -1 for none.
  ///
  /// - Returns: the previous descriptor.
  package static func exchange(_ descriptor: Int32) -> Int32 {
    deliveryDescriptor.exchange(descriptor, ordering: .sequentiallyConsistent)
  }
}

/// The descriptor that handlers write to; -1 if none.
private let deliveryDescriptor = Atomic<Int32>(-1)

/// Calls no generic function: unoptimised, it would allocate for its types, which is unsafe if the
/// signal interrupted `malloc`.
func sendToLoop(
  _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let saved = errno
  let descriptor = deliveryDescriptor.load(ordering: .relaxed)
  if descriptor >= 0, let info {
    // The value of `sentByProcess`, which a handler must not initialise.
    let sender: UInt8 = isSent(info) ? 0x80 : 0
    SelfPipe.send(UInt8(truncatingIfNeeded: number) | sender, to: descriptor)
  }
  errno = saved
}

/// Whether a process sent the signal; the terminal signals its whole foreground group.
private func isSent(_ info: UnsafeMutablePointer<siginfo_t>) -> Bool {
  #if canImport(Darwin)
    // Darwin has no such code: a key counts as sent by the terminal emulator, which has its own
    // session, unlike a shell's `kill`.
    let sender = info.pointee.si_pid
    return sender > 0 && getsid(sender) == getsid(0)
  #else
    return info.pointee.si_code <= 0
  #endif
}

/// The signal is blocked until this returns; then the process ends.
func restoreTerminalAndDie(_ number: Int32) {
  TerminalAttributes.restoreNow()
  if number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGSEGV {
    exitIfOutOfMemory()
  }
  SignalAction.standard.install(number)
  _ = raise(number)
}

/// Swift traps if memory is exhausted. Report that in one line instead of as a crash; nothing can
/// be allocated here.
private func exitIfOutOfMemory() {
  errno = 0
  _ = mmap(nil, 32 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
  guard errno == ENOMEM || errno == EAGAIN else { return }
  _ = write(2, outOfMemory.utf8Start, outOfMemory.utf8CodeUnitCount)
  _exit(70)
}

private let outOfMemory: StaticString = """
  velo-sync: The system refuses more memory. (internal)
    Close other programs, or raise the limit (ulimit -v), and run velo-sync again

  """
