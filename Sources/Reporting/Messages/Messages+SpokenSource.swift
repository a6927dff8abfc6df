// What is said of sources: how they stand, where to sign in, what was asked of them.

import Model

extension Messages {
  /// How a source stands: "Strava is connected, last synced 5 minutes ago, with 3,017 activities."
  func spoken(_ report: SourceReport, now: Timestamp) -> DisplayText {
    var clauses = ["\(name(report.source)) is \(name(report.state))"]
    if let last = report.lastSync {
      clauses.append("last synced \(ago(last, now: now))")
    } else if report.state != .notConnected {
      clauses.append("never synced")
    }
    let holds = [
      report.activities > 0 ? count(report.activities, "activity", "activities") : nil,
      report.days > 0 ? count(report.days, "day", "days") : nil,
    ].compactMap { $0 }
    if !holds.isEmpty { clauses.append("with \(listInWords(holds))") }
    var sentences = ["\(clauses.joined(separator: ", "))."]
    if let error = report.lastError {
      let code = error.split(separator: "_").joined(separator: " ")
      sentences.append("The last sync failed: \(code).")
    }
    if let remedy = remedy(report) { sentences.append("Run \(remedy.description).") }
    return DisplayText(sentences.joined(separator: " "))
  }

  /// How `connect` and `disconnect` end.
  func spokenConnection(_ report: SourceReport) -> DisplayText {
    guard report.state == .connected else { return sentence(connection(report)) }
    let who = report.athlete.map { " as \($0.description)" } ?? ""
    return "Connected to \(name(report.source))\(who). Run velo-sync next."
  }

  /// Where to sign in. The address stands between blanks, so that it can be copied.
  func spoken(_ signIn: SignIn) -> DisplayText {
    "Open \(signIn.url.description) in a browser to connect \(name(signIn.source))."
  }

  /// One request and its answer.
  func spoken(_ trace: RequestTrace) -> DisplayText {
    let answer = trace.status.map { "status \($0)" } ?? trace.trouble?.description ?? "no answer"
    let bytes = trace.bytes.map { ", \(count($0, "byte", "bytes"))" } ?? ""
    let attempt = trace.attempt > 1 ? ", on try \(trace.attempt)" : ""
    let took = tookInWords(trace.duration)
    return "\(trace.method) \(trace.url.description) gave \(answer)\(bytes)\(attempt), in \(took)."
  }
}
