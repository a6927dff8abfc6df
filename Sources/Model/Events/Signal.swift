// What the loop reacts to.

/// One input of the loop: an event of the run, a tick, or something from outside.
package enum Signal: Sendable {
  case event(SyncEvent)
  /// The finished lines of a wrapped command have changed.
  case output(OutputChange)
  /// The work is finished and posts nothing more.
  case ended
  /// A failed run asks whether to try again; the renderer's context has the prompt.
  case retryPrompted
  /// The requested deadline has come.
  case tick
  /// A line was typed or read, without its line break.
  case line(String)
  /// A key, while single keys are read.
  case key(Key)
  /// Standard input ended.
  case inputClosed
  /// Bytes as they arrived; lines may be cut anywhere.
  case bytes(ByteChannel, [UInt8])
  /// No more bytes arrive on this channel.
  case bytesEnded(ByteChannel)
  /// The command that was started has stopped, as jobs do; it continues when the loop says so.
  case childStopped
  /// The command that was started has ended.
  case childEnded(ChildEnd)
  case resize
  case interrupt
  case terminate
  case hangup
  /// Ctrl-Z; the process stops when the loop says so.
  case suspend
  /// The process continues after a stop.
  case resume
  /// This output no longer has a reader.
  case outputClosed(OutputStream)
  /// SIGUSR1 or SIGINFO: a request for the current progress.
  case progressRequest
}

extension Signal {
  /// Whether it is an event that only reports a status or progress, as nearly all do. Defined here
  /// because a switch in another module copies the enum.
  package var isFleetingEvent: Bool {
    guard case .event(let event) = self else { return false }
    return switch event.kind {
    case .stageStarted, .stageFinished, .status, .work, .progress: true
    default: false
    }
  }
}

/// The keys that this program reacts to.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// Esc alone; sequences that begin with it, such as arrow keys, are ignored.
  case escape
}

/// Where bytes arrive.
package enum ByteChannel: Hashable, Sendable {
  /// A file or a pipe that is read to its end.
  case input
  /// An output of a wrapped command.
  case output(OutputStream)
  /// The event pipe of a wrapped command.
  case events
}

/// How a command ended.
package enum ChildEnd: Hashable, Sendable {
  /// On its own, with this code.
  case exited(Int32)
  /// By this signal.
  case signalled(Int32)
}

/// One of the two outputs. The raw value is its name in events.
package enum OutputStream: String, CaseIterable, Hashable, Sendable {
  case standardOutput = "stdout"
  case standardError = "stderr"
}
