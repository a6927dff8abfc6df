// How fast a wrapped command's output becomes lines, and how fast progress is looked for in them.

import Model
import Reporting
import Terminal
import Wrap

/// A million lines in `wrap --plain` take 0.4 s in all; reading them is a part of that.
func commandLineFigures() -> [Figure] {
  let plain = "Compiling the chain and the gears of a bicycle for the mountains\n"
  let dated = "2026-11-25T07:12:01Z INFO served /rides/12 in 14 ms, 5120 bytes\n"
  return [
    Figure(
      name: "command: plain lines", value: lines(plain) * 1e-3, unit: "µs/line",
      bar: .atMost(0.15)),
    Figure(name: "command: lines in a pty", value: lines(crLines) * 1e-3, unit: "µs/line"),
    Figure(name: "command: lines of UTF-8", value: lines(accents) * 1e-3, unit: "µs/line"),
    Figure(name: "command: coloured lines", value: lines(colored) * 1e-3, unit: "µs/line"),
    Figure(name: "command: a redrawn bar", value: lines(redrawn) * 1e-3, unit: "µs/line"),
    Figure(
      name: "printed progress: lines without digits", value: search(plain) * 1e-3, unit: "µs/line",
      bar: .atMost(0.1)),
    Figure(
      name: "printed progress: log lines", value: search(dated) * 1e-3, unit: "µs/line",
      bar: .atMost(0.3)),
    Figure(
      name: "printed progress: progress lines", value: search(building) * 1e-3, unit: "µs/line"),
  ]
}

private let crLines = "Compiling the chain and the gears of a bicycle for the mountains\r\n"
private let accents = "Übersetze die Kette und die Gänge eines Rades für die Berge über 2000 m\n"
private let colored = "\u{1B}[1mchain.c:12:3:\u{1B}[0m \u{1B}[31merror:\u{1B}[0m no such gear\n"
private let redrawn = "\r 45%|████▌     | 14/60 [00:00<00:02,  5.0it/s]\u{1B}[K"
private let building = "[ 45%] Building C object CMakeFiles/ride.dir/chain.c.o\n"

/// The nanoseconds for each line of an output that arrives in chunks of 64 KiB.
private func lines(_ line: String) -> Double {
  let count = (1 << 16) / line.utf8.count
  let chunk = Array(String(repeating: line, count: count).utf8)
  let rounds = 100
  return nanoseconds(each: count * rounds, runs: 5) {
    var output = CommandOutput(.log)
    var size = 0
    for _ in 0..<rounds {
      _ = output.feed(chunk, from: .standardOutput, at: Moment(nanoseconds: 0)) {
        switch $0 {
        case .line(let line): size += line.text.description.utf8.count
        case .lines(let lines): size += lines.bytes.count
        case .again, .cleared: break
        }
      }
    }
    use(size)
  }
}

/// The nanoseconds to look for progress in a line.
private func search(_ line: String) -> Double {
  let text = DisplayText(line)
  let count = 200_000
  return nanoseconds(each: count, runs: 5) {
    var printed = PrintedProgress()
    var found = 0
    for index in 0..<count {
      let moment = Moment(nanoseconds: Int64(index) * 1_000_000)
      if printed.read(text, .whole, at: moment).reading != nil { found += 1 }
    }
    use(found)
  }
}
