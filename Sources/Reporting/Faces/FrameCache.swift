// How long the last frame stays valid but for its spinner, so that most ticks redraw only that.

import Model

/// What the last frame was drawn from. Ten times a second the process wakes with cold caches; laying
/// out every line only to find it unchanged would cost more than sending one glyph.
struct FrameCache: Sendable {
  /// When something else changes by itself, in animation time.
  private let until: Moment
  /// Of the state.
  private let revision: Int
  private let columns: Int
  private let rows: Int

  /// nil while something in the frame moves or counts down.
  ///
  /// - Parameter hasTips: whether the frame may contain a tip.
  init?(of content: LiveBlock.Content, _ state: RunState, _ context: RenderContext, hasTips: Bool) {
    let now = context.now.moment
    if state.displacesStatus(at: now) { return nil }
    // A full frame once a second, whatever happens.
    var still = Duration.seconds(1)
    if !state.hasStages, !state.progress.isKnown {
      // The elapsed seconds are on the line.
      let age = state.duration(at: now)
      still = .seconds(age.components.seconds + 1) - age
    }
    if state.hasScores, ScoreLine.pulses(state.scores) {
      still = min(still, ScoreLine.levelLasts(age: content.age))
    }
    if hasTips {
      if TipLine.isFading(age: content.age) { return nil }
      still = min(still, TipLine.next(age: content.age))
    }
    if let item = state.counted(beside: content.status),
      state.timeLeft(of: item, at: now) != nil
    {
      return nil
    }
    if let turn = state.child.openLine?.turn, turn > now { still = min(still, turn - now) }
    until = context.animation + still
    revision = state.revision
    (columns, rows) = (context.columns, context.rows)
  }

  /// Whether the frame is still valid but for its spinner.
  func holds(_ state: RunState, _ context: RenderContext) -> Bool {
    context.animation < until && state.revision == revision && context.isForeground
      && context.columns == columns && context.rows == rows
  }
}
