// A command that runs beside the loop: started, told of signals, and heard of when it ends.

import Model
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A child of this process. It keeps standard input, the process group and the working folder; its
/// outputs and its events arrive through pipes.
package final class ChildProcess: Sendable {
  private struct State {
    /// nil once the child is no more: its number may be somebody else's then.
    var pid: pid_t?
  }

  private let state: Mutex<State>

  /// Starts a command. Its outputs arrive at `inputs` as `output`, what it writes to the descriptor
  /// that the variable `eventsVariable` names as `events`; its end arrives at `queue`, which also
  /// passes on to it the signals that are sent to this process alone.
  ///
  /// - Parameters:
  ///   - command: the command and its arguments.
  ///   - environment: all that the command gets; the variable is added.
  ///   - signals: who caught or ignored signals that the command must find as they were.
  /// - Throws: why it did not start.
  package init(
    _ command: [String], environment: [String: String], eventsVariable: String,
    signals: ProcessSignals, inputs: ByteInputs, queue: SignalQueue
  ) throws(ChildFailure) {
    let path = try CommandPath.find(command.first ?? "", environment)
    var pipes: [ChildPipe] = []
    defer { for pipe in pipes { pipe.closeWriting() } }
    do throws(ChildFailure) {
      for channel in [ByteChannel.output(.standardOutput), .output(.standardError), .events] {
        pipes.append(try ChildPipe(channel))
      }
      let number = ChildPipe.freeNumber(besides: pipes.map(\.writeEnd))
      var environment = environment
      environment[eventsVariable] = "\(number)"
      signals.watchChild()
      let targets = zip(pipes, [STDOUT_FILENO, STDERR_FILENO, number])
      let pid = try Spawn(
        descriptors: targets.map { ($0.writeEnd, $1) }, standardSignals: signals.changed
      )
      .start(path, command, environment)
      state = Mutex(State(pid: pid))
    } catch {
      for pipe in pipes { pipe.closeReading() }
      throw error
    }
    for pipe in pipes { inputs.add(pipe.channel, from: pipe.readEnd, isOwned: true) }
    queue.watch(self)
  }

  /// Sends the command a signal, as long as it lives.
  package func send(_ number: Int32) {
    state.withLock { state in
      if let pid = state.pid { _ = kill(pid, number) }
    }
  }

  /// How it ended, said once; nil while it runs.
  func takeEnd() -> ChildEnd? {
    state.withLock { state in
      guard let pid = state.pid else { return nil }
      var status: Int32 = 0
      var found = waitpid(pid, &status, WNOHANG)
      while found == -1, errno == EINTR { found = waitpid(pid, &status, WNOHANG) }
      if found == 0 { return nil }
      state.pid = nil
      // Nobody else waits for it, so that this is our own mistake; the run must end all the same.
      if found == -1 { return .exited(126) }
      // WTERMSIG and WEXITSTATUS are macros that Swift cannot see.
      let signal = status & 0x7F
      return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
  }
}
