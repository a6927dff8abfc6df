// Recorded output of programs with progress: the bar follows what each program says.
//
// Each `.ndjson` file of `PrintedOutput` holds one run. Its first line names the command and says whether it
// ran on a terminal. Every other line is one write: `ms` since the start, `stream` (`out`, `err`, or
// `tty` for both), `text`, and `at`, the fractions 0…1 that the program states in that write,
// where it states any. They were read off with a pattern for each program, when it was recorded.

import Codec
import Model
import Reporting
import Support
import Terminal
import Testing

/// One recorded run.
struct RecordedOutput: Sendable, CustomTestStringConvertible {
  struct Write: Sendable {
    let milliseconds: Int64
    let stream: OutputStream
    let text: String
    let stated: [Double]
  }

  let name: String
  let writes: [Write]

  var testDescription: String { name }

  init(_ name: String) throws {
    self.name = name
    var writes: [Write] = []
    for line in PrintedCorpus.text("\(name).ndjson").split(separator: "\n" as Character)
      .dropFirst()
    {
      let value = try JSONValue(parsing: Array(line.utf8))
      writes.append(
        Write(
          milliseconds: try #require(value["ms"]?.integer),
          stream: value["stream"]?.string == "err" ? .standardError : .standardOutput,
          text: try #require(value["text"]?.string),
          stated: value["at"]?.elements?.compactMap(\.double) ?? []))
    }
    self.writes = writes
  }

  /// Runs as `wrap` does and calls `body` after each write with the newest reading, if any was made
  /// by it, and the text of the line it came from.
  func play(_ body: (Write, PrintedProgress.Reading?, DisplayText?) -> Void) {
    var output = CommandOutput(isOnScreen: true)
    var printed = PrintedProgress()
    for write in writes {
      let moment = Moment(nanoseconds: write.milliseconds * 1_000_000)
      var newest: PrintedProgress.Reading?
      var text: DisplayText?
      func take(_ line: DisplayText, _ form: PrintedProgress.Form) {
        let found = printed.take(line, form, at: moment)
        if let reading = found.reading { (newest, text) = (reading, found.text) }
      }
      output.take(Array(write.text.utf8), from: write.stream, at: moment) { take($0.text, .whole) }
      if let open = output.openLine, open.since == moment, open.kind != .wiped {
        take(open.text, open.isRedrawn ? .redrawn : .growing)
      }
      for state in output.takeTaskbarStates() {
        if let reading = printed.take(state, at: moment) { newest = reading }
      }
      body(write, newest, text)
    }
  }
}

@Suite(.blocking) struct RecordedOutputTests {
  /// The runs that state their progress, with the status of the last reading.
  static let stated: [(name: String, text: String)] = [
    ("curl-meter", ""), ("curl-meter-tty", ""), ("curl-bar", ""), ("curl-bar-tty", ""),
    ("wget-dot", ""), ("wget-bar", "/dev/null"), ("wget-bar-tty", "/dev/null"),
    ("rsync-total", ""), ("rsync-files", ""), ("rsync-files-tty", ""), ("pv-force", ""),
    ("pv-tty", ""), ("pv-numeric", ""),
    ("git-clone", "Receiving objects: 7.25 MiB | 77.31 MiB/s, done"),
    ("git-clone-tty", "Receiving objects: 7.25 MiB | 89.42 MiB/s, done"),
    ("make", "Built target ride"), ("ninja", "Linking CXX static library libride.a"),
    ("ninja-tty", "Linking CXX static library libride.a"),
    ("ctest", "Test #10: route_test Passed 0.20 sec"),
    ("ctest-tty", "Test #3: gear_test Passed 0.20 sec"),
    ("pytest-quiet", ""), ("pytest-verbose", "pt/test_b.py::test_gear PASSED"), ("pytest-tty", ""),
    ("swift-build", "Linking gears"),
    ("swift-build-tty", "Linking gears"), ("tqdm", "Loading"), ("tqdm-tty", "Loading"),
    ("rich-tty", "Reading"), ("rich-forced", "Down"), ("alive-forced", ""), ("osc", ""),
    ("zstd", "Read"), ("zstd-tty", "Read"), ("xz-tty", ""), ("7z", "7 + src/f6.bin"),
    ("7z-tty", "7 + src/f6.bin"), ("ffmpeg", ""),
  ]

  /// From its second statement on, each rise that a program states is read within 300 ms, to
  /// within 1 %. A statement may be split between writes.
  @Test(arguments: stated.indices) func barFollowsTheProgram(_ index: Int) throws {
    let run = try RecordedOutput(Self.stated[index].name)
    var rises: [(at: Int64, value: Double)] = []
    var readings: [(at: Int64, value: Double)] = []
    var last: Double?
    run.play { write, reading, _ in
      if let reading { readings.append((write.milliseconds, reading.fraction)) }
      guard let stated = write.stated.last else { return }
      if let last, stated > last { rises.append((write.milliseconds, stated)) }
      last = stated
    }
    #expect(rises.count > 1, "\(run)")
    for rise in rises {
      let isRead = readings.contains {
        rise.at...rise.at + 300 ~= $0.at && abs($0.value - rise.value) <= 0.0101
      }
      #expect(isRead, "\(run) at \(rise.at) ms")
    }
  }

  /// Nothing else is read: every reading is what the program states then.
  @Test(arguments: stated.indices) func noOtherBarIsShown(_ index: Int) throws {
    let run = try RecordedOutput(Self.stated[index].name)
    var stated = [0.0]
    run.play { write, reading, _ in
      if !write.stated.isEmpty { stated = write.stated }
      guard let reading else { return }
      let isStated = stated.contains { abs(reading.fraction - $0) <= 0.0101 }
      #expect(isStated, "\(run) at \(write.milliseconds) ms")
    }
  }

  @Test(arguments: stated.indices) func statusIsTheLineWithoutTheNotation(_ index: Int) throws {
    let (name, expected) = Self.stated[index]
    var last: DisplayText?
    try RecordedOutput(name).play { _, reading, text in
      if reading != nil { last = text ?? last }
    }
    #expect(last?.description ?? "" == expected, "\(name)")
  }

  /// Programs that name no total, and a disk so small that nothing moves.
  @Test(arguments: ["dd-status", "mkfs", "mkfs-tty", "e2fsck", "e2fsck-tty", "apt", "pip"])
  func withoutProgressNoBarIsShown(_ name: String) throws {
    let run = try RecordedOutput(name)
    #expect(!run.writes.isEmpty)
    run.play { write, reading, _ in
      expectEqual(reading, nil, "\(name) at \(write.milliseconds) ms")
    }
  }

  @Test func sizesOfADownloadAreRead() throws {
    var last: PrintedProgress.Reading?
    try RecordedOutput("pip-tty").play { _, reading, _ in last = reading ?? last }
    #expect(last?.unit == .bytes && last?.total == 16_900_000)
    last = nil
    try RecordedOutput("curl-meter").play { _, reading, _ in last = reading ?? last }
    #expect(last?.unit == .bytes && last?.total == 2929 << 10)
  }
}
