// Reads the system clocks and sleeps; no other file reads a clock.

import CLibrary
package import Model

/// The monotonic and the wall clock, the local time zone, and sleep.
package struct SystemTime: Time {
  package init() {}

  package func moment() -> Moment {
    let now = read(CLOCK_MONOTONIC)
    return Moment(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
  }

  package func wallClock() -> Timestamp { Timestamp(seconds: Int64(read(CLOCK_REALTIME).tv_sec)) }

  package func localOffset(at stamp: Timestamp) -> Int {
    var seconds = time_t(stamp.seconds)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : Int(local.tm_gmtoff)
  }

  package func sleep(until moment: Moment) async throws(CancellationError) {
    if let executor = CurrentWork.executor { return try await executor.sleep(until: moment) }
    let left = moment - self.moment()
    do {
      try await Task.sleep(for: max(left, Duration.zero), clock: .continuous)
    } catch {
      throw CancellationError()
    }
  }

  private func read(_ clock: clockid_t) -> timespec {
    var now = timespec()
    clock_gettime(clock, &now)
    return now
  }
}

/// The system's random number generator.
package struct SystemRandom: Random {
  package init() {}

  package func next() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
