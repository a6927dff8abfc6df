// The real form of the loop's input: one thread blocked in `poll`.

package import Model
import Platform

/// Waits for an event, a process signal, input, a closed output or a deadline.
package struct PollWaiting: Waiting {
  /// How often to check whether this process is back in the foreground.
  private static let foregroundCheck = Duration.milliseconds(250)

  private let signals: SignalQueue
  private let wakeUp: WakeUp
  private let input: LineInput?
  private let keys: KeyInput?
  private let inputs: ByteInputs?
  private let now: () -> Moment
  private let drain: () -> [Signal]
  /// The entries to poll; a descriptor of -1 is ignored.
  private var entries: [PollEntry]
  /// When to look again whether this process is back in the foreground; nil while it is.
  private var backgroundUntil: Moment?

  private enum Slot {
    static let signals = 0
    static let input = 1
    /// The output that is watched for its reader to close.
    static let output = 2
    /// The first entry of `inputs`.
    static let inputs = 3
  }

  /// - Parameters:
  ///   - wakeUp: wake-ups share the queue's pipe.
  ///   - input: the source of lines.
  ///   - keys: the source of keys; not read while another process group is in the foreground.
  ///   - inputs: the sources of bytes.
  ///   - output: standard output; watched only if it is a pipe or a socket, whose reader can close
  ///     it.
  ///   - now: reads the monotonic clock.
  ///   - drain: takes posted events; called after a `wake`.
  package init(
    signals: SignalQueue, wakeUp: WakeUp, input: LineInput? = nil, keys: KeyInput? = nil,
    inputs: ByteInputs? = nil, output: Int32? = nil, now: @escaping () -> Moment,
    drain: @escaping () -> [Signal]
  ) {
    self.signals = signals
    self.wakeUp = wakeUp
    self.input = input
    self.keys = keys
    self.inputs = inputs
    self.now = now
    self.drain = drain
    entries = [
      PollEntry(signals.descriptor, .reading), PollEntry(-1, .reading),
      PollEntry(output.flatMap { hasReader($0) ? $0 : nil } ?? -1, .hangup),
    ]
  }

  package mutating func next(until deadline: Moment?) -> [Signal] {
    while true {
      var result: [Signal] = []
      var limit = deadline
      if let until = backgroundUntil {
        if now() < until { limit = earlier(limit, until) } else { backgroundUntil = nil }
      }
      let listening = listen(&result, &limit)
      let sources = inputs?.sources ?? []
      listen(to: sources)
      let hasSignals = signals.hasPending
      let isEnding = sources.contains { $0.remaining != nil }
      let mayAnswer = !result.isEmpty || hasSignals || isEnding || wakeUp.isCalled
      let found = PollEntry.wait(for: &entries, timeout: mayAnswer ? 0 : timeout(until: limit))
      let isAnyReady = if case .success(1...) = found { true } else { false }
      if wakeUp.clear() { result += drain() }
      if isAnyReady {
        if isReady(Slot.input) {
          switch listening {
          case .nothing: break
          case .lines(let input):
            input.read()
            if let answer = input.takeBuffered() { result.append(answer) }
          case .keys(let keys):
            if !isOfAnotherJob(keys.descriptor) { result += keys.read(at: now()) }
          }
        }
        if isReady(Slot.output) {
          entries[Slot.output].descriptor = -1
          result.append(.outputClosed(.standardOutput))
        }
      }
      for (source, entry) in zip(sources, entries[Slot.inputs...]) {
        let isReady = isAnyReady && entry.isReady
        if isReady, source.isKeyboard, isOfAnotherJob(source.descriptor) { continue }
        if let inputs { result += inputs.read(source, isReady: isReady) }
      }
      // A lone ESC is a key when its time has passed.
      if case .keys(let keys) = listening, keys.deadline != nil, let key = keys.settle(at: now()) {
        result.append(key)
      }
      if hasSignals || (isAnyReady && isReady(Slot.signals)) { result += signals.drain() }
      if let deadline, now() >= deadline { result.append(.tick) }
      if !result.isEmpty { return result }
    }
  }

  /// The consumer of standard input.
  private enum Listening {
    case nothing
    case lines(LineInput)
    case keys(KeyInput)
  }

  /// Sets the entry for the requested line or keys. An answer that needs no read goes into
  /// `result`.
  private mutating func listen(_ result: inout [Signal], _ limit: inout Moment?) -> Listening {
    entries[Slot.input].descriptor = -1
    if let input, input.isWanted {
      if let answer = input.takeBuffered() {
        result.append(answer)
        return .nothing
      }
      entries[Slot.input].descriptor = input.descriptor
      return .lines(input)
    }
    guard let keys, keys.isWanted else { return .nothing }
    if backgroundUntil != nil { return .nothing }
    entries[Slot.input].descriptor = keys.descriptor
    limit = earlier(limit, keys.deadline)
    return .keys(keys)
  }

  /// Sets the entries of `inputs`.
  private mutating func listen(to sources: [ByteInputs.Source]) {
    entries.removeSubrange(Slot.inputs...)
    entries += sources.map { source in
      let isLeft = source.isKeyboard && backgroundUntil != nil
      return PollEntry(isLeft ? -1 : source.descriptor, .reading)
    }
  }

  /// Whether another process group has the terminal: reading would stop this process. What was
  /// typed then is left to that group, and looked at again a little later.
  private mutating func isOfAnotherJob(_ terminal: Int32) -> Bool {
    guard TerminalDevice.belongsToAnotherJob(terminal) else { return false }
    backgroundUntil = now() + Self.foregroundCheck
    return true
  }

  private func isReady(_ slot: Int) -> Bool { entries[slot].isReady }

  /// The `poll` timeout in milliseconds, rounded up so that the deadline has passed on waking.
  private func timeout(until deadline: Moment?) -> Int32 {
    guard let deadline else { return -1 }
    let left = deadline.nanoseconds - now().nanoseconds
    return left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
  }
}

/// Terminals report a hang-up by SIGHUP, and files have no reader.
private func hasReader(_ descriptor: Int32) -> Bool {
  [.pipe, .socket].contains(DescriptorStatus(of: descriptor)?.kind)
}
