// Runs as text files have them: what happens, and what a renderer then shows.

import Codec
import Format
import Model
import Reporting
import Support
import Terminal
import Testing

/// A run in a file of the gallery: prose, a renderer, and orders, each followed by what it shows:
///
///     # A status is a line only when it lasts.
///     plain
///     start
///     status processing_data
///     wait 1010
///       | 1.0 s: 2026-11-20T06:00:01Z Processing your data…
///
/// The lines that begin with blanks are written anew by `VELO_SYNC_RECORD=1`. A word `20|30|40` has
/// each of the values in turn; what differs is then shown for each. `5x a; b` repeats orders, with
/// the number of the turn for `#`. `␣` is a blank in a word or at the end.
///
///     start strava sample attempt=2   a sync begins; command=import; - for no source
///     downloading 62 183              one that has 62 of 183 rides; done 70; finish
///     work strava bytes total=900     a piece of work; share=prep
///     status saving destination=/x    an event as velo-sync emit has it; - for no value
///     event {"type":…}                the same; {…} as a wrapped command writes it; recorded {…}
///     fail network strava             also note, warn: by code, and words of its text
///     propose retry partial new=12    the question after a run; end ok new=12; leave
///     wrap make -j                    line, error_line, open, redraw, close, exit 2
///     wait 1000                       milliseconds with their ticks; pass 1000: without
///     ask                             SIGUSR1; interrupt, resize, resume, tick, columns 40
///     screen                          the window of live output; row 2, styles 2, cursor
///     film                            the bar in all frames; writes: how many since last time
///     when Trying                     the moments of writes with this text; next: of a frame
struct RunScript {
  private var prose: [String] = []
  private var orders: [String] = []

  /// The runs of a file: prose after an order begins the next.
  static func all(in text: String) -> [RunScript] {
    var scripts: [RunScript] = []
    for line in text.split(separator: "\n").map(String.init) where !line.hasPrefix(" ") {
      if line.hasPrefix("#") {
        if scripts.last?.orders.isEmpty != true { scripts.append(RunScript()) }
        scripts[scripts.count - 1].prose.append(line)
      } else if !scripts.isEmpty {
        scripts[scripts.count - 1].orders.append(line)
      }
    }
    return scripts
  }

  /// The run with what is shown now.
  func played() throws -> String {
    let variants = orders.map(Self.values).max { $0.count < $1.count }?.count ?? 1
    var shown = orders.map { _ in [[String]]() }
    for variant in 0..<variants {
      let chosen = orders.map { order -> String in
        let all = Self.values(of: order)
        return all[variant % all.count]
      }
      var player = try Player(chosen[0])
      for index in chosen.indices {
        let lines = try index == 0 ? player.shown() : player.perform(chosen[index])
        shown[index].append(Self.counted(lines))
      }
    }
    let names = orders.first { Self.values(of: $0).count == variants }.map(Self.values) ?? []
    var lines = prose
    for (order, shown) in zip(orders, shown) {
      lines.append(order)
      if Set(shown).count == 1 {
        lines += shown[0].map { "  | " + $0 }
      } else {
        for (name, shown) in zip(names, shown) {
          lines.append("  \(name):")
          lines += shown.map { "    | " + $0 }
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Equal lines that follow each other as one.
  private static func counted(_ lines: [String]) -> [String] {
    var groups: [(line: String, count: Int)] = []
    for line in lines {
      if groups.last?.line == line {
        groups[groups.count - 1].count += 1
      } else {
        groups.append((line, 1))
      }
    }
    return groups.map { $0.count == 1 ? $0.line : "\($0.line)  (\($0.count) times)" }
  }

  /// An order with each value of its words that have several.
  private static func values(of order: String) -> [String] {
    let words = order.split(separator: " ").map { word -> [String] in
      let parts = word.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      if order.hasPrefix("{") || parts.contains("") { return [String(word)] }
      guard let end = parts[0].firstIndex(of: "=") else { return parts }
      return [parts[0]] + parts.dropFirst().map { parts[0][...end] + $0 }
    }
    let count = words.map(\.count).max() ?? 1
    if count == 1 { return [order] }
    return (0..<count).map { index in words.map { $0[index % $0.count] }.joined(separator: " ") }
  }
}

@Suite(.blocking) struct RunScriptTests {
  @Test(arguments: ["logs", "events", "stream", "live", "panel", "scores", "wrap"])
  func `runs show what is recorded`(_ name: String) throws {
    let file = "run-\(name).txt"
    let text = String(decoding: try #require(try Disk.read(Gallery.path(of: file))), as: UTF8.self)
    let scripts = RunScript.all(in: text)
    expect(scripts.count > 3)
    try Gallery.compare(scripts.map { try $0.played() }.joined(separator: "\n"), with: file)
  }
}
