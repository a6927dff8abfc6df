// Real signals to this process, and restored actions afterwards.

import CLibrary
import Model
import Platform
import Synchronization
import Terminal
import Support
import Testing

/// Sends a signal to this pool thread, which blocks signals; returns after it was handled.
private func deliver(_ number: Int32) {
  var all = sigset_t()
  var former = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_UNBLOCK, &all, &former)
  raise(number)
  pthread_sigmask(SIG_SETMASK, &former, nil)
}

/// The number of calls of the test's handler.
private let hits = Atomic(0)

extension ProcessTests {
  struct ProcessSignalsTests {
    private let queue: SignalQueue

    init() throws {
      queue = try SignalQueue()
      hits.store(0, ordering: .relaxed)
    }

    private func taken() -> [String] { queue.drain().map { "\($0)" } }

    /// What the loop receives of these signals.
    private func received(_ numbers: [Int32], catchesStop: Bool = true) -> [String] {
      let signals = ProcessSignals(queue: queue, catchesStop: catchesStop)
      defer { signals.restore() }
      for number in numbers { deliver(number) }
      return taken()
    }

    @Test func `every signal reaches the loop`() {
      expectEqual(
        received([SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT, SIGUSR1]),
        ["interrupt", "terminate", "hangup", "resize", "suspend", "resume", "progressRequest"])
      expectEqual(received([SIGPIPE, SIGXFSZ]), [])
    }

    @Test func `runs follow each other`() throws {
      let former = signal(SIGUSR1) { _ in hits.add(1, ordering: .relaxed) }
      defer { signal(SIGUSR1, former) }
      for run in 1...2 {
        let queue = try SignalQueue()
        let signals = ProcessSignals(queue: queue, catchesStop: true)
        deliver(SIGUSR1)
        expectEqual(queue.drain().count, 1)
        signals.restore()
        signals.restore()
        deliver(SIGUSR1)
        #expect(queue.drain().isEmpty)
        expectEqual(hits.load(ordering: .relaxed), run)
      }
    }

    @Test func `nested run restores outer handlers`() throws {
      let outer = ProcessSignals(queue: queue, catchesStop: true)
      defer { outer.restore() }
      let inside = try SignalQueue()
      let inner = ProcessSignals(queue: inside, catchesStop: true)
      deliver(SIGINT)
      inner.restore()
      deliver(SIGTERM)
      expectEqual(inside.drain().map { "\($0)" }, ["interrupt"])
      expectEqual(taken(), ["terminate"])
    }

    @Test(arguments: [SIGINT, SIGHUP, SIGTERM, SIGTSTP])
    func `ignored signals stay ignored`(_ number: Int32) {
      let former = signal(number, SIG_IGN)
      defer { signal(number, former) }
      expectEqual(received([number]), [])
    }

    @Test func `does not catch stop unless asked`() {
      let former = signal(SIGTSTP) { _ in hits.add(1, ordering: .relaxed) }
      defer { signal(SIGTSTP, former) }
      expectEqual(received([SIGTSTP], catchesStop: false), [])
      expectEqual(hits.load(ordering: .relaxed), 1)
    }

    @Test func `restore default unblocks`() {
      // The default action of SIGWINCH is to ignore it, so it can be raised here.
      let former = signal(SIGWINCH) { _ in hits.add(1, ordering: .relaxed) }
      defer { signal(SIGWINCH, former) }
      SignalAction.restoreDefault(SIGWINCH)
      raise(SIGWINCH)
      expectEqual(hits.load(ordering: .relaxed), 0)
    }
  }
}
