// Which process signals are caught, and that afterwards everything is as before.

import Synchronization
import SyncModel

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
      // Ctrl-\ is no crash: the language's handler would report one and let the process go on.
      formerFatal[Int(number)] = number == SIGQUIT ? .standard : SignalAction.current(number)
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

/// What was to happen at each of them before: the system's default, or the language's own handler.
/// Indexed by number, for a handler: no platform has more than 64 signals.
private nonisolated(unsafe) let formerFatal = {
  let actions = UnsafeMutablePointer<SignalAction>.allocate(capacity: 65)
  actions.initialize(repeating: .standard, count: 65)
  return actions
}()

/// Where handlers write; -1 while no run has any installed.
private let handlerDescriptor = Atomic<Int32>(-1)

private func enqueue(
  _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let saved = errno
  let descriptor = handlerDescriptor.load(ordering: .relaxed)
  if descriptor >= 0 {
    let wasSent = info.map { isSent($0.pointee) } ?? false
    SelfPipe.send(SignalQueue.byte(number, isSent: wasSent), to: descriptor)
  }
  errno = saved
}

/// Whether a process sent the signal, and not the terminal, which reaches a whole group at once.
private func isSent(_ info: siginfo_t) -> Bool {
  #if canImport(Darwin)
    // No code says so there, and a key counts as sent by the program that draws the terminal: that
    // one has a session of its own, a shell's `kill` has not.
    return info.si_pid > 0 && getsid(info.si_pid) == getsid(0)
  #else
    return info.si_code <= 0
  #endif
}

/// Then lets happen what would have happened: the signal is held back until this returns.
private func tidyUp(_ number: Int32) {
  TerminalMode.restoreAfterCrash()
  formerFatal[Int(number)].install(number)
  _ = raise(number)
}
