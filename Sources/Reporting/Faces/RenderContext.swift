// What a face may know of the world around a step.

package import Model

/// What surrounds a step: the clocks, and the window as it is now.
package struct RenderContext: Sendable {
  /// The time of the run.
  package var now: Now
  /// The time of what moves by itself: it differs from the run's while a recorded run is played.
  package let animation: Moment
  package let columns: Int
  package let rows: Int
  /// Whether the process may draw: it is in the foreground of its terminal.
  package let isForeground: Bool
  /// What a person can do about the run that has just failed; nil while no answer is awaited.
  package let offer: RetryPrompt?

  package init(
    now: Now, animation: Moment? = nil, columns: Int = 80, rows: Int = 24,
    isForeground: Bool = true, offer: RetryPrompt? = nil
  ) {
    self.animation = animation ?? now.moment
    self.offer = offer
    self.now = now
    self.columns = columns
    self.rows = rows
    self.isForeground = isForeground
  }

  /// Whether lines may be written now: a sync in the background is silent.
  func mayWrite(during state: RunState) -> Bool {
    isForeground || state.run?.isSync != true
  }
}
