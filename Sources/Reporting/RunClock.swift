// The time of a run: that of the machine, less the time for which a person held it up; or the time
// of a recorded run, as fast as it is played.

package import Model
import Synchronization

/// The clocks of a run. The monotonic one stands still while the process is stopped and while a key
/// is awaited: nobody wants to read that a sync took the length of the lunch break.
///
/// While a recorded run is played, both clocks are those of that run. What moves by itself (the
/// spinner, an easing bar) goes by `animation()`, which is never faster than the machine's.
package final class RunClock: Time {
  /// A recorded run that is being played.
  fileprivate struct Playback {
    /// The moment of the run at this moment of the animation; speed 0 stands still.
    var moment: Moment
    var animation: Moment
    let speed: Double
    /// The time from 1970 to moment 0; nil before any event told the wall clock.
    var dawn: Duration?
  }

  fileprivate struct State {
    /// Nanoseconds left out so far.
    var leftOut: Int64 = 0
    var course: Playback?
  }

  private let time: any Time
  private let state = Mutex(State())

  package init(_ time: any Time) {
    self.time = time
  }

  // MARK: The time of the run

  package func moment() -> Moment {
    let real = time.moment()
    return state.withLock { $0.moment(at: $0.animation(at: real)) }
  }

  package func wallClock() -> Timestamp {
    let real = time.moment()
    let played = state.withLock { state in
      state.course.flatMap { $0.wall(at: state.moment(at: state.animation(at: real))) }
    }
    return played ?? time.wallClock()
  }

  /// Both clocks at a moment of the run that is near.
  package func now(at moment: Moment) -> Now {
    let played = state.withLock { $0.course?.wall(at: moment) }
    return Now(moment: moment, wall: played ?? now().wall(at: moment))
  }

  package func localOffset(at stamp: Timestamp) -> Int {
    time.localOffset(at: stamp)
  }

  package func sleep(until moment: Moment) async throws(CancellationError) {
    let leftOut = state.withLock { $0.leftOut }
    try await time.sleep(until: moment + .nanoseconds(leftOut))
  }

  // MARK: The time of what moves by itself

  /// The clock of everything that is never faster than real.
  package func animation() -> Moment {
    let real = time.moment()
    return state.withLock { $0.animation(at: real) }
  }

  /// When a moment of the run comes, by the clock of the animation; nil when the run's clock stands
  /// still.
  package func animation(of moment: Moment) -> Moment? {
    state.withLock { state in
      guard let course = state.course else { return moment }
      guard course.speed > 0 else { return nil }
      // Rounded up, for then that moment has come.
      let away = Double((moment - course.moment).nanoseconds) / course.speed
      return course.animation + .nanoseconds(Int64(bounding: away.rounded(.up)))
    }
  }

  /// Goes on from `animation`, a reading of that clock, as if no time had passed since.
  package func goOn(from animation: Moment) {
    let real = time.moment()
    state.withLock { state in
      state.leftOut += state.animation(at: real).nanoseconds - animation.nanoseconds
    }
  }

  // MARK: Playing

  /// Plays a run whose clock stands at `moment` now.
  ///
  /// - Parameter speed: how many times faster than real; 0 for a clock that moves by jumps alone.
  package func play(from moment: Moment, speed: Double) {
    let real = time.moment()
    state.withLock { state in
      state.course = Playback(moment: moment, animation: state.animation(at: real), speed: speed)
    }
  }

  /// Goes on from another moment of the run that is played.
  package func jump(to moment: Moment) {
    let real = time.moment()
    state.withLock { state in
      let animation = state.animation(at: real)
      state.course?.moment = moment
      state.course?.animation = animation
    }
  }

  /// What the wall clock of the run that is played showed at a moment. It showed whole seconds, so
  /// that each event narrows down when they began.
  package func tell(_ stamp: Timestamp, at moment: Moment) {
    let earliest = .seconds(stamp.seconds) - Duration.nanoseconds(moment.nanoseconds)
    let latest = earliest + .milliseconds(999)
    state.withLock { state in
      let dawn = state.course?.dawn ?? earliest
      state.course?.dawn = min(max(dawn, earliest), latest)
    }
  }
}

extension RunClock.State {
  fileprivate func animation(at real: Moment) -> Moment {
    real - .nanoseconds(leftOut)
  }

  fileprivate func moment(at animation: Moment) -> Moment {
    guard let course else { return animation }
    let since = Double((animation - course.animation).nanoseconds) * course.speed
    return course.moment + .nanoseconds(Int64(bounding: since))
  }
}

extension RunClock.Playback {
  fileprivate func wall(at moment: Moment) -> Timestamp? {
    dawn.map { dawn in
      let (seconds, rest) = (dawn + .nanoseconds(moment.nanoseconds)).components
      return Timestamp(seconds: rest < 0 ? seconds - 1 : seconds)
    }
  }
}

extension Int64 {
  /// The integer part, brought into ±2^62: a number of nanoseconds that is 146 years.
  fileprivate init(bounding number: Double) {
    self.init(Swift.min(Swift.max(number, -0x1p62), 0x1p62))
  }
}
