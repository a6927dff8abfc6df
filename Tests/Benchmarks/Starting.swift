// How fast the built velo-sync prints its help, and in how much memory.

/// The real binary beside this one. The bars are those of a static, stripped build.
func startFigures() -> [Figure] {
  let runs = (0..<101).compactMap { _ in TimedProgram([TimedProgram.veloSync, "--help"]) }
  guard !runs.isEmpty else { return [] }
  return [
    Figure(
      name: "start: --help", value: median(runs.map(\.milliseconds)), unit: "ms", bar: .atMost(3)),
    Figure(
      name: "start: --help, most memory", value: runs.map(\.megabytes).max() ?? 0, unit: "MB",
      bar: .atMost(8)),
  ]
}
