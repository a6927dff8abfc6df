// What the tip line says: one table a person can edit.

import Model
import Terminal

/// Short facts about this tool and the data. A window of 60 columns has room for each of them.
enum Tips {
  /// Cells of the longest.
  static let longest = all.map(\.cells).max() ?? 0

  static let all: [DisplayText] = [
    "Sleep is only scored when your watch recorded the night.",
    "Your rides are plain files, a line each: try jq on them.",
    "Ctrl-C is always safe: what was downloaded is kept.",
    "Recovery compares this morning with your own last weeks.",
    "velo-sync --dry-run shows what a sync would do.",
    "A score that is missing tells you why when the run ends.",
    "Fitness moves slowly: it remembers six weeks of riding.",
    "velo-sync --json tells the same to jq, event by event.",
    "Scores are computed here: your data stay on this machine.",
    "Edits older than 30 days are found by velo-sync --full.",
    "Load 100 is one hour as hard as you can ride it.",
    "The exit code tells a script what to do next: see --help.",
    "Strain is the load of your day on a scale from 0 to 100.",
    "velo-sync sources tells how each service is doing.",
    "Tips go away with --no-tips, here or in the config file.",
  ]
}
