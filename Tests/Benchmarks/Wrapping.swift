// What `wrap` costs, beside the bare command and beside `script`.

import CLibrary

/// The real binary: in its transparent form, with a log of a million lines, and with its live line
/// on a terminal, once above a million lines and once beside a silent command.
func wrapFigures() -> [Figure] {
  guard let home = Home() else { return [] }
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
      bar: .atMost(0.8)),
  ] + terminalFigures(home, lines)
}

private func terminalFigures(_ home: Home, _ lines: [String]) -> [Figure] {
  var times: [(peer: Double, own: Double)] = []
  // Runs take turns, so that all of them see the same machine.
  for _ in 0..<9 {
    let script = ["script", "-qc", lines.joined(separator: " "), "/dev/null"]
    guard let peer = TerminalProgram(script), let own = home.runOnTerminal(["wrap", "--"] + lines)
    else { return [] }
    times.append((peer.milliseconds, own.milliseconds))
  }
  guard let short = home.runOnTerminal(["wrap", "--", "sleep", "2"]),
    let long = home.runOnTerminal(["wrap", "--", "sleep", "12"])
  else { return [] }
  let peer = median(times.map(\.peer))
  let idle = (long.processorSeconds - short.processorSeconds) / 10
  return [
    Figure(
      name: "wrap: 1,000,000 lines on a terminal, of script(1)",
      value: median(times.map(\.own)) / peer, unit: "times", bar: .atMost(1.5)),
    Figure(
      name: "wrap: live line beside a silent command", value: idle * 100, unit: "% of a core",
      bar: .atMost(0.15)),
  ]
}

/// The median milliseconds of so many runs; nil when one fails.
private func medianTime(of count: Int, _ run: () -> TimedProgram?) -> Double? {
  let runs = (0..<count).compactMap { _ in run()?.milliseconds }
  return runs.count == count ? median(runs) : nil
}
