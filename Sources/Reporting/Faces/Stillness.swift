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

  /// Whether the frame is still true but for its spinner.
  func holds(_ board: Board, _ scene: Scene) -> Bool {
    guard scene.animation < until, scene.isForeground, scene.columns == columns,
      scene.rows == rows, board.progress.fraction == fraction
    else { return false }
    return gauge.map { WorkCount(done: $0.done, total: $0.total) == count } ?? true
  }
}
