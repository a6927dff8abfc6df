// The ports that keep effects out of the rooms: time, chance, output, events, and the loop's input.

/// Both clocks, the local day, and sleep. Its real form stands in `Command`.
package protocol Time: Sendable {
  /// The monotonic clock.
  func moment() -> Moment
  /// The wall clock.
  func wallClock() -> Timestamp
  /// Seconds by which this machine's local clock is ahead of UTC at `stamp`.
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
  package func now() -> Now {
    Now(moment: moment(), wall: wallClock())
  }

  /// Sleeps for `duration`.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package func sleep(for duration: Duration) async throws(CancellationError) {
    try await sleep(until: moment() + duration)
  }
}

/// Chance, for jitter, run ids and the `state` of a sign-in.
package protocol Random: Sendable {
  /// A number nobody can guess.
  func next() -> UInt64
}

extension Random {
  /// A number from 0 up to, not including, 1.
  package func fraction() -> Double {
    Double(next() >> 11) * 0x1p-53
  }
}

/// Where producers post what happened. Posting never blocks and never fails.
package protocol EventSink: Sendable {
  func post(_ kind: SyncEvent.Kind)
}

extension EventSink {
  /// Announces a piece of work and hands out its gauge.
  ///
  /// - Parameters:
  ///   - weight: its share of the run, 0…1.
  ///   - done: units done before.
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
  /// Sleeps until something happens or `deadline` comes, and returns all that happened, in order.
  /// A deadline that has come is a `tick`; nil waits for as long as it takes.
  mutating func next(until deadline: Moment?) -> [Signal]
}

/// The process's outputs.
package protocol Output: Sendable {
  /// Writes all bytes, whatever it takes: partial writes, interruptions, a full pipe.
  ///
  /// - Throws: when they cannot be written, or a second Ctrl-C came while waiting for a reader.
  func write(_ bytes: [UInt8], to stream: OutputStream) throws(OutputFailure)
}

/// Why bytes could not be written.
package enum OutputFailure: Error, Hashable, Sendable {
  /// EPIPE: nobody reads.
  case closed
  /// The person wants to leave while the reader sleeps.
  case interrupted
  case trouble(StorageTrouble.Reason)
}
