// Which process signals are caught, and that afterwards everything is as before.

import Synchronization
import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The handlers of one run. They only write a byte into the queue's pipe; everything else is the
/// loop's. A signal that was ignored when the run began (nohup, background jobs of a plain shell)
/// stays ignored. Runs may follow each other in one process; nested ones end in reverse order.
package final class ProcessSignals: Sendable {
  private let queue: SignalQueue
  private let mode: TerminalMode?
  private let formerDescriptor: Int32
  private let former = Mutex<[(number: Int32, action: SignalAction)]>([])

  /// Catches SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT, SIGUSR1 and, where there is one, SIGINFO,
  /// and ignores SIGPIPE and SIGXFSZ, which are answers of `write` instead, and SIGTTOU: the result
  /// of a run in the background must arrive even where `stty tostop` holds. A child that is started
  /// meanwhile needs their defaults back.
  ///
  /// - Parameters:
  ///   - mode: the terminal to put in order before the process stops or crashes.
  ///   - catchesStop: whether Ctrl-Z is the loop's to obey, with `suspend`; without a live block
  ///     there is nothing to tidy up, and the system stops the process itself.
  package init(queue: SignalQueue, mode: TerminalMode? = nil, catchesStop: Bool) {
    self.queue = queue
    self.mode = mode
    formerDescriptor = handlerDescriptor.exchange(
      queue.handlerDescriptor, ordering: .sequentiallyConsistent)
    for number in [SIGPIPE, SIGXFSZ, SIGTTOU] { replace(number, .ignore) }
    // A write that sleeps must notice a wish to leave; other calls go on by themselves.
    for number in [SIGINT, SIGTERM, SIGHUP] {
      replaceUnlessIgnored(number, .informing(enqueue, restarts: false))
    }
    for number in [SIGWINCH, SIGCONT] { replace(number, .informing(enqueue, restarts: true)) }
    var polite = [SIGUSR1]
    #if canImport(Darwin)
      polite.append(SIGINFO)
    #endif
    if catchesStop { polite.append(SIGTSTP) }
    for number in polite { replaceUnlessIgnored(number, .informing(enqueue, restarts: true)) }
    for number in fatalSignals {
      replaceUnlessIgnored(number, .calling(tidyUp, restarts: false))
    }
  }

  deinit {
    restore()
  }

  /// From now on hears of the end of children, and takes the signals that a command beside us may
  /// live through, and we therefore must: the loop waits for that command.
  func watchChild() {
    replace(SIGCHLD, .informing(enqueue, restarts: true, flags: SA_NOCLDSTOP))
    for number in [SIGQUIT, SIGUSR2, SIGTSTP] {
      replaceUnlessIgnored(number, .informing(enqueue, restarts: true))
    }
  }

  /// Signals with whose action a child must not begin: those that were not ignored before this run.
  var changed: [Int32] {
    former.withLock { former in
      let ignored = Set(former.filter(\.action.isIgnore).map(\.number))
      return Set(former.map(\.number)).subtracting(ignored).sorted()
    }
  }

  /// Puts every action back as it was found; a second call does nothing.
  package func restore() {
    former.withLock { former in
      guard !former.isEmpty else { return }
      for (number, action) in former.reversed() { action.install(number) }
      former = []
      handlerDescriptor.store(formerDescriptor, ordering: .sequentiallyConsistent)
    }
  }

  /// Stops the process as Ctrl-Z does by default, with the terminal in order, and returns when it
  /// goes on. The block must have been erased before. Where nobody could ever continue it (an
  /// orphaned process group) the system does not stop it, and this returns at once.
  package func suspend() {
    mode?.pause()
    let caught = SignalAction.current(SIGTSTP)
    Self.restoreDefault(SIGTSTP)
    // `raise` is for this thread and therefore over before the handler is back.
    _ = raise(SIGTSTP)
    caught.install(SIGTSTP)
    mode?.resume()
  }

  /// Does something without any run around it for which a reader that has left is an error of `write`
  /// and not the end of the process.
  package static func ignoringBrokenPipe<Answer>(_ body: () -> Answer) -> Answer {
    let former = SignalAction.current(SIGPIPE)
    SignalAction.ignore.install(SIGPIPE)
    defer { former.install(SIGPIPE) }
    return body()
  }

  /// Lets a crash end the process without a report: Swift's own shows what the registers point to, and
  /// that may be a token. To be called before anything else.
  package static func disableCrashReports() {
    for number in fatalSignals where !SignalAction.current(number).isIgnore {
      SignalAction.standard.install(number)
    }
  }

  /// Gives a signal back its default action and lets it through, so that raising it again ends the
  /// process as its parent expects.
  package static func restoreDefault(_ number: Int32) {
    SignalAction.standard.install(number)
    var set = sigset_t()
    _ = sigemptyset(&set)
    _ = sigaddset(&set, number)
    _ = pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  private func replaceUnlessIgnored(_ number: Int32, _ action: SignalAction) {
    if !SignalAction.current(number).isIgnore { replace(number, action) }
  }

  private func replace(_ number: Int32, _ action: SignalAction) {
    former.withLock { $0.append((number, SignalAction.current(number))) }
    action.install(number)
  }
}

/// Signals that end the process on the spot; the terminal must not stay without echo.
private let fatalSignals = [
  SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGALRM, SIGUSR2, SIGXCPU,
]

/// Where handlers write; -1 while no run has any installed.
private let handlerDescriptor = Atomic<Int32>(-1)

/// No generic function may be called here: without optimisation it would make room for its types,
/// and the signal may have come in the middle of `malloc`.
private func enqueue(
  _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let saved = errno
  let descriptor = handlerDescriptor.load(ordering: .relaxed)
  if descriptor >= 0, let info {
    // No signal has so high a number: the eighth bit is free to tell those that a process sent.
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
private func tidyUp(_ number: Int32) {
  TerminalMode.restoreAfterCrash()
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
