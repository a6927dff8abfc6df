// The handlers of signals: they only tell the loop, or give the terminal back before the process dies.

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The way of a signal out of its handler: one byte into a pipe, the number of the signal, with the
/// eighth bit set when a process sent it, and not the terminal.
package enum SignalDelivery {
  /// Set when a process sent the signal. No signal has so high a number.
  package static let sentByProcess: UInt8 = 0x80

  /// Has handlers write to another descriptor from now on; -1 when nobody listens.
  ///
  /// - Returns: where they wrote before.
  package static func exchange(_ descriptor: Int32) -> Int32 {
    deliveryDescriptor.exchange(descriptor, ordering: .sequentiallyConsistent)
  }
}

/// Where handlers write; -1 while no run has any installed.
private let deliveryDescriptor = Atomic<Int32>(-1)

/// No generic function may be called here: without optimisation it would make room for its types,
/// and the signal may have come in the middle of `malloc`.
func sendToLoop(
  _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let saved = errno
  let descriptor = deliveryDescriptor.load(ordering: .relaxed)
  if descriptor >= 0, let info {
    let sender: UInt8 = isSent(info) ? 0x80 : 0
    SelfPipe.send(UInt8(truncatingIfNeeded: number) | sender, to: descriptor)
  }
  errno = saved
}

/// Whether a process sent the signal, and not the terminal, which reaches a whole group at once.
private func isSent(_ info: UnsafeMutablePointer<siginfo_t>) -> Bool {
  #if canImport(Darwin)
    // No code says so there, and a key counts as sent by the program that draws the terminal: that
    // one has a session of its own, a shell's `kill` has not.
    let sender = info.pointee.si_pid
    return sender > 0 && getsid(sender) == getsid(0)
  #else
    return info.pointee.si_code <= 0
  #endif
}

/// Then the system ends the process: the signal is held back until this returns.
func restoreTerminalAndDie(_ number: Int32) {
  TerminalAttributes.restoreNow()
  if number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGSEGV {
    leaveIfOutOfMemory()
  }
  SignalAction.standard.install(number)
  _ = raise(number)
}

/// Swift traps where the system refuses memory. This is said in one line, as it is no fault of the
/// program: nothing can be allocated any more, not even for an error that travels.
private func leaveIfOutOfMemory() {
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
