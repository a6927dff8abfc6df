// Starts a command beside the loop, forwards signals to it, takes its outputs, reports its stops
// and its exit.

package import Model
package import Platform
import Synchronization
package import Terminal

/// A child process. It inherits the working directory and, unless it has a pseudo terminal, the
/// process group and standard input; its events arrive through a pipe.
package final class ChildProcess: WatchedChild {
  /// nil after the child was reaped: its process ID may be reused.
  private let child: Mutex<Child?>
  /// Its pseudo terminal: then no key and no hang-up of our terminal reaches it.
  private let terminal: CommandTerminal?
  /// Whether this process stops with the command, and continues it.
  package let followsStops: Bool

  /// Starts a command. Its outputs arrive at `inputs` on the channels of `outputs`, its events on
  /// `events` through the descriptor named in `eventsVariable`. Its stops and its end arrive
  /// at `queue`, which also forwards signals that are sent only to this process.
  ///
  /// - Parameters:
  ///   - command: the command and its arguments.
  ///   - closed: the outputs that this process was started without; the command inherits that.
  ///   - environment: the command's whole environment; `eventsVariable` is added.
  ///   - followsStops: whether this process stops with a command that has a pseudo terminal.
  ///   - signals: the installed handlers; the command starts with the original actions.
  /// - Throws: the reason it did not start.
  package init(
    _ command: [String], environment: [String: String], eventsVariable: String,
    outputs: ChildOutputs, closed: Set<OutputStream> = [], followsStops: Bool = false,
    signals: ProcessSignals, inputs: ByteInputs, queue: SignalQueue
  ) throws(ChildFailure) {
    let path = try CommandPath.find(command.first ?? "", environment)
    terminal = outputs.terminal
    self.followsStops = followsStops && terminal != nil
    var pipes: [ChildPipe] = []
    defer { for pipe in pipes { RawDescriptor.close(pipe.writeEnd) } }
    do throws(ChildFailure) {
      let piped = outputs.terminal == nil ? outputs.arrivals : []
      for pipe in piped { pipes.append(try ChildPipe(.output(pipe.stream))) }
      pipes.append(try ChildPipe(.events))
      let number = ChildPipe.freeNumber(besides: pipes.map(\.writeEnd))
      var environment = environment
      environment[eventsVariable] = "\(number)"
      signals.watchChild(stopsGroup: self.followsStops)
      var spawn = ProcessLauncher()
      for (pipe, descriptors) in zip(pipes, piped.map(\.descriptors) + [[number]]) {
        spawn.descriptors += descriptors.map { (pipe.writeEnd, $0) }
      }
      if outputs.arrivals.isEmpty {
        spawn.closed = closed.map { $0 == .standardOutput ? 1 : 2 }.sorted()
      }
      if let terminal {
        spawn.terminal = SpawnTerminal(
          terminal.path, descriptors: outputs.arrivals.flatMap(\.descriptors),
          followsStops: self.followsStops)
      }
      spawn.standardSignals = signals.changed
      child = Mutex(try spawn.start(path, command, environment))
    } catch {
      for pipe in pipes { RawDescriptor.close(pipe.readEnd) }
      throw error
    }
    for pipe in pipes { inputs.add(pipe.channel, from: pipe.readEnd, isOwned: true) }
    if let terminal {
      for arrival in outputs.arrivals {
        inputs.add(.output(arrival.stream), from: terminal.controller, isOwned: false)
      }
    }
    queue.watch(self)
  }

  /// Sends the command a signal if it is still running.
  package func send(_ number: Int32) { child.withLock { $0?.send(number) } }

  /// Forwards a signal that this process has received, unless the command has received it, too.
  package func forward(_ number: Int32, isSentByProcess: Bool) {
    if let terminal {
      if number == SignalNumber.resume, followsStops { return }
      // Keys, and stops, are for all processes of a job.
      if isSentByProcess, number != SignalNumber.suspend {
        send(number)
      } else {
        terminal.signalForeground(number)
      }
    } else if isSentByProcess || number == SignalNumber.hangup && CurrentProcess.leadsSession {
      // A terminal that hangs up signals only its session leader, not the group.
      send(number)
    }
  }

  /// Continues the command after a stop that was reported.
  package func resume() { child.withLock { $0?.resume() } }

  /// Its stop or its end, reported once; nil while nothing has changed.
  package func takeChange() -> ChildChange? {
    child.withLock { child in
      let change = child?.takeChange()
      if case .ended = change { child = nil }
      return change
    }
  }
}

/// What arrives here of a command's standard output and standard error; the rest is that of this
/// process.
package struct ChildOutputs: Sendable {
  /// The descriptors of the command that arrive as each stream.
  package let arrivals: [(stream: OutputStream, descriptors: [Int32])]
  /// The pseudo terminal that they are; nil for a pipe for each stream.
  package let terminal: CommandTerminal?

  package init(
    _ arrivals: [(stream: OutputStream, descriptors: [Int32])], terminal: CommandTerminal? = nil
  ) {
    (self.arrivals, self.terminal) = (arrivals, terminal)
  }

  package static let inherited = Self([])
  package static let separate = Self([(.standardOutput, [1]), (.standardError, [2])])
  /// Both arrive in the order in which they were written.
  package static let joined = Self([(.standardOutput, [1, 2])])
  package static let outputOnly = Self([(.standardOutput, [1])])
  package static let errorsOnly = Self([(.standardError, [2])])
}
