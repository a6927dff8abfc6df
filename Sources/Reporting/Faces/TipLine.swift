// Line 4 of the live block: a tip that changes every three seconds, with a short fade.

import Model
import Terminal

/// The number of the tip, and its brightness.
struct TipLine: Hashable, Sendable {
  /// How long each tip is shown, and the delay before the first.
  private static let turn = Duration.seconds(3)
  /// A tip starts muted, is plain between these moments, and muted again.
  private static let plainFrom = Duration.milliseconds(150)
  private static let mutedFrom = Duration.milliseconds(300)

  private static let indent: DisplayText = "  "

  let number: Int
  let isPlain: Bool
  /// Cells of the whole line.
  let width: Int

  /// nil before the first tip, and in windows too narrow for the longest tip, so that the block keeps
  /// its height.
  ///
  /// - Parameters:
  ///   - age: the time since the run began.
  ///   - first: the number of the first tip.
  init?(age: Duration, first: Int, width: Int) {
    guard age >= Self.turn, width >= Self.indent.cells + Tips.longest else { return nil }
    let turns = age.nanoseconds / Self.turn.nanoseconds
    number = (first % Tips.all.count + Int(turns) - 1) % Tips.all.count
    isPlain = (Self.plainFrom..<Self.mutedFrom).contains(age - Self.turn * Int(turns))
    self.width = width
  }

  /// Whether a tip is fading in.
  static func isFading(age: Duration) -> Bool {
    age >= turn && age.nanoseconds % turn.nanoseconds < mutedFrom.nanoseconds
  }

  /// The line; the lead is dropped first if there is no room.
  func spans(messages: Messages, glyphs: Glyphs) -> [Span] {
    var lead = Self.indent + "\(messages.tipLead) "
    if lead.cells + Tips.longest > width { lead = Self.indent }
    return [Span(lead, .muted), Span(glyphs.fit(Tips.all[number]), isPlain ? .plain : .muted)]
  }
}

/// Short facts about this tool and the data; each fits a window of 60 columns.
enum Tips {
  /// Cells of the longest tip.
  static let longest = all.map(\.cells).max() ?? 0

  static let all: [DisplayText] = [
    "Sleep is only scored when your watch recorded the night.",
    "Your rides are plain files, one per line: try jq on them.",
    "Ctrl-C is always safe: downloaded data is kept.",
    "Recovery compares this morning with your last weeks.",
    "velo-sync --dry-run shows what a sync would do.",
    "If a score is missing, the summary says why.",
    "Fitness changes slowly: it averages six weeks of riding.",
    "velo-sync --json writes the same as events for jq.",
    "Scores are computed here: no data leaves this machine.",
    "velo-sync --full finds edits older than 30 days.",
    "Load 100 is one hour as hard as you can ride it.",
    "The exit code tells a script what to do next: see --help.",
    "Strain is the load of your day on a scale from 0 to 100.",
    "velo-sync sources shows the state of each service.",
    "Hide tips with --no-tips, here or in the config file.",
  ]
}
