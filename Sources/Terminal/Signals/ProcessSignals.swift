// Which process signals are caught, and that afterwards everything is as before.

import Platform
import Synchronization

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
    formerDescriptor = SignalDelivery.exchange(queue.handlerDescriptor)
    for number in [
      SignalNumber.brokenPipe, SignalNumber.fileSizeLimit, SignalNumber.terminalOutput,
    ] {
      replace(number, .ignore)
    }
    // A write that sleeps must notice a wish to leave; other calls go on by themselves.
    for number in SignalNumber.leaving.sorted() {
      replaceUnlessIgnored(number, .notify(restarts: false))
    }
    for number in [SignalNumber.windowChange, SignalNumber.resume] {
      replace(number, .notify(restarts: true))
    }
    var requests = [SignalNumber.user1]
    if let information = SignalNumber.information { requests.append(information) }
    if catchesStop { requests.append(SignalNumber.suspend) }
    for number in requests { replaceUnlessIgnored(number, .notify(restarts: true)) }
    for number in SignalNumber.fatal { replaceUnlessIgnored(number, .restoreTerminal) }
  }

  deinit {
    restore()
  }

  /// From now on hears of the end of children, and takes the signals that a command beside us may
  /// live through, and we therefore must: the loop waits for that command.
  func watchChild() {
    replace(SignalNumber.child, .notify(restarts: true))
    for number in [SignalNumber.quit, SignalNumber.user2, SignalNumber.suspend] {
      replaceUnlessIgnored(number, .notify(restarts: true))
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
      _ = SignalDelivery.exchange(formerDescriptor)
    }
  }

  /// Stops the process as Ctrl-Z does by default, with the terminal in order, and returns when it
  /// goes on. The block must have been erased before. Where nobody could ever continue it (an
  /// orphaned process group) the system does not stop it, and this returns at once.
  package func suspend() {
    mode?.pause()
    let caught = SignalAction.current(SignalNumber.suspend)
    SignalAction.restoreDefault(SignalNumber.suspend)
    // `raise` is for this thread and therefore over before the handler is back.
    SignalAction.raise(SignalNumber.suspend)
    caught.install(SignalNumber.suspend)
    mode?.resume()
  }

  private func replaceUnlessIgnored(_ number: Int32, _ action: SignalAction) {
    if !SignalAction.current(number).isIgnore { replace(number, action) }
  }

  private func replace(_ number: Int32, _ action: SignalAction) {
    former.withLock { $0.append((number, SignalAction.current(number))) }
    action.install(number)
  }
}
