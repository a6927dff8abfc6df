// The loop's input as the system gives it: one thread asleep in `poll`.

package import Model
import Platform

/// Sleeps until an event, a signal, what was typed, the reader's leaving or a moment comes.
package struct PollWaiting: Waiting {
  /// How often a keyboard that belongs to another job is looked at.
  private static let glance = Duration.milliseconds(250)

  private let signals: SignalQueue
  private let wakeUp: WakeUp
  private let input: LineInput?
  private let keys: KeyInput?
  private let inputs: ByteInputs?
  private let now: () -> Moment
  private let drain: () -> [Signal]
  /// What `poll` is asked about; one of -1 is passed over.
  private var places: [PollEntry]

  private enum Place {
    static let signals = 0
    static let input = 1
    /// The output whose reader is watched.
    static let output = 2
    /// The first of those that bytes come from, as many as there are.
    static let inputs = 3
  }

  /// - Parameters:
  ///   - wakeUp: goes through the same queue as the signals.
  ///   - input: where lines come from.
  ///   - keys: where keys come from; nothing is read while another job has the terminal.
  ///   - inputs: where bytes come from.
  ///   - output: standard output; watched only when it is a pipe or a socket, whose reader can leave.
  ///   - now: reads the monotonic clock.
  ///   - drain: takes what was posted; called after somebody called `wake`.
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
    places = [
      PollEntry(signals.descriptor, .reading), PollEntry(-1, .reading),
      PollEntry(output.flatMap { canLoseItsReader($0) ? $0 : nil } ?? -1, .hangup),
    ]
  }

  package mutating func next(until deadline: Moment?) -> [Signal] {
    while true {
      var result: [Signal] = []
      var limit = deadline
      let listening = listen(&result, &limit)
      let sources = listenToSources()
      let hasSignals = signals.hasPending
      let isEnding = sources.contains { $0.rest != nil }
      let mayAnswer = !result.isEmpty || hasSignals || isEnding || wakeUp.isCalled
      let found = PollEntry.wait(for: &places, timeout: mayAnswer ? 0 : timeout(until: limit))
      let isAnyReady = if case .success(1...) = found { true } else { false }
      if wakeUp.take() { result += drain() }
      if isAnyReady {
        if isReady(Place.input) { read(listening, &result) }
        if isReady(Place.output) {
          places[Place.output].descriptor = -1
          result.append(.outputClosed(.standardOutput))
        }
      }
      for (source, place) in zip(sources, places[Place.inputs...]) {
        if let inputs { result += inputs.read(source, isReady: isAnyReady && place.isReady) }
      }
      if case .keys(let keys) = listening, keys.deadline != nil, let key = keys.settle(at: now()) {
        result.append(key)
      }
      if hasSignals || (isAnyReady && isReady(Place.signals)) { result += signals.take() }
      if let deadline, now() >= deadline {
        if result.isEmpty { return Self.tick }
        result.append(.tick)
      }
      if !result.isEmpty { return result }
    }
  }

  /// By far the commonest answer, always the same piece of memory.
  private static let tick = [Signal.tick]

  /// What is read from when something was typed.
  private enum Listening {
    case nothing
    case lines(LineInput)
    case keys(KeyInput)
  }

  /// Has `poll` listen to what is wanted: a line or keys. What can be answered without reading goes
  /// into `result`.
  private mutating func listen(_ result: inout [Signal], _ limit: inout Moment?) -> Listening {
    places[Place.input].descriptor = -1
    if let input, input.isWanted {
      if let answer = input.takeBuffered() {
        result.append(answer)
        return .nothing
      }
      places[Place.input].descriptor = input.descriptor
      return .lines(input)
    }
    guard let keys, keys.isWanted else { return .nothing }
    if keys.isElsewhere {
      limit = min(limit, now() + Self.glance)
      return .nothing
    }
    places[Place.input].descriptor = keys.descriptor
    limit = min(limit, keys.deadline)
    return .keys(keys)
  }

  /// Has `poll` listen to what bytes come from.
  private mutating func listenToSources() -> [ByteInputs.Source] {
    let sources = inputs?.wanted ?? []
    if sources.isEmpty, places.count == Place.inputs { return [] }
    places.removeSubrange(Place.inputs...)
    places += sources.map { PollEntry($0.descriptor, .reading) }
    return sources
  }

  private func read(_ listening: Listening, _ result: inout [Signal]) {
    switch listening {
    case .nothing: break
    case .lines(let input):
      input.read()
      if let answer = input.takeBuffered() { result.append(answer) }
    case .keys(let keys):
      result += keys.read(at: now())
    }
  }

  private func isReady(_ place: Int) -> Bool { places[place].isReady }

  /// Milliseconds, rounded up: waking early would mean asking again.
  private func timeout(until deadline: Moment?) -> Int32 {
    guard let deadline else { return -1 }
    let left = deadline.nanoseconds - now().nanoseconds
    return left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
  }
}

/// The earlier of two moments that may never come.
private func min(_ one: Moment?, _ other: Moment?) -> Moment? {
  guard let one, let other else { return one ?? other }
  return one < other ? one : other
}

/// Terminals tell of their end by SIGHUP, and files have none; only these can lose their reader.
private func canLoseItsReader(_ descriptor: Int32) -> Bool {
  let kind = DescriptorStatus(of: descriptor)?.kind
  return kind == .pipe || kind == .socket
}
