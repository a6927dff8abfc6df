// Runs the commands of a transcript in one shell, and writes down what they print.

import Support
import Testing

/// Prose after `#`, commands after `$` and `>`, what they print, and `[exit N]` if that is not 0.
///
/// The session begins in a new home folder at noon of Saturday, 2026-03-21, and its clock stands
/// still; `HOURS_LATER=7` before a command moves it. The prose prepares it (`Preparation`), and
/// `ServiceDesk` has the commands by which a session changes what the services have and answer.
struct Transcript {
  private enum Block {
    case prose([String])
    case command([String])
  }

  /// The moment of every session.
  static let now = Civil(2026, 3, 21, 12).epoch

  private var blocks: [Block] = []

  init(_ text: String) {
    var isContinued = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      switch (blocks.last, isContinued) {
      case (.prose(let lines), true) where line.hasPrefix("#"):
        blocks[blocks.count - 1] = .prose(lines + [line])
      case (.command(let lines), true) where line.hasPrefix("> "):
        blocks[blocks.count - 1] = .command(lines + [line])
      default:
        isContinued = line.hasPrefix("#") || line.hasPrefix("$ ")
        if isContinued { blocks.append(line.hasPrefix("#") ? .prose([line]) : .command([line])) }
      }
    }
  }

  // MARK: Running

  /// The transcript with what the commands print now.
  func run() throws -> String {
    let prose = blocks.flatMap { block -> [String] in
      if case .prose(let lines) = block { lines } else { [] }
    }
    let rider = try Preparation(prose).rider(at: Self.now) { Self.now }
    let desk = try ServiceDesk(rider)
    let script = blocks.compactMap { block -> String? in
      guard case .command(let lines) = block else { return nil }
      return lines.map { $0.dropFirst(2) + "\n" }.joined() + #"printf '\036%d\036' $?"# + "\n"
    }
    let variables = try Self.clock.get().environment.merging([
      "PATH": desk.searchPath(), "LANG": "C.UTF-8",
    ]) { $1 }
    let session = try rider.shell(
      "exec 2>&1; umask 022; cd\n" + script.joined(), environment: variables)
    let printed = try desk.serve { try session.run() }.output.split(
      separator: "\u{1E}", omittingEmptySubsequences: false)
    return Self.text(blocks, printed.map { Self.withoutWhatVaries($0, rider) })
  }

  private static func text(_ blocks: [Block], _ printed: [String]) -> String {
    var (lines, printed) = ([String](), printed[...])
    var needsBlank = false
    for block in blocks {
      switch block {
      case .prose(let prose):
        if !lines.isEmpty { lines.append("") }
        needsBlank = lines.isEmpty
        lines += prose
      case .command(let command):
        if needsBlank { lines.append("") }
        var output = printed.popFirst() ?? "nothing: the session has ended"
        if output.last == "\n" { output.removeLast() }
        let code = printed.popFirst() ?? "?"
        let result = (output.isEmpty ? [] : [output]) + (code == "0" ? [] : ["[exit \(code)]"])
        needsBlank = !result.isEmpty
        lines += command + result
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What differs from run to run: paths of this machine, durations, processes and ports, numbers
  /// drawn by chance, how often progress is told, and the lines that only work that lasts has.
  private static func withoutWhatVaries(_ text: Substring, _ rider: Rider) -> String {
    String(text).replacing(rider.home.path, with: "$HOME")
      .replacing(/(?m)^20[0-9T:-]+Z [^\n]+…\n/, with: "")
      .replacing(/\([0-9]+\.[0-9] s\)/, with: "(… s)")
      .replacing(/(less than a second|[1-9] seconds?)\./, with: "… seconds.")
      .replacing(/process [0-9]+/, with: "process …")
      .replacing(/127\.0\.0\.1:[0-9]+/, with: "127.0.0.1:…")
      .replacing(/127\.0\.0\.1%3A[0-9]+/, with: "127.0.0.1%3A…")
      .replacing(/state=[0-9a-f]{32}/, with: "state=…")
      .replacing(/"run_id":"[0-9a-f]+"/, with: "\"run_id\":\"…\"")
      .replacing(/"(seq|elapsed_ms|duration_ms)":[0-9]+/) { "\"\($0.1)\":…" }
  }

  /// Stops the clock that tells the time of day; that which measures durations goes on.
  private static let clock = Result {
    try PreloadedLibrary("clock", defining: ["NOW": "\(now)"], in: folder.get())
  }

  private static let folder = Result { try TemporaryFolder() }
}
