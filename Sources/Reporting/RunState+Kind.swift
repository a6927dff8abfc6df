// What kind of run this is, and so what of it is shown.

import Model

extension RunState {
  /// Whether it lasts and is worth a line that is redrawn. Our commands that say what they have to
  /// say at once are not; what never said what it is may be.
  var hasBlock: Bool { run.map { !$0.isBrief } ?? (status != .initial || progress.isKnown) }

  /// Whether a source that is told of is one of a list; else it was connected or disconnected just
  /// now. Nobody knows what a wrapped command has done.
  var listsSources: Bool { run.map { $0.isListing || $0.program != nil } ?? false }

  /// Whether its progress has three stages.
  var hasStages: Bool { run?.isSync == true || namesStages }

  /// Whether it has scores, or will have.
  var hasScores: Bool { run?.isSync == true || !scores.isEmpty }

  /// Whether it ends as a sync does: because it is one, or because it counted what came in.
  var endsAsSync: Bool {
    run?.isSync == true || (hasBlock && run?.scope == nil && summary?.counts != nil)
  }

  /// Whether it ends as any program does.
  var endsAsProgram: Bool { hasBlock && !endsAsSync }
}
