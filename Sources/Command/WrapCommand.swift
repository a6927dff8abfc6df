// `velo-sync wrap -- COMMAND…`: runs a command and shows what it tells.

import Flags
import Reporting
import SyncModel
import Terminal

extension Session {
  /// Runs the command, shows its events and its output, and ends as it did.
  func wrap(_ command: [String], _ loop: inout Loop) -> ExitStatus {
    if let lastRun = LastRun(in: folders.state, on: world.files) {
      loop.recordLastRun(lastRun, face: record())
    }
    loop.post(start(sources: [], sample: false, store: folders.store))
    do throws(ChildFailure) {
      var wrapped = Wrapped(
        child: try loop.console.start(command, environment: world.environment))
      wrapped.follow(&loop)
      return loop.finish(wrapped.summary)
    } catch {
      loop.tell(error, of: command.first ?? "")
      return loop.finish(
        RunSummary(outcome: .failed, exit: .other(error.exitCode), counts: Counts()))
    }
  }
}

/// A command under way. Its end is ours: nothing makes wrap leave before the command has, and it is
/// the command that signals are for.
private struct Wrapped {
  /// As many wishes to leave within this time are not to be resisted.
  private static let insistence = (wishes: 3, within: Duration.seconds(2))

  let child: ChildProcess
  private var output = OutputLines()
  private var errors = OutputLines()
  private var intake = EventIntake()
  /// Where something may still come from.
  private var open: Set<ByteChannel> = [
    .output(.standardOutput), .output(.standardError), .events,
  ]
  private var end: ChildEnd?
  /// The error that it told first, as an exit status.
  private var failure: ExitStatus?
  /// When the person wanted to leave, the last few times.
  private var wishes: [Moment] = []
  /// Whether our own reader has left and the command was told.
  private var isAbandoned = false

  init(child: ChildProcess) {
    self.child = child
  }

  /// Shows what comes until the command has ended and all that it left in its pipes has been read.
  mutating func follow(_ loop: inout Loop) {
    while end == nil || !open.isEmpty {
      for signal in loop.next(until: loop.wakeUp) {
        if take(signal, &loop) { return }
      }
      if loop.stop != nil, !isAbandoned { abandon(loop) }
    }
    loop.tell(strangers: intake)
  }

  /// Takes in a signal; true when the command is left behind.
  private mutating func take(_ signal: Signal, _ loop: inout Loop) -> Bool {
    switch signal {
    case .bytes(.output(let stream), let bytes):
      take(bytes, from: stream, &loop)
    case .bytes(.events, let bytes):
      var failure = failure
      intake.take(bytes) { Self.tell($0, &failure, &loop) }
      self.failure = failure
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

  private mutating func take(
    _ bytes: [UInt8], from stream: OutputStream, _ loop: inout Loop
  ) {
    switch stream {
    case .standardOutput: output.take(bytes) { loop.tell($0, from: stream) }
    case .standardError: errors.take(bytes) { loop.tell($0, from: stream) }
    }
  }

  private mutating func finish(_ channel: ByteChannel, _ loop: inout Loop) {
    open.remove(channel)
    switch channel {
    case .output(.standardOutput):
      if let line = output.end() { loop.tell(line, from: .standardOutput) }
    case .output(.standardError):
      if let line = errors.end() { loop.tell(line, from: .standardError) }
    case .events:
      if let line = intake.end() { Self.tell(line, &failure, &loop) }
    case .input:
      break
    }
  }

  private static func tell(_ line: WireLine, _ failure: inout ExitStatus?, _ loop: inout Loop) {
    if case .error(let told) = line.event { failure = failure ?? told.code.exit }
    loop.tell(line)
  }

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

  /// How it ended. A command that told of an error and ended as if there had been none ends by the
  /// code of that error.
  var summary: RunSummary {
    let exit: ExitStatus =
      switch end {
      case .exited(0): failure ?? .ok
      case .exited(let code): .other(code)
      case .signalled(let number): .signal(number)
      case nil: .failed
      }
    return RunSummary(outcome: outcome(exit), exit: exit, counts: Counts())
  }

  private func outcome(_ exit: ExitStatus) -> RunSummary.Outcome {
    switch exit {
    case .ok: .ok
    case .signal(let number) where SignalNumber.leaving.contains(number): .interrupted
    default: .failed
    }
  }
}

extension WireCode {
  /// How a run ends that fails with this code.
  fileprivate var exit: ExitStatus {
    switch self {
    case .network: .network
    case .timeout, .rateLimited, .locked: .temporary
    case .server: .unavailable
    case .auth, .permission: .notAllowed
    case .badReply: .badReply
    case .badInput: .badInput
    case .missingInput: .missingInput
    case .storage: .storage
    case .notConnected, .config: .config
    case .usage: .usage
    case .internal: .internal
    case .unknown: .failed
    }
  }
}
