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
      for pipe in outputs.pipes { pipes.append(try ChildPipe(pipe.channel)) }
      pipes.append(try ChildPipe(.events))
      let number = ChildPipe.freeNumber(besides: pipes.map(\.writeEnd))
      var environment = environment
      environment[eventsVariable] = "\(number)"
      signals.watchChild(stopsGroup: self.followsStops)
      var spawn = ProcessLauncher()
      for (pipe, descriptors) in zip(pipes, outputs.pipes.map(\.descriptors) + [[number]]) {
        spawn.descriptors += descriptors.map { (pipe.writeEnd, $0) }
      }
      if case .inherited = outputs {
        spawn.closed = closed.map { $0 == .standardOutput ? 1 : 2 }.sorted()
      }
      if case .terminal(let terminal, let descriptors, _) = outputs {
        spawn.terminal = SpawnTerminal(
          terminal.path, descriptors: descriptors, followsStops: self.followsStops)
      }
      spawn.standardSignals = signals.changed
      child = Mutex(try spawn.start(path, command, environment))
    } catch {
      for pipe in pipes { RawDescriptor.close(pipe.readEnd) }
      throw error
    }
    for pipe in pipes { inputs.add(pipe.channel, from: pipe.readEnd, isOwned: true) }
    if case .terminal(let terminal, _, let stream) = outputs {
      inputs.add(.output(stream), from: terminal.controller, isOwned: false)
    }
    queue.watch(self)
  }

  /// Sends the command a signal if it is still running.
  package func send(_ number: Int32) {
    child.withLock { $0?.send(number) }
  }

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
    } else if isSentByProcess || isSentOnlyToUs(number) {
      send(number)
    }
  }

  /// Continues the command after a stop that was reported.
  package func resume() {
    child.withLock { $0?.resume() }
  }

  /// Its stop or its end, reported once; nil while nothing has changed.
  package func takeChange() -> ChildChange? {
    child.withLock { child in
      let change = child?.takeChange()
      if case .ended = change { child = nil }
      return change
    }
  }
}

/// Whether the system sends the signal only to this process and not to its group: a terminal that
/// hangs up signals only its session leader.
private func isSentOnlyToUs(_ number: Int32) -> Bool {
  number == SignalNumber.hangup && CurrentProcess.leadsSession
}

/// What becomes of a command's standard output and standard error.
package enum ChildOutputs: Sendable {
  /// Both are those of this process.
  case inherited
  /// Both arrive here, each through a pipe of its own.
  case separate
  /// Both arrive here through one pipe, in the order in which they were written, as standard
  /// output.
  case joined
  /// Standard output arrives here; standard error is that of this process.
  case outputOnly
  /// Standard error arrives here; standard output is that of this process.
  case errorsOnly
  /// These descriptors of the command are a pseudo terminal, which arrives here as `stream`; the
  /// others are those of this process.
  case terminal(CommandTerminal, descriptors: [Int32], stream: OutputStream)

  /// The channels that arrive, and the command's descriptors for each.
  var pipes: [(channel: ByteChannel, descriptors: [Int32])] {
    switch self {
    case .inherited, .terminal: []
    case .separate: [(.output(.standardOutput), [1]), (.output(.standardError), [2])]
    case .joined: [(.output(.standardOutput), [1, 2])]
    case .outputOnly: [(.output(.standardOutput), [1])]
    case .errorsOnly: [(.output(.standardError), [2])]
    }
  }

  /// The pseudo terminal; nil without one.
  package var terminal: CommandTerminal? {
    if case .terminal(let terminal, _, _) = self { terminal } else { nil }
  }

  /// The channels on which bytes of the command's outputs arrive.
  package var channels: [ByteChannel] {
    if case .terminal(_, _, let stream) = self { [.output(stream)] } else { pipes.map(\.channel) }
  }
}
