// progress: how far a source, or the run as a whole, is.

package import Model

extension Events {
  package static let progress = EventTable<ReportedProgress>(
    "progress", "Progress of a source or of the whole run, each at most once a second.",
    from: ReportedProgress(),
    // Closures instead of paths, because most lines are of this type.
    [
      .init(
        "fraction",
        """
        Completed fraction of the run; decreases only where a wrapped command begins another bar, and \
        is otherwise 1 only at the end.
        """,
        .fraction(decimals: 4).at({ $0.fraction ?? $0.share }, { $0.fraction = $1 }),
        isAlways: true),
      .init(
        "stage", "Current stage; absent in wrap if the command names none.",
        .word().at({ $0.stage }, { $0.stage = $1 }), leads: true),
      .init(
        "stage_fraction", "Completed fraction of the stage.",
        // Whoever reads it computes its own.
        .fraction(decimals: 4).at({ $0.stageFraction }, { _, _ in })),
      .init(
        "source", "The source; absent for the whole run.",
        .word().at({ $0.source }, { $0.source = $1 }), leads: true),
      .init("done", "Units done.", .count.at({ $0.done }, { $0.done = $1 })),
      .init("total", "Units in total, once known.", .count.at({ $0.total }, { $0.total = $1 })),
      .init(
        "unit", "Unit of done and total.", .word().at({ $0.unit }, { $0.unit = $1 }), leads: true),
      .init(
        "eta_s", "Estimated seconds left, once they can be estimated.",
        .seconds.at({ $0.left }, { $0.left = $1 })),
    ]
  ) { progress, line throws(EventError) in
    if progress.fraction == nil, progress.done == nil { throw line.missing("fraction") }
    return .progress(progress)
  }
}
