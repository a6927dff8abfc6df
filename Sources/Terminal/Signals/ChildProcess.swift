// Starts a command beside the loop, forwards signals to it and reports its exit.

import Model
package import Platform
import Synchronization

/// A child process. It inherits standard input, the process group and the working directory; its
/// outputs and events arrive through pipes.
package final class ChildProcess: Sendable {
  /// nil after the child was reaped: its process ID may be reused.
  private let child: Mutex<Child?>

  /// Starts a command. Its outputs arrive at `inputs` on the `output` channels, its events on
  /// `events` through the descriptor named in `eventsVariable`. Its exit arrives at `queue`, which
  /// also forwards signals that are sent only to this process.
  ///
  /// - Parameters:
  ///   - command: the command and its arguments.
  ///   - environment: the command's whole environment; `eventsVariable` is added.
  ///   - signals: the installed handlers; the command starts with the original actions.
  /// - Throws: the reason it did not start.
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

  /// Sends the command a signal if it is still running.
  package func send(_ number: Int32) {
    child.withLock { $0?.send(number) }
  }

  /// Its exit status, reported once; nil while it runs.
  func takeEnd() -> ChildEnd? {
    child.withLock { child in
      let end = child?.takeEnd()
      if end != nil { child = nil }
      return end
    }
  }
}
