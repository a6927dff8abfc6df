// A command that runs beside the loop: started, told of signals, and heard of when it ends.

import Model
package import Platform
import Synchronization

/// A child of this process. It keeps standard input, the process group and the working folder; its
/// outputs and its events arrive through pipes.
package final class ChildProcess: Sendable {
  /// nil once the child is no more: its number may be somebody else's then.
  private let child: Mutex<Child?>

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
    defer { for pipe in pipes { RawDescriptor.close(pipe.writeEnd) } }
    do throws(ChildFailure) {
      for channel in [ByteChannel.output(.standardOutput), .output(.standardError), .events] {
        pipes.append(try ChildPipe(channel))
      }
      let number = ChildPipe.freeNumber(besides: pipes.map(\.writeEnd))
      var environment = environment
      environment[eventsVariable] = "\(number)"
      signals.watchChild()
      var spawn = Spawn()
      spawn.descriptors = zip(pipes, [1, 2, number]).map { ($0.writeEnd, $1) }
      spawn.standardSignals = signals.changed
      child = Mutex(try spawn.start(path, command, environment))
    } catch {
      for pipe in pipes { RawDescriptor.close(pipe.readEnd) }
      throw error
    }
    for pipe in pipes { inputs.add(pipe.channel, from: pipe.readEnd, isOwned: true) }
    queue.watch(self)
  }

  /// Sends the command a signal, as long as it lives.
  package func send(_ number: Int32) {
    child.withLock { $0?.send(number) }
  }

  /// How it ended, said once; nil while it runs.
  func takeEnd() -> ChildEnd? {
    child.withLock { child in
      let end = child?.takeEnd()
      if end != nil { child = nil }
      return end
    }
  }
}
