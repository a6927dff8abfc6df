// The texts of what `velo-sync check` finds, and how each is mended.

import Model

extension Messages {
  /// "183 activities, 90 days of health data, 42 days of scores: no problems."
  func checked(_ contents: StoreContents, findings: Int) -> DisplayText {
    let parts = [
      (contents.activities, "activity", "activities"),
      (contents.days, "day of health data", "days of health data"),
      (contents.scores, "day of scores", "days of scores"),
      (contents.streams, "file of second-by-second data", "files of second-by-second data"),
    ].filter { $0.0 > 0 }.map { count($0.0, $0.1, $0.2) }
    if parts.isEmpty, findings == 0 { return "The store is empty: nothing to check." }
    let what = parts.isEmpty ? "Nothing can be read" : "Checked \(parts.joined(separator: ", "))"
    return "\(what): \(findings == 0 ? "no problems" : count(findings, "problem"))."
  }

  func message(_ finding: StoreFinding) -> DisplayText {
    let file = fullPath(finding.file)
    return switch finding.kind {
    case .damaged(let line): message(finding.file, .damaged(line: line))
    case .unreadable(let reason): "\(file) cannot be read (\(self.reason(reason)))."
    case .misplaced(let line, let year):
      "\(file), line \(number(line)): the record belongs in \(year.description)."
    case .doubled(let line, let first, let firstLine):
      "\(file), line \(number(line)): the record is also at line \(number(firstLine))"
        + "\(first == finding.file ? "" : " of \(fullPath(first))")."
    case .foreign: "\(file) is not a file of the store."
    case .orphaned: "\(file) belongs to no activity of the store."
    }
  }

  func hint(_ finding: StoreFinding) -> DisplayText {
    switch finding.kind {
    case .unreadable: "Check its permissions and its disk"
    case .misplaced(_, let year): "Move the line to \(year.description)"
    case .doubled: "Delete one of the two lines"
    case .foreign: "Move it elsewhere, once you know that nothing in it is missing from the store"
    case .orphaned:
      finding.source?.isFiles == true
        ? "Import the ride again with --streams, or delete the file"
        : "Run \(command("--full")), then delete the file if it is still reported"
    case .damaged(let line): "\(mending(finding.content, line: line))"
    }
  }

  private func mending(_ content: StoreFinding.Content, line: Int?) -> String {
    let restore = "Restore it from a backup, or"
    return switch content {
    case .records(let source) where source.isFiles: "\(restore) delete the line and import again"
    case .records: "\(restore) delete the line and run \(command("--full"))"
    case .scores: "Delete the file and run \(command("--full"))"
    case .streams(let source) where source.isFiles:
      "Delete it and import the ride again with --streams"
    case .streams: "Delete it and run \(command("--streams"))"
    case .sheet: "Delete it and run \(command("--full"))"
    case .athletes: "Delete it; the next sync writes it again"
    case .format: "Replace its content by 1, unless a newer velo-sync wrote the store"
    case .other: restore + " delete it"
    }
  }
}

extension StoreFinding {
  /// The code used wherever a machine reads it.
  var code: String {
    switch kind {
    case .damaged, .unreadable, .misplaced: "damaged"
    case .doubled: "doubled"
    case .foreign: "foreign"
    case .orphaned: "orphaned"
    }
  }
}
