// Fuzz targets of what a wrapped command writes and a person types: the emulation, the recogniser
// of progress, the screen and keys.

import Codec
import Model
import Reporting
import Support

@testable import Terminal
import Wrap

/// Numbers beside the units that programs print them with.
let printedWords =
  [
    "%", "/", " of ", "[", "]", "(", ")", ":", "|", " ETA ", "--:--:--", "0:00:12", "00:01:02.5",
    "it/s", "time=", "Duration: ", "% Total", "% Received", "% Xferd", "Average Speed",
    "Dload  Upload", "Step ", "100", "50", "0", "1e9", "999999999999999", "9223372036854775807",
    "9223372036854775808", "18446744073709551616", "9007199254740992", "1.5", "12,345", "####",
    "━", "eta", "MB/s", "files", "\u{1}", "\u{2}", "\u{3}", "\n",
  ]
  + ["B", "k", "K", "M", "G", "T", "P", "E", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB"]
  .flatMap { [$0, "1.5" + $0, "999999999999999" + $0] }

private let controlWords = [
  "\u{1B}[", "\u{1B}[A", "\u{1B}[2K", "\u{1B}[J", "\u{1B}[1;1H", "\u{1B}[?25l", "\u{1B}[?1049h",
  "\u{1B}[?1049l", "\u{1B}[?1h", "\u{1B}[?1l", "\u{1B}[6n", "\u{1B}[38;5;196m", "\u{1B}[4:3m",
  "\u{1B}[0m", "\u{1B}]9;4;1;50\u{7}", "\u{1B}]8;;x\u{1B}\\", "\u{1B}7", "\u{1B}8", "\u{1B}c",
  "\u{1B}[1;5r", "\u{1B}P", "\u{9B}", "\r", "\r\n", "\u{8}", "\t", "日本", "👩‍🚀", "e\u{301}",
  "\u{1B}[65535A", "\u{1B}[65535C", "\u{1B}[3P", "\u{1B}[3@", "\u{1B}[L", "\u{1B}[M", "\u{1B}[S",
]

let screenTargets = [
  // Fractions are within 0…1, done is between 0 and total, the time left is not negative, the
  // number of the bar never falls, and the rest of the line is clean.
  Target("printed", words: printedWords, seeds: printedSeeds) { bytes in
    var printed = PrintedProgress()
    var bar = 0
    var moment = Moment(nanoseconds: 0)
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      // A line may begin with a control byte that says its form and when it comes.
      let control = line.first.map { $0 < 0x20 ? Int($0) : 0 } ?? 0
      moment =
        moment + [.milliseconds(100), .zero, .milliseconds(2500), .seconds(40)][control >> 2 & 3]
      let shown = DisplayText(text(control == 0 ? line : line.dropFirst()))
      if control & 3 == 3 {
        let percent = Int(line.dropFirst().first ?? 0)
        check(printed.read(.normal(percent: percent), at: moment), &bar)
      } else {
        let form: PrintedProgress.Form = [.whole, .redrawn, .growing][control & 3]
        let found = printed.read(shown, form, at: moment)
        if let words = found.words { checkClean(words) }
        check(found.reading, &bar)
      }
    }
  },
  // Lines are clean and within their limit, open lines fit,
  // redrawn rows are on the screen, and the live renderer below writes no sequence of others.
  Target("output", words: controlWords + printedWords, seeds: outputSeeds) { bytes in
    var choices = Choices(bytes)
    var show = WrapShow(
      columns: 2 + choices.byte() % 90, rows: 1 + choices.byte() % 30,
      isOnScreen: choices.byte() % 4 > 0)
    // A chunk begins with a byte that says where it comes from, when, and what happens then.
    for chunk in choices.rest.split(separator: 0xFF, omittingEmptySubsequences: false) {
      show.take(Array(chunk.dropFirst()), Int(chunk.first ?? 0))
    }
    show.end()
  },
  // What a log shows does not depend on how the output was cut.
  Target("pieces", words: controlWords, seeds: outputSeeds) { bytes in
    var choices = Choices(bytes)
    let size = 1 + choices.byte()
    let cut = logLines(of: pieces(choices.rest, size))
    requireSame(logLines(of: [Array(choices.rest)]), cut, "lines depend on the pieces")
  },
  // A painted row never wraps, and painting the same frame twice writes nothing.
  Target("screen", words: controlWords) {
    ["\u{20}\u{5}one\ntwo 日本\n\u{FF}three", "\u{3}\u{2}👩‍🚀e\u{301}\n\n"].map { Array($0.utf8) }
  } run: { bytes in
    var choices = Choices(bytes)
    let (columns, rows) = (2 + choices.byte() % 60, 4 + choices.byte() % 12)
    var ours = Screen(palette: Palette([.ok: 32, .error: 31, .value: 1, .muted: 2]))
    ours.resized(columns: columns, rows: rows)
    var screen = TestScreen(columns: columns, rows: rows)
    for part in choices.rest.split(separator: 0xFF) {
      let lines = part.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(rows - 1)
      let frame = Frame(
        lines: lines.map { line in
          let role = Array(Role.allCases)[Int(line.first ?? 0) % Role.allCases.count]
          return Line([Span(DisplayText(text(line)), role)])
        })
      screen.feed(ours.show(frame, columns: columns))
      require(screen.unknown.isEmpty && !screen.isMidway, "\(screen.unknown)")
      require(screen.scrollback.isEmpty, "a row wraps or the frame scrolls")
      require(ours.show(frame, columns: columns).isEmpty, "an equal frame is painted")
    }
  },
  // Keys are characters that a person can type, and no sequence gives more keys than bytes.
  Target("keys", words: controlWords) {
    ["rq\u{1B}[A\u{1B}OPé", "\u{1B}\u{FF}x\u{1B}]11;rgb:0/0/0\u{7}y"].map { Array($0.utf8) }
  } run: { bytes in
    var decoder = KeyDecoder()
    var moment = Moment(nanoseconds: 0)
    for chunk in bytes.split(separator: 0xFF) {
      moment = moment + .milliseconds(10 * Int64(chunk.count))
      var keys = chunk.flatMap { decoder.decode($0, at: moment) }
      moment = moment + .milliseconds(60)
      if let key = decoder.settle(at: moment) { keys.append(key) }
      require(keys.count <= chunk.count + 1, "\(keys.count) keys of \(chunk.count) bytes")
      for case .character(let character) in keys {
        let isControl = character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        require(!isControl, "a control is a key")
      }
    }
  },
]

private func check(_ reading: PrintedProgress.Update?, _ bar: inout Int) {
  guard let reading else { return }
  let report = reading.report
  require(report.fraction.map { (0...1).contains($0) } ?? true, "fraction \(report)")
  require(report.done.map { $0 >= 0 } ?? true, "done \(report)")
  require((report.done ?? 0) <= (report.total ?? .max), "done and total \(report)")
  require(report.left.map { $0 >= .zero } ?? true, "left \(report)")
  require(reading.bar >= bar, "bar \(reading.bar) after \(bar)")
  bar = reading.bar
}

/// The lines of a log, without the blanks at their ends: whether those are kept is nobody's
/// business.
private func logLines(of pieces: [[UInt8]]) -> [String] {
  var output = CommandOutput(.log)
  var lines: [DisplayText] = []
  func add(_ change: OutputChange) { lines += change.newLines.map(\.text) }
  for piece in pieces {
    _ = output.feed(piece, from: .standardOutput, at: Moment(nanoseconds: 0), add)
  }
  output.end(.standardOutput, add)
  return lines.map { line in
    let text = line.description
    return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
  }
}
