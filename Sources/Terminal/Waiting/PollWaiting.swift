// The loop's input as the system gives it: one thread asleep in `poll`.

package import SyncModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Sleeps until an event, a signal, a typed line, the reader's leaving or a moment comes.
package struct PollWaiting: Waiting {
  private let signals: SignalQueue
  private let wakeUp: WakeUp
  private let input: LineInput?
  /// The output whose reader is watched; -1 when there is none, or it has left.
  private var output: Int32
  private let now: () -> Moment
  private let drain: () -> [Signal]

  /// - Parameters:
  ///   - output: standard output; watched only when it is a pipe or a socket, whose reader can leave.
  ///   - now: reads the monotonic clock.
  ///   - drain: takes what was posted; called after somebody called `wake`.
  package init(
    signals: SignalQueue, wakeUp: WakeUp, input: LineInput? = nil, output: Int32? = nil,
    now: @escaping () -> Moment, drain: @escaping () -> [Signal]
  ) {
    self.signals = signals
    self.wakeUp = wakeUp
    self.input = input
    self.output = output.flatMap { canLoseItsReader($0) ? $0 : nil } ?? -1
    self.now = now
    self.drain = drain
  }

  package mutating func next(until deadline: Moment?) -> [Signal] {
    while true {
      var result: [Signal] = []
      if let answer = input?.takeBuffered() { result.append(answer) }
      let hasSignals = signals.hasPending
      let mayAnswer = !result.isEmpty || hasSignals
      let wantsInput = result.isEmpty && input?.isWanted == true
      var waiting = [
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wantsInput ? input?.descriptor ?? -1 : -1, events: Int16(POLLIN), revents: 0),
        // Asked for nothing, `poll` still tells of errors: that the reader has left.
        pollfd(fd: output, events: 0, revents: 0),
      ]
      let count = poll(&waiting, nfds_t(waiting.count), mayAnswer ? 0 : timeout(until: deadline))
      if count > 0 {
        if waiting[1].revents != 0 {
          wakeUp.clear()
          result += drain()
        }
        if waiting[2].revents != 0, let input {
          input.read()
          if let answer = input.takeBuffered() { result.append(answer) }
        }
        if waiting[3].revents != 0 {
          output = -1
          result.append(.outputClosed(.standardOutput))
        }
      }
      if hasSignals || (count > 0 && waiting[0].revents != 0) { result += signals.take() }
      if let deadline, now() >= deadline { result.append(.tick) }
      if !result.isEmpty { return result }
    }
  }

  /// Milliseconds, rounded up: waking early would mean asking again.
  private func timeout(until deadline: Moment?) -> Int32 {
    guard let deadline else { return -1 }
    let left = (deadline - now()).nanoseconds
    return left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
  }
}

/// Terminals tell of their end by SIGHUP, and files have none; only these can lose their reader.
private func canLoseItsReader(_ descriptor: Int32) -> Bool {
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { return false }
  let kind = mode_t(status.st_mode) & S_IFMT
  return kind == S_IFIFO || kind == S_IFSOCK
}
