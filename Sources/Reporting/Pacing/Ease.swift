// A value that moves smoothly to its target over half a second, even if the target changes
// meanwhile.

package import Model

/// Eases in and out by a cubic that starts a new target with the current speed. Never overshoots,
/// and never decreases while targets only grow.
package struct Ease: Sendable {
  private static let length = 0.5

  private var from = 0.0
  private var speed = 0.0
  package private(set) var target = 0.0
  private var start: Moment

  /// Rests at `value`.
  package init(at moment: Moment, value: Double = 0) {
    (start, from, target) = (moment, value, value)
  }

  /// The value at a moment.
  package func value(at moment: Moment) -> Double {
    let t = progress(at: moment)
    if t == 1 { return target }
    let gap = target - from
    let value = from + gap * t * t * (3 - 2 * t) + speed * Self.length * t * (1 - t) * (1 - t)
    assert(min(from, target) - 1e-9...max(from, target) + 1e-9 ~= value, "it overshoots")
    return value
  }

  /// Whether it has not reached its target.
  package func isMoving(at moment: Moment) -> Bool {
    progress(at: moment) < 1 && (target != from || speed != 0)
  }

  /// Starts moving to a new target.
  package mutating func aim(at target: Double, at moment: Moment) {
    guard target != self.target else { return }
    let value = value(at: moment)
    // A start faster than three gaps a length would overshoot (Fritsch and Carlson 1980).
    let limit = 3 * (target - value) / Self.length
    speed = min(max(velocity(at: moment), min(limit, 0)), max(limit, 0))
    from = value
    self.target = target
    start = moment
  }

  private func progress(at moment: Moment) -> Double {
    min(1, max(0, (moment - start).inSeconds / Self.length))
  }

  private func velocity(at moment: Moment) -> Double {
    let t = progress(at: moment)
    guard t < 1 else { return 0 }
    let gap = target - from
    return gap * 6 * t * (1 - t) / Self.length + speed * (1 - t) * (1 - 3 * t)
  }
}
