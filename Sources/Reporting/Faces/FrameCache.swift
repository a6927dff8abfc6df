// While nothing but the spinner changes, nothing else is worked out.

import Model

/// What the frame that was drawn last holds for. Ten times a second a program that sleeps wakes with
/// cold caches, and every line of a block that is put together only to be found unchanged costs more
/// than the glyph that is sent.
struct FrameCache: Sendable {
  /// Something else changes then by itself, by the time of the animation.
  let until: Moment
  /// The window that it was drawn for.
  let columns: Int
  let rows: Int
  let fraction: Double
  /// The work that is counted on the line.
  let gauge: Gauge?
  let count: WorkCount?
  /// What a wrapped command has said, for which no event comes.
  let openLine: OpenLine?

  /// nil while something in the frame moves or is counted down.
  ///
  /// - Parameter hasTips: whether tips may stand in it.
  init?(of moving: LiveBlock.Moving, _ state: RunState, _ context: RenderContext, hasTips: Bool) {
    let now = context.now.moment
    if state.displacesStatus(at: now) { return nil }
    // Once a second everything is looked at anew.
    var still = Duration.seconds(1)
    if !state.hasStages, !state.progress.isKnown {
      // The seconds that stand there change when those of the run do.
      let age = state.duration(at: now)
      still = .seconds(age.components.seconds + 1) - age
    }
    if state.hasScores, ScoreLine.pulses(state.scores) {
      still = min(still, ScoreLine.levelLasts(age: moving.age))
    }
    if hasTips {
      if TipLine.isFading(age: moving.age) { return nil }
      still = min(still, TipLine.next(age: moving.age))
    }
    let item = state.counted(beside: moving.status)
    if let item, state.timeLeft(of: item, at: now) != nil { return nil }
    if let turn = state.openLine?.turn, turn > now { still = min(still, turn - now) }
    until = context.animation + still
    (columns, rows) = (context.columns, context.rows)
    fraction = state.progress.fraction
    (gauge, count) = (item?.work.gauge, item?.count)
    openLine = state.openLine
  }

  /// Whether the frame is still true but for its spinner.
  func holds(_ state: RunState, _ context: RenderContext) -> Bool {
    guard context.animation < until, context.isForeground, context.columns == columns,
      context.rows == rows, state.progress.fraction == fraction, state.openLine == openLine
    else { return false }
    return gauge.map { $0.done == count?.done && $0.total == count?.total } ?? true
  }
}
