// A command under way inside a wrap.

import Model
import Platform
import Reporting
import Terminal

/// Follows a command. Its end is ours: nothing makes wrap leave before the command has, and it is the
/// command that signals are for.
struct WrappedCommand {
  /// As many wishes to leave within this time are not to be resisted.
  private static let insistence = (wishes: 3, within: Duration.seconds(2))

  private let name: DisplayText
  private let child: ChildProcess
  private var output: CommandOutput
  private var intake = EventPipeReader(keepsLines: true)
  /// Where something may still come from.
  private var open: Set<ByteChannel> = [
    .output(.standardOutput), .output(.standardError), .events,
  ]
  private var end: ChildEnd?
  /// How a run ends that fails by the error it told first.
  private var failure: ExitStatus?
  /// The last summary that it gave.
  private var given: RunSummary?
  /// When the person wanted to leave, the last few times.
  private var wishes: [Moment] = []
  /// Whether our own reader has left and the command was told.
  private var isAbandoned = false

  /// - Parameter isWatched: whether somebody sees what it prints before its lines have ended.
  init(_ command: [String], child: ChildProcess, isWatched: Bool) {
    name = DisplayText(command.first?.split(separator: "/").last.map { String($0) } ?? "")
    self.child = child
    output = CommandOutput(isWatched: isWatched)
  }

  /// Shows what comes until the command has ended and all that it left in its pipes has been read.
  mutating func follow(_ loop: inout Loop) {
    while end == nil || !open.isEmpty {
      for signal in loop.next(until: loop.wakeUp) {
        if take(signal, &loop) { return }
      }
      if loop.stop != nil, !isAbandoned { abandon(loop) }
    }
    if let fault = intake.faults.text {
      let count = intake.faults.count
      loop.post(.warning(.strangeEvents(command: name, count: count, fault: fault)))
    }
  }

  // MARK: What it says

  /// Takes in a signal; true when the command is left behind.
  private mutating func take(_ signal: Signal, _ loop: inout Loop) -> Bool {
    switch signal {
    case .bytes(.output(let stream), let bytes):
      output.take(bytes, from: stream, at: loop.context.now.moment) { loop.pass(.log($0)) }
      loop.state.openLine = output.openLine
    case .bytes(.events, let bytes):
      hear(&loop) { $0.take(bytes, now: $1, $2) }
    case .bytesEnded(let channel):
      finish(channel, &loop)
    case .childEnded(let end):
      self.end = end
      loop.console.inputs.endWhenEmpty()
    case .interrupt, .terminate, .hangup:
      return insist(signal, &loop)
    case .event, .ended, .tick, .line, .key, .inputClosed, .bytes(.input, _), .resize, .suspend,
      .resume, .outputClosed, .progressRequest:
      // Even where our reader was given up, the command is waited for.
      _ = loop.take(signal)
    }
    return false
  }

  private mutating func finish(_ channel: ByteChannel, _ loop: inout Loop) {
    open.remove(channel)
    switch channel {
    case .output(let stream):
      if let line = output.end(stream) { loop.pass(.log(line)) }
      loop.state.openLine = output.openLine
    case .events:
      hear(&loop) { $0.end(now: $1, $2) }
    case .input:
      break
    }
  }

  /// Shows the events that `read` finds.
  private mutating func hear(
    _ loop: inout Loop,
    _ read: (inout EventPipeReader, Timestamp, (EventReader.Event) -> Void) -> Void
  ) {
    var (failure, given) = (failure, given)
    read(&intake, loop.context.now.wall) { event in
      switch event.kind {
      // The beginning and the end of this run are told by us.
      case .runStarted: return
      case .summary(let summary):
        given = summary
        return
      case .failure(let error): failure = failure ?? ExitStatus(error)
      default: break
      }
      loop.pass(event.kind, event.received)
    }
    (self.failure, self.given) = (failure, given)
  }

  // MARK: How it ends

  /// The command has got the signal already, from the terminal or from the queue: it decides. Who
  /// insists does not wait for it any longer; whoever insists even then leaves it behind.
  private mutating func insist(_ signal: Signal, _ loop: inout Loop) -> Bool {
    let now = loop.clock.moment()
    wishes = wishes.filter { $0 + Self.insistence.within > now } + [now]
    guard wishes.count >= Self.insistence.wishes else { return false }
    if case .signal = loop.stop { return true }
    loop.stop = signal.wishToLeave.map { .signal($0) }
    child.send(SignalNumber.kill)
    return false
  }

  /// Nobody reads our output any more: the command finds its own as it would without us.
  private mutating func abandon(_ loop: Loop) {
    isAbandoned = true
    if case .signal = loop.stop { return }
    loop.console.inputs.remove(.output(.standardOutput))
    open.remove(.output(.standardOutput))
    child.send(SignalNumber.brokenPipe)
  }

  /// The end of the run: the command's own, with what its last summary gave. A command that told of
  /// an error and ended as if there had been none ends by the code of that error.
  var summary: RunSummary {
    let exit: ExitStatus =
      switch end {
      case .exited(0): failure ?? .ok
      case .exited(let code): .other(code)
      case .signalled(let number): .signal(number)
      case nil: .failed
      }
    return RunSummary(
      outcome: outcome(exit), exit: exit, counts: given?.counts, given: given?.given)
  }

  private func outcome(_ exit: ExitStatus) -> RunSummary.Outcome {
    if let given, given.exit.code == exit.code { return given.outcome }
    return switch exit {
    case .ok: .ok
    case .signal(let number) where SignalNumber.leaving.contains(number): .interrupted
    default: .failed
    }
  }
}
