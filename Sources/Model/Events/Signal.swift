// What the loop reacts to.

/// One thing that happened to the process: an event of the run, time, or something from outside.
package enum Signal: Sendable {
  case event(SyncEvent)
  /// The work is over: nothing more comes of it.
  case ended
  /// The moment asked for has come.
  case tick
  /// A line was typed or read, without its end.
  case line(String)
  /// A key, while single keys are awaited.
  case key(Key)
  /// Standard input ended.
  case inputClosed
  /// Bytes that came in, as they came: lines may be cut.
  case bytes(ByteChannel, [UInt8])
  /// No more bytes come in there.
  case bytesEnded(ByteChannel)
  /// The command that was started has ended.
  case childEnded(ChildEnd)
  case resize
  case interrupt
  case terminate
  case hangup
  /// Ctrl-Z; the process stops when the loop says so.
  case suspend
  /// The process goes on after a stop.
  case resume
  /// Nobody reads this output any more.
  case outputClosed(OutputStream)
  /// SIGUSR1 or SIGINFO: somebody wants to know how far it is.
  case progressRequest
}

extension Signal {
  /// Whether it is an event that only says what the run is doing, or how far it is. To find that out
  /// in another room takes a copy of the signal.
  package var isFleetingEvent: Bool {
    if case .event(let event) = self { event.kind.isFleeting } else { false }
  }
}

/// A key of the keyboard, as far as this program listens to any.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// Esc alone; sequences that begin with it, like those of the arrow keys, are no keys here.
  case escape
}

/// Where bytes come in.
package enum ByteChannel: Hashable, Sendable {
  /// A file or a pipe that is read to its end.
  case input
  /// An output of a command that was started.
  case output(OutputStream)
  /// The pipe for the events of a command that was started.
  case events
}

/// How a command ended.
package enum ChildEnd: Hashable, Sendable {
  /// By itself, with this code.
  case exited(Int32)
  /// By this signal.
  case signalled(Int32)
}

/// One of the two outputs.
package enum OutputStream: String, Hashable, Sendable {
  case standardOutput
  case standardError
}
