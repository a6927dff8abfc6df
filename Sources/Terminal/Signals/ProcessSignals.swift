// Installs the signal handlers of a run and restores the original actions.

import Platform
import Synchronization

/// The signal handlers of one run. They only write a byte to the queue's pipe; the loop does the
/// rest. Signals that were ignored at the start (nohup, background jobs of a non-interactive shell)
/// stay ignored. Runs may follow each other in one process; nested runs must end in reverse order.
package final class ProcessSignals: Sendable {
  private let queue: SignalQueue
  private let mode: TerminalMode?
  private let formerDescriptor: Int32
  private let former = Mutex<[SignalAction]>([])
  /// Whether a stop is for the whole process group: no key has told the others.
  private let stopsGroup = Atomic(false)

  /// Catches SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT, SIGUSR1 and, where it exists, SIGINFO.
  /// Ignores SIGPIPE and SIGXFSZ, which `write` reports as errors instead, and SIGTTOU, so that a
  /// background run can print its result under `stty tostop`. Child processes need the default
  /// actions back.
  ///
  /// - Parameters:
  ///   - mode: the terminal to restore before the process stops or crashes.
  ///   - catchesStop: whether the loop handles Ctrl-Z with `suspend`. Without a live block there is
  ///     nothing to erase, and the system stops the process itself.
  package init(queue: SignalQueue, mode: TerminalMode? = nil, catchesStop: Bool) {
    self.queue = queue
    self.mode = mode
    formerDescriptor = SignalAction.exchangePipe(queue.handlerDescriptor)
    for number in [
      SignalNumber.brokenPipe, SignalNumber.fileSizeLimit, SignalNumber.terminalOutput,
    ] {
      replace(number, with: SignalAction.ignore)
    }
    // A blocked write must return when the process is asked to end; other calls restart by
    // themselves.
    for number in SignalNumber.leaving.sorted() { notify(number, restarts: false) }
    for number in [SignalNumber.windowChange, SignalNumber.resume] {
      replace(number) { SignalAction.notify($0, restarts: true) }
    }
    var requests = [SignalNumber.user1]
    if let information = SignalNumber.information { requests.append(information) }
    if catchesStop { requests.append(SignalNumber.suspend) }
    for number in requests { notify(number) }
    for number in SignalNumber.fatal where !SignalAction(of: number).isIgnored {
      replace(number, with: SignalAction.restoreTerminal)
    }
  }

  deinit { restore() }

  /// Also catches SIGCHLD and the signals that a command may survive: this process must survive
  /// them too, because the loop waits for the command.
  ///
  /// - Parameter stopsGroup: whether this process stops when the command does, and with it its
  ///   group.
  package func watchChild(stopsGroup: Bool) {
    self.stopsGroup.store(stopsGroup, ordering: .relaxed)
    replace(SignalNumber.child) { SignalAction.notify($0, restarts: true) }
    for number in SignalNumber.meantForCommand { notify(number) }
  }

  /// The signals to reset to their default action in a child: those that were not ignored before
  /// this run.
  package var changed: [Int32] {
    former.withLock { former in
      let ignored = Set(former.filter(\.isIgnored).map(\.number))
      return Set(former.map(\.number)).subtracting(ignored).sorted()
    }
  }

  /// Restores every action; a second call does nothing.
  package func restore() {
    former.withLock { former in
      guard !former.isEmpty else { return }
      for action in former.reversed() { action.install() }
      former = []
      _ = SignalAction.exchangePipe(formerDescriptor)
    }
  }

  /// Stops the process as Ctrl-Z does by default, with the terminal restored, and returns after
  /// SIGCONT. Erase the block before. In an orphaned process group the system does not stop the
  /// process, and this returns at once.
  package func suspend() {
    mode?.pause()
    let caught = SignalAction(of: SignalNumber.suspend)
    if stopsGroup.load(ordering: .relaxed) {
      SignalAction.ignore(SignalNumber.suspend)
      CurrentProcess.signalGroup(SignalNumber.suspend)
    }
    SignalAction.restoreDefault(SignalNumber.suspend)
    // `raise` signals this thread, so the process stops before the handler is reinstalled.
    SignalAction.raise(SignalNumber.suspend)
    caught.install()
    mode?.resume()
  }

  /// Catches a signal, unless it is ignored.
  private func notify(_ number: Int32, restarts: Bool = true) {
    if SignalAction(of: number).isIgnored { return }
    replace(number) { SignalAction.notify($0, restarts: restarts) }
  }

  private func replace(_ number: Int32, with install: (Int32) -> Void) {
    former.withLock { $0.append(SignalAction(of: number)) }
    install(number)
  }
}
