// How and when a program ended or stopped.

import CLibrary

/// The state changes of a process.
final class Ending: Sendable {
  struct State: Sendable {
    var status: ProgramStatus?
    var isStopped = false
    var modesAfter: TerminalModes?
    var observers: [@Sendable (Ending) -> Void] = []
  }

  let state = Monitor(State())

  var isOver: Bool { state.withLock { $0.status != nil } }

  /// Calls `body` when the process has ended, at once if it already has.
  func whenOver(_ body: @escaping @Sendable (Ending) -> Void) {
    let isOver = state.withLock { state in
      if state.status == nil { state.observers.append(body) }
      return state.status != nil
    }
    if isOver { body(self) }
  }

  func end(_ status: ProgramStatus) {
    let observers = state.withLock { state in
      defer { state.observers = [] }
      state.status = state.status ?? status
      state.isStopped = false
      return state.observers
    }
    observers.forEach { $0(self) }
  }

  /// Waits for a child of ours on a thread of its own.
  func watch(_ pid: pid_t) {
    startThread { [self] in end(reap(pid)) }
  }
}

/// Waits for a child process and says how it ended.
@discardableResult
func reap(_ pid: pid_t) -> ProgramStatus {
  var status: Int32 = 0
  guard interruptible({ Int(waitpid(pid, &status, 0)) }) == pid else { return .exited(-1) }
  // WTERMSIG and WEXITSTATUS are macros that Swift cannot see.
  let signal = status & 0x7F
  return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
}
