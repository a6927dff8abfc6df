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

/// A key of the keyboard, as far as this program listens to any.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// Esc alone; sequences that begin with it, like those of the arrow keys, are no keys here.
  case escape
}

/// One of the two outputs.
package enum OutputStream: String, Hashable, Sendable {
  case standardOutput
  case standardError
}
