// What `wrap` costs, beside the bare command.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The real binary: in its transparent form, and with a log of a million lines.
func wrapFigures() -> [Figure] {
  guard let home = Home() else { return [] }
  defer { home.remove() }
  let lines = ["seq", "1000000"]
  guard
    let bare = medianTime(of: 61, { TimedProgram(["true"]) }),
    let wrapped = medianTime(
      of: 61, { home.run(["wrap", "--", "true"], quietly: false) }),
    let plain = medianTime(
      of: 7, { home.run(["wrap", "--plain", "--"] + lines, quietly: false) })
  else { return [] }
  return [
    Figure(
      name: "wrap: transparent, beyond the bare command", value: wrapped - bare, unit: "ms",
      bar: .atMost(10)),
    Figure(
      name: "wrap: 1,000,000 lines with --plain", value: plain / 1000, unit: "s",
      bar: .atMost(0.4)),
  ]
}

/// The median milliseconds of so many runs; nil when one fails.
private func medianTime(of count: Int, _ run: () -> TimedProgram?) -> Double? {
  let runs = (0..<count).compactMap { _ in run()?.milliseconds }
  return runs.count == count ? median(runs) : nil
}
