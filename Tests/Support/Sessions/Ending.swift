// How and when a program ended or stopped.

import CLibrary

/// The state changes of a process.
final class Ending: Sendable {
  struct State: Sendable {
    var status: ProgramStatus?
    var isStopped = false
    var modesAfter: TerminalModes?
  }

  let state = Monitor(State())
  private let pump: Pump

  init(_ pump: Pump) { self.pump = pump }

  var isOver: Bool { state.withLock { $0.status != nil } }

  func end(_ status: ProgramStatus) {
    state.withLock { state in
      state.status = state.status ?? status
      state.isStopped = false
      state.modesAfter = pump.terminal?.modes
    }
    pump.change { $0.programEnded = true }
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
