// The texts about sources, connecting and disconnecting, and requests.

package import Model

extension Messages {
  /// One row of `velo-sync sources`.
  package func text(_ report: SourceReport, now: Timestamp) -> DisplayText {
    let last = report.lastSync.map { ago($0, now: now) } ?? "never synced"
    var holds = holdings(activities: report.activities, days: report.days)
    if let error = report.lastError { holds.append("last sync failed (\(error))") }
    let isKnown = report.state != .notConnected || !holds.isEmpty || report.lastSync != nil
    let columns = [
      padded(name(report.source), to: 14), padded(name(report.state), to: 15),
      isKnown ? padded(last, to: 15) : "", holds.joined(separator: ", "),
    ]
    let row = columns.filter { !$0.isEmpty }.joined(separator: " ")
    return DisplayText(trimmed(row))
  }

  /// The command that repairs a source; nil if it works.
  package func remedy(_ report: SourceReport) -> DisplayText? {
    report.state == .expired ? "velo-sync connect \(report.source.rawValue)" : nil
  }

  func name(_ state: SourceReport.State) -> String {
    switch state {
    case .connected: "connected"
    case .imported: "imported"
    case .notConnected: "not connected"
    case .expired: "expired"
    case .unavailable: "unavailable"
    }
  }

  /// Where to sign in.
  package func text(_ signIn: SignIn) -> DisplayText {
    "Open this page to connect \(name(signIn.source)): \(signIn.url.description)"
  }

  /// How `connect` and `disconnect` end.
  package func connection(_ report: SourceReport) -> DisplayText {
    switch report.state {
    case .connected:
      let who = report.athlete.map { " as \($0.description)" } ?? ""
      return "Connected to \(name(report.source))\(who). Next: velo-sync"
    case .notConnected: return "Disconnected from \(name(report.source))."
    case .imported, .expired, .unavailable:
      return "\(name(report.source)): \(name(report.state))"
    }
  }

  /// One request: "GET https://… 200 (12,345 bytes, 0.2 s)".
  func text(_ trace: RequestTrace) -> DisplayText {
    let status = trace.status.map { "\($0)" } ?? trace.trouble?.description ?? "no answer"
    let bytes = trace.bytes.map { "\(number($0)) bytes, " } ?? ""
    let attempt = trace.attempt > 1 ? ", attempt \(trace.attempt)" : ""
    return
      "\(trace.method) \(trace.url.description) \(status) (\(bytes)\(took(trace.duration))\(attempt))"
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
