// While nothing but the spinner changes, nothing else is worked out.

import SyncModel

/// What the frame that was drawn last holds for. Ten times a second a program that sleeps wakes with
/// cold caches, and every line of a block that is put together only to be found unchanged costs more
/// than the glyph that is sent.
struct Stillness: Sendable {
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
  init?(of moving: LiveBlock.Moving, _ board: Board, _ scene: Scene, hasTips: Bool) {
    let now = scene.now.moment
    if board.displacesStatus(at: now) { return nil }
    // Once a second everything is looked at anew.
    var still = Duration.seconds(1)
    if !board.hasStages, !board.progress.isKnown {
      // The seconds that stand there change when those of the run do.
      let age = board.duration(at: now)
      still = .seconds(age.components.seconds + 1) - age
    }
    if board.hasScores, ScoreLine.pulses(board.scores) {
      still = min(still, ScoreLine.levelLasts(age: moving.age))
    }
    if hasTips {
      if TipLine.isFading(age: moving.age) { return nil }
      still = min(still, TipLine.next(age: moving.age))
    }
    let item = board.counted(beside: moving.status)
    if let item, board.timeLeft(of: item, at: now) != nil { return nil }
    if let turn = board.openLine?.turn, turn > now { still = min(still, turn - now) }
    until = scene.animation + still
    (columns, rows) = (scene.columns, scene.rows)
    fraction = board.progress.fraction
    (gauge, count) = (item?.work.gauge, item?.count)
    openLine = board.openLine
  }

  /// Whether the frame is still true but for its spinner.
  func holds(_ board: Board, _ scene: Scene) -> Bool {
    guard scene.animation < until, scene.isForeground, scene.columns == columns,
      scene.rows == rows, board.progress.fraction == fraction, board.openLine == openLine
    else { return false }
    return gauge.map { $0.done == count?.done && $0.total == count?.total } ?? true
  }
}
