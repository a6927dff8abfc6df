// Recorded output of programs with progress: the bar follows what each program says.
//
// Each `.ndjson` file of `PrintedOutput` holds one run. Its first line names the command and says
// whether it ran on a terminal, what only this run `shows`, the `status` of the last reading, which
// is missing where no bar may be read, and whether it takes the whole `screen`. Every other line is
// one write: `ms` since the start, `stream` (`out`, `err`, or `tty` for both), `text`, and `at`,
// the fractions 0…1 that the program states in that write, where it states any. They were read off
// with a pattern for each program, when it was recorded; what the same write replaces by a line
// without any is not seen, and left out.

import Codec
import Model
import Support
import Terminal
import Testing
import Wrap

/// The folder of recorded output, with and without progress.
enum PrintedCorpus {
  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/PrintedOutput/"

  static let runs = Disk.names(in: folder).filter { $0.hasSuffix(".ndjson") }

  /// The text of a file; empty if there is none.
  static func text(_ name: String) -> String {
    String(decoding: (try? Disk.read(folder + name)) ?? [], as: UTF8.self)
  }
}

/// One recorded run.
struct RecordedOutput: Sendable {
  struct Write: Sendable {
    let milliseconds: Int64
    let stream: OutputStream
    let text: String
    let stated: [Double]
  }

  let header: JSONValue
  let writes: [Write]

  init(_ name: String) throws {
    let lines = PrintedCorpus.text(name).split(separator: "\n" as Character)
    header = try JSONValue(parsing: Array(try #require(lines.first).utf8))
    writes = try lines.dropFirst().map { line in
      let value = try JSONValue(parsing: Array(line.utf8))
      return Write(
        milliseconds: try #require(value["ms"]?.integer),
        stream: value["stream"]?.string == "err" ? .standardError : .standardOutput,
        text: try #require(value["text"]?.string),
        stated: value["at"]?.elements?.compactMap(\.double) ?? [])
    }
  }

  /// Runs as `wrap` does and calls `body` after each write with the newest reading, if any was made
  /// by it, and the text of the line it came from. A program that takes the whole screen has it to
  /// its end.
  func play(_ body: (Write, PrintedProgress.Update?, DisplayText?) -> Void) {
    var output = CommandOutput(.terminal)
    var hasScreen = false
    var printed = PrintedProgress()
    for write in writes {
      let moment = Moment(nanoseconds: write.milliseconds * 1_000_000)
      var newest: PrintedProgress.Update?
      var text: DisplayText?
      func take(_ found: PrintedProgress.Line?) {
        if let found, let reading = found.reading { (newest, text) = (reading, found.words) }
      }
      if hasScreen { return }
      let asked = output.feed(Array(write.text.utf8), from: write.stream, at: moment) {
        take(printed.read($0, at: moment))
      }
      hasScreen = asked.screen != nil
      if let open = output.openLine(on: write.stream) {
        take(printed.read(open, among: output.redrawn, at: moment))
      }
      for state in asked.taskbar {
        if let reading = printed.read(state, at: moment) { newest = reading }
      }
      body(write, newest, text)
    }
  }
}

@Suite(.blocking) struct RecordedOutputTests {
  /// From its second statement on, each rise that a program states is read within 300 ms, to within
  /// 1 %, and nothing else is read. A statement may be split between writes. The status is the line
  /// without the notation.
  @Test(arguments: PrintedCorpus.runs) func `the bar follows the program`(_ name: String) throws {
    let run = try RecordedOutput(name)
    var rises: [(at: Int64, value: Double)] = []
    var readings: [(at: Int64, value: Double)] = []
    var strange: [Int64] = []
    var stated = [0.0]
    var (last, status): (Double?, DisplayText?)
    var count = 0
    run.play { write, reading, text in
      count += 1
      if !write.stated.isEmpty { stated = write.stated }
      if let reading {
        readings.append((write.milliseconds, reading.fraction))
        status = text ?? status ?? ""
        if !stated.contains(where: { abs(reading.fraction - $0) <= 0.0101 }) {
          strange.append(write.milliseconds)
        }
      }
      guard let now = write.stated.last else { return }
      if let last, now > last { rises.append((write.milliseconds, now)) }
      last = now
    }
    let shows = run.header["shows"]?.string ?? name
    let takesScreen = run.header["screen"] != nil
    #expect(count > 0 && takesScreen == (count < run.writes.count), "\(shows)")
    if run.header["status"] == nil { rises = [] }
    if takesScreen { status = nil }
    let missed = rises.filter { rise in
      !readings.contains {
        rise.at...rise.at + 300 ~= $0.at && abs($0.value - rise.value) <= 0.0101
      }
    }
    let faults = "missed: \(missed.map(\.at)), strange: \(strange)"
    expectEqual(faults, "missed: [], strange: []", "\(shows)")
    expectEqual(status?.description, run.header["status"]?.string, "\(shows)")
    #expect(status == nil || rises.count > 1, "\(shows)")
  }
}

@Suite(.blocking) struct OrdinaryOutputTests {
  /// The outputs with their names.
  static let outputs: [(name: Substring, lines: [Substring])] = {
    let lines = PrintedCorpus.text("ordinary.txt").split(
      separator: "\n" as Character, omittingEmptySubsequences: false)
    var outputs: [(name: Substring, lines: [Substring])] = []
    for line in lines {
      if line.hasPrefix("=== ") {
        outputs.append((line.dropFirst(4), []))
      } else if !outputs.isEmpty {
        outputs[outputs.count - 1].lines.append(line)
      }
    }
    return outputs
  }()

  /// Written at once, as programs write tables, and slowly, as they write logs.
  @Test(arguments: [1, 250] as [Int64]) func `none shows a bar`(_ pause: Int64) {
    for output in Self.outputs {
      // Numbers that come slowly are progress.
      let isNumbers = output.lines.contains { $0.allSatisfy { $0 == " " || $0.isNumber } }
      if pause > 1, isNumbers { continue }
      var printed = PrintedProgress()
      for (index, line) in output.lines.enumerated() {
        let text = DisplayText(String(line))
        let moment = Moment(nanoseconds: Int64(index) * pause * 1_000_000)
        let found = printed.read(text, .whole, at: moment)
        expectEqual(found.reading, nil, "\(output.name): \(line)")
        expectEqual(found.words, nil, "\(output.name): \(line)")
      }
    }
  }

  /// The same lines in one stream: one output may not complete another's pattern.
  @Test func `none shows a bar after another`() {
    #expect(Self.outputs.count >= 200 && Self.outputs.flatMap(\.lines).count > 2000)
    var printed = PrintedProgress()
    for (index, line) in Self.outputs.flatMap(\.lines).enumerated() {
      let moment = Moment(nanoseconds: Int64(index) * 1_000_000)
      let found = printed.read(DisplayText(String(line)), .whole, at: moment)
      expectEqual(found.reading, nil, "\(line)")
    }
  }
}
