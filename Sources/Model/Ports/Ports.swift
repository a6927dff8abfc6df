// The ports for effects: time, randomness, output, events, threads, and the loop's input.

/// Both clocks, the local day, and sleep.
package protocol Time: Sendable {
  /// The monotonic clock.
  func moment() -> Moment
  /// The wall clock.
  func wallClock() -> Timestamp
  /// The offset of the machine's local time from UTC at `stamp`, in seconds east.
  func localOffset(at stamp: Timestamp) -> Int
  /// Sleeps until `moment`.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(until moment: Moment) async throws(CancellationError)
}

extension Time {
  /// The machine's local day.
  package func localDay() -> Day {
    let now = wallClock()
    return Day(of: now, offset: localOffset(at: now))
  }

  /// Both clocks together.
  package func now() -> Now { Now(moment: moment(), wall: wallClock()) }

  /// Sleeps for `duration`.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package func sleep(for duration: Duration) async throws(CancellationError) {
    try await sleep(until: moment() + duration)
  }

  /// Sleeps until `moment`.
  ///
  /// - Throws: `interrupted` as soon as the task is cancelled.
  package func wait(until moment: Moment) async throws(SyncFailure) {
    do {
      try await sleep(until: moment)
    } catch {
      throw .interrupted
    }
  }
}

/// Randomness for jitter, run ids and the `state` of a sign-in.
package protocol Random: Sendable {
  /// An unpredictable number.
  func next() -> UInt64
}

extension Random {
  /// A number in 0..<1.
  package func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}

/// Takes events from producers. Posting never blocks and never fails.
package protocol EventSink: Sendable { func post(_ kind: SyncEvent.Kind) }

extension EventSink {
  /// Announces a piece of work and returns its gauge.
  ///
  /// - Parameters:
  ///   - weight: its share of the run, 0…1.
  ///   - done: units done already.
  package func gauge(
    stage: Stage, weight: Double, source: Source? = nil, unit: Work.Unit? = nil, done: Int = 0
  ) -> Gauge {
    let gauge = Gauge()
    gauge.set(done)
    post(.work(Work(stage: stage, weight: weight, source: source, unit: unit, gauge: gauge)))
    return gauge
  }
}

/// The loop's input.
package protocol Waiting {
  /// Sleeps until something happens or `deadline` passes, and returns all signals in order. A
  /// deadline that has passed gives a `tick`; nil waits without limit.
  mutating func next(until deadline: Moment?) -> [Signal]
}

/// Why bytes could not be written.
package enum OutputFailure: Error, Hashable, Sendable {
  /// EPIPE: the reader has gone.
  case closed
  /// A second Ctrl-C came while the reader was not reading.
  case interrupted
  case failure(StorageFailure.Reason)
}

/// The threads that execute a run's tasks, and the timers that wake them.
package protocol WorkExecutor: TaskExecutor {
  /// Sleeps until a moment of the monotonic clock.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(until moment: Moment) async throws(CancellationError)
}

/// The executor of the current work. Child tasks inherit it. A task made with `Task` or
/// `Task.detached` uses it only when it is named: `Task(executorPreference: CurrentWork.executor)`.
package enum CurrentWork {
  /// nil outside of any work: Swift's own pool then executes the tasks.
  @TaskLocal package static var executor: (any WorkExecutor)?
}

/// A password, key or token. Describing or reflecting it never shows it. Only the credential file
/// and a request's own header may call `reveal()`.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let value: String

  package init(_ value: String) { self.value = value }

  /// The secret itself.
  package func reveal() -> String { value }

  package var description: String { "<redacted>" }
  package var debugDescription: String { "<redacted>" }
  package var customMirror: Mirror { Mirror(reflecting: "<redacted>") }
}
