// Recorded output of programs with progress: the bar follows what each program says.
//
// Each `.ndjson` file of `PrintedOutput` holds one run. Its first line names the command and says
// whether it ran on a terminal. Every other line is one write: `ms` since the start, `stream`
// (`out`, `err`, or `tty` for both), `text`, and `at`, the fractions 0…1 that the program states in
// that write, where it states any. They were read off with a pattern for each program, when it was
// recorded; what the same write replaces by a line without any is not seen, and left out.

import Codec
import Model
import Support
import Terminal
import Testing
import Wrap

/// The folder of recorded output, with and without progress.
enum PrintedCorpus {
  /// The text of a file; empty if there is none.
  static func text(_ name: String) -> String {
    let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let bytes = try? Disk.read(folder + "/PrintedOutput/" + name)
    return String(decoding: bytes ?? [], as: UTF8.self)
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

  let writes: [Write]

  init(_ name: String) throws {
    let lines = PrintedCorpus.text("\(name).ndjson").split(separator: "\n" as Character)
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
  func play(_ body: (Write, PrintedProgress.Reading?, DisplayText?) -> Void) {
    var output = CommandOutput(.terminal)
    var hasScreen = false
    var printed = PrintedProgress()
    for write in writes {
      let moment = Moment(nanoseconds: write.milliseconds * 1_000_000)
      var newest: PrintedProgress.Reading?
      var text: DisplayText?
      func take(_ found: PrintedProgress.Line?) {
        if let found, let reading = found.reading { (newest, text) = (reading, found.text) }
      }
      if hasScreen { return }
      let request = output.take(Array(write.text.utf8), from: write.stream, at: moment) {
        take(printed.take($0, at: moment))
      }
      hasScreen = request != nil
      if let open = output.openLine(on: write.stream) {
        take(printed.take(open, among: output.redrawn, at: moment).line)
      }
      for state in output.takeTaskbarStates() {
        if let reading = printed.take(state, at: moment) { newest = reading }
      }
      body(write, newest, text)
    }
  }
}

@Suite(.blocking) struct RecordedOutputTests {
  /// The runs that state their progress, what only they show, and the status of the last reading.
  private static let stated: [(name: String, shows: String, text: String)] = [
    ("7z", "backspaces over the line before", "7 + src/f6.bin"),
    ("alive-forced", "a count after a bar of blocks, with a spinner", "in 2.4s (24.62/s)"),
    (
      "ctest", "a count at the beginning, the result in a later write",
      "tests passed, 0 tests failed out of 10"
    ),
    ("curl-bar", "a bar of # with a percentage", ""),
    (
      "git-clone-tty", "several counts, rows erased to their end",
      "Receiving objects: 7.25 MiB | 89.42 MiB/s, done."
    ),
    ("make", "a percentage in brackets, a line a step", "Built target ride"),
    ("ninja", "a count in brackets, a line a step", "Linking CXX static library libride.a"),
    ("ninja-tty", "the same, redrawn in one row", "Linking CXX static library libride.a"),
    ("osc", "the state of the taskbar", ""),
    ("pv-force", "a bar in brackets with the time left", "38.1MiB 0:00:03 [12.0MiB/s]"),
    ("pv-numeric", "a number a line", ""),
    ("pytest-quiet", "dots, and a percentage at the right margin", ""),
    ("pytest-verbose", "a percentage at the end of each line", "pt/test_b.py::test_gear[8] PASSED"),
    ("rich-tty", "a coloured bar of one row, erased and drawn again", "Reading 0:00:02"),
    (
      "rsync-files", "a percentage that begins anew with each file",
      "3,000,000 3.44MB/s 0:00:00 (xfr#6, to-chk=0/7)"
    ),
    (
      "rsync-total", "one percentage of all files",
      "18,000,000 7.11MB/s 0:00:02 (xfr#6, to-chk=0/7)"
    ),
    ("swift-build-tty", "a total that grows", "Linking gears"),
    ("tqdm", "a percentage, a bar and a count", "Loading: [00:02<00:00, 24.86it/s]"),
    ("wget-bar", "a bar behind a name, in small writes", "/dev/null 2.86M 839KB/s in 3.5s"),
    ("wget-dot", "dots in groups, a percentage at the end of each row", "2900K 838K=3.5s"),
    ("xz-tty", "sizes, a ratio and a percentage", "= 1.000 2.6 MiB/s 0:14"),
    (
      "aria2", "sizes and a percentage within brackets, repeated in a summary",
      "[#e1b6e7 2.6MiB/2.8MiB CN:1 DL:386KiB]"
    ),
    ("aria2-tty", "the same, redrawn", "[#ba3bbb 2.6MiB/2.8MiB CN:1 DL:386KiB]"),
    (
      "bazel", "a total that grows, in a row that is erased and written again",
      "Compiling ride/gear1240.cc; 1s linux-sandbox"
    ),
    ("cargo", "a count after a bar, below lines that end", "Building rim"),
    (
      "dnf", "a percentage a package, each from the beginning",
      "tyre-1.5.rpm | 1.2 MB/s | 1200 kB 00:01 ETA"
    ),
    ("docker-pull", "several rows, each with a bar of sizes", "9f5a1c2d3e4f: Downloading"),
    ("gradle", "a bar in a row that is erased and written again", "< EXECUTING [6s]"),
    (
      "python-log", "whole lines with a date, a time and a name",
      "2026-05-07 18:45:11,077 - rides.copy - INFO - copied"
    ),
    (
      "rclone-line", "whole lines with a date and a time",
      "2026/11/27 13:00:31 INFO : 4.027 MiB/s, ETA 0s"
    ),
    ("rclone-tty", "several rows, a percentage for all and one for each file", "Transferred"),
    (
      "syslog", "a count behind the name of a host and a process",
      "May 7 18:45:10 velo copier[412]: copied rides"
    ),
    (
      "webpack", "a percentage and a count that says something else",
      "- webpack building 99/120 modules"
    ),
    (
      "xdist", "a percentage between the name of a worker and that of a test",
      "[gw0] PASSED pt/test_a.py::test_ride[10]"
    ),
    (
      "yt-dlp", "a percentage a line, of less than one at first",
      "[download] of 2.86MiB in 00:00:02 at 1.08MiB/s"
    ),
    (
      "yt-dlp-fragments", "a percentage that dips: the whole is estimated anew",
      "[download] of ~ 12.19MiB at 1.20MiB/s ETA 00:03 (frag 19/25)"
    ),
    ("yt-dlp-tty", "a percentage in colours", "[download] of 2.86MiB in 00:00:02 at 1.07MiB/s"),
    ("apt-get", "a row that is rewritten among lines that end", "(Reading database"),
    ("apt-get-tty", "phases after each other, each with a percentage", "(Reading database"),
    ("cmake", "lines that end, from a real build after its configuration", "Built target velo"),
    ("cmake-tty", "the same, in colours", "Built target velo"),
    ("zstd", "two sizes beside a percentage that means something else", "Read: 100%"),
  ]

  /// From its second statement on, each rise that a program states is read within 300 ms, to within
  /// 1 %, and nothing else is read. A statement may be split between writes. The status is the line
  /// without the notation.
  @Test(arguments: stated.map(\.name)) func theBarFollowsTheProgram(_ name: String) throws {
    let run = try RecordedOutput(name)
    var rises: [(at: Int64, value: Double)] = []
    var readings: [(at: Int64, value: Double)] = []
    var strange: [Int64] = []
    var stated = [0.0]
    var last: Double?
    var status: DisplayText?
    run.play { write, reading, text in
      if !write.stated.isEmpty { stated = write.stated }
      if let reading {
        readings.append((write.milliseconds, reading.fraction))
        status = text ?? status
        if !stated.contains(where: { abs(reading.fraction - $0) <= 0.0101 }) {
          strange.append(write.milliseconds)
        }
      }
      guard let now = write.stated.last else { return }
      if let last, now > last { rises.append((write.milliseconds, now)) }
      last = now
    }
    #expect(rises.count > 1)
    let missed = rises.filter { rise in
      !readings.contains {
        rise.at...rise.at + 300 ~= $0.at && abs($0.value - rise.value) <= 0.0101
      }
    }
    let row = try #require(Self.stated.first { $0.name == name })
    let faults = "missed: \(missed.map(\.at)), strange: \(strange)"
    expectEqual(faults, "missed: [], strange: []", "\(row.shows)")
    expectEqual(status?.description ?? "", row.text, "\(row.shows)")
  }

  /// No total; backspaces over counts that mean nothing; a bar of a disk so small that nothing
  /// moves; seconds that pass; codes and times in a log; the time that is reached of a film; a
  /// table of figures; a spinner; a bar that is drawn without a number.
  @Test(arguments: [
    "dd-status", "mkfs", "e2fsck", "terraform", "access-log", "ffmpeg", "ffmpeg-tty",
    "ffmpeg-null", "ffmpeg-null-tty", "curl-meter",
    "npm", "npm-tty", "npm-offline", "npm-offline-tty",
  ])
  func withoutProgressNoBarIsShown(_ name: String) throws {
    let run = try RecordedOutput(name)
    #expect(!run.writes.isEmpty)
    run.play { write, reading, _ in
      expectEqual(reading, nil, "\(name) at \(write.milliseconds) ms")
    }
  }

  /// Their bars are in a row below a scroll region, which takes the whole screen.
  @Test(arguments: ["enlighten-tty", "apt-tty"]) func noBarIsReadFromAScreen(_ name: String) throws
  {
    var count = 0
    let run = try RecordedOutput(name)
    run.play { write, reading, _ in
      if let reading { #expect(write.stated.contains { abs($0 - reading.fraction) <= 0.0101 }) }
      count += 1
    }
    #expect(count < run.writes.count)
  }

  @Test func sizesOfADownloadAreRead() throws {
    var last: PrintedProgress.Reading?
    try RecordedOutput("pip-tty").play { _, reading, _ in last = reading ?? last }
    #expect(last?.unit == .bytes && last?.total == 16_900_000)
  }
}
