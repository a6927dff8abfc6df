// The clocks of a run: the machine's, minus pauses; or a recording's, at playback speed.

package import Model
import Synchronization

/// The clocks of a run. The monotonic clock pauses while the process is stopped or waits for a key,
/// so that a lunch break does not count as part of a sync.
///
/// During a replay both clocks are those of the recorded run. Animations (the spinner, the easing
/// bar) use `animation()`, which never runs faster than the machine's clock.
package final class RunClock: Time {
  /// A recorded run that is being replayed.
  private struct Playback {
    /// The run's moment at this animation moment. At speed 0 it does not advance.
    var moment: Moment
    var animation: Moment
    let speed: Double
    /// The time from 1970 to moment 0; nil until an event has a wall-clock time.
    var epoch: Duration?

    func wall(at moment: Moment) -> Timestamp? {
      epoch.map { epoch in
        let (seconds, rest) = (epoch + .nanoseconds(moment.nanoseconds)).components
        return Timestamp(seconds: rest < 0 ? seconds - 1 : seconds)
      }
    }
  }

  private struct State {
    /// Nanoseconds of pauses so far.
    var leftOut: Int64 = 0
    var playback: Playback?

    func animation(at real: Moment) -> Moment { Moment(nanoseconds: real.nanoseconds - leftOut) }

    func moment(at animation: Moment) -> Moment {
      guard let playback else { return animation }
      let since = Double((animation - playback.animation).nanoseconds) * playback.speed
      return playback.moment + .nanoseconds(Int64(bounding: since))
    }
  }

  private let time: any Time
  private let state = Mutex(State())

  package init(_ time: any Time) { self.time = time }

  // MARK: The time of the run

  package func moment() -> Moment { read().now.moment }

  package func wallClock() -> Timestamp { read().now.wall }

  /// Both clocks at a given moment of the run.
  package func now(at moment: Moment) -> Now {
    let played = state.withLock { $0.playback?.wall(at: moment) }
    return Now(moment: moment, wall: played ?? now().wall(at: moment))
  }

  package func localOffset(at stamp: Timestamp) -> Int { time.localOffset(at: stamp) }

  package func sleep(until moment: Moment) async throws(CancellationError) {
    let leftOut = state.withLock { $0.leftOut }
    try await time.sleep(until: moment + .nanoseconds(leftOut))
  }

  // MARK: Animation time

  /// All clocks at once.
  package func read() -> (now: Now, animation: Moment) {
    let (real, wall) = (time.moment(), time.wallClock())
    return state.withLock { state in
      let animation = state.animation(at: real)
      let moment = state.moment(at: animation)
      return (Now(moment: moment, wall: state.playback?.wall(at: moment) ?? wall), animation)
    }
  }

  /// The clock of animations: never faster than real time.
  package func animation() -> Moment { read().animation }

  /// The animation time of a moment of the run; nil while the run's clock does not advance.
  package func animation(of moment: Moment) -> Moment? {
    state.withLock { state in
      guard let playback = state.playback else { return moment }
      guard playback.speed > 0 else { return nil }
      // Rounded up, so that the moment has come by then.
      let away = Double((moment - playback.moment).nanoseconds) / playback.speed
      return playback.animation + .nanoseconds(Int64(bounding: away.rounded(.up)))
    }
  }

  /// Leaves out the time since `animation`, a reading of the animation clock.
  package func resume(from animation: Moment) {
    let real = time.moment()
    state.withLock { state in
      state.leftOut += state.animation(at: real).nanoseconds - animation.nanoseconds
    }
  }

  // MARK: Replay

  /// Starts a replay at `moment` of the recorded run.
  ///
  /// - Parameter speed: how many times faster than real time; 0 for a clock that only jumps.
  package func play(from moment: Moment, speed: Double) {
    let real = time.moment()
    state.withLock { state in
      state.playback = Playback(moment: moment, animation: state.animation(at: real), speed: speed)
    }
  }

  /// Continues the replay from another moment.
  package func jump(to moment: Moment) {
    let real = time.moment()
    state.withLock { state in
      let animation = state.animation(at: real)
      state.playback?.moment = moment
      state.playback?.animation = animation
    }
  }

  /// The recorded wall-clock time at a moment. It is in whole seconds, so each event narrows down
  /// when the run began.
  package func setWallClock(_ stamp: Timestamp, at moment: Moment) {
    let earliest = .seconds(stamp.seconds) - Duration.nanoseconds(moment.nanoseconds)
    let latest = earliest + .milliseconds(999)
    state.withLock { state in
      let epoch = state.playback?.epoch ?? earliest
      state.playback?.epoch = min(max(epoch, earliest), latest)
    }
  }
}

extension Int64 {
  /// The integer part, limited to ±2^62 (146 years in nanoseconds).
  fileprivate init(bounding number: Double) {
    self.init(Swift.min(Swift.max(number, -0x1p62), 0x1p62))
  }
}
