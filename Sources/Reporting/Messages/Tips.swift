// Short facts about this tool and the data, shown below the live line.

import Model
import Terminal

extension Messages {
  /// Cells of the longest tip.
  static let longestTip = tips.map(\.cells).max() ?? 0

  var tipLead: DisplayText { "Did you know?" }

  /// Each fits a window of 60 columns.
  static let tips: [DisplayText] = [
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
