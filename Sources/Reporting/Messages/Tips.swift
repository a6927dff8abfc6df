// Short facts about this tool and the data, shown below the live line.

import Model
import Terminal

extension Messages {
  /// Cells of the longest tip.
  static let longestTip = tips.map(\.text.cells).max() ?? 0

  var tipLead: DisplayText { "Did you know?" }

  /// Those that this run, and whose run it is, can use.
  static func tips(for run: RunStart?) -> [DisplayText] {
    tips.filter { tip in run.map { tip.fits($0) } ?? true }.map(\.text)
  }

  private typealias Tip = (text: DisplayText, fits: @Sendable (RunStart) -> Bool)

  /// Each fits a window of 60 columns.
  private static let tips: [Tip] = [
    (
      "Sleep is only scored when your watch recorded the night.",
      { $0.sources.contains(where: \.hasNights) }
    ),
    ("Your rides are plain files, one per line: try jq on them.", { _ in true }),
    ("Ctrl-C is always safe: downloaded data is kept.", { !$0.isImport }),
    (
      "Recovery compares this morning with your last weeks.",
      { $0.sources.contains(where: \.hasNights) }
    ),
    ("velo-sync --dry-run shows what a sync would do.", { !$0.dryRun }),
    ("If a score is missing, the summary says why.", { _ in true }),
    ("Fitness changes slowly: it averages six weeks of riding.", { _ in true }),
    ("velo-sync --json writes the same as events for jq.", { _ in true }),
    ("Scores are computed here: no data leaves this machine.", { _ in true }),
    ("velo-sync --full finds edits older than 30 days.", { $0.sources.contains(.strava) }),
    ("Load 100 is one hour as hard as you can ride it.", { _ in true }),
    ("The exit code tells a script what to do next: see --help.", { _ in true }),
    ("Strain is the load of your day on a scale from 0 to 100.", { _ in true }),
    ("velo-sync sources shows the state of each service.", { !$0.isImport }),
    ("Hide tips with --no-tips, here or in the config file.", { _ in true }),
  ]
}
