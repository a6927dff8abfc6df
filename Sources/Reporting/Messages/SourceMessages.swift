// The texts about sources, connecting and disconnecting, and requests.

package import Model
import Terminal

extension Messages {
  /// One row of `velo-sync sources`; spoken "Strava is connected, last synced 5 minutes ago, with
  /// 3,017 activities."
  package func text(_ report: SourceReport, now: Timestamp) -> DisplayText {
    if voice == .spoken { return spoken(report, now: now) }
    return Line([Span(DisplayText(columns(report, now: now).joined(separator: " ")))]).text
  }

  /// The columns of its row, all but the last as wide as in every row.
  func columns(_ report: SourceReport, now: Timestamp) -> [String] {
    let last = report.lastSync.map { ago($0, now: now) } ?? "never synced"
    var holds = holdings(activities: report.activities, days: report.days)
    if let reason = reason(report) { holds.append("last sync failed: \(reason)") }
    if let since = report.since { holds.append("since \(dateWithYear(since))") }
    if report.isShared { holds.append("sign-in of the default store") }
    let isKnown = report.state != .notConnected || !holds.isEmpty || report.lastSync != nil
    let columns = [
      padded(name(report.source), to: 14), padded(name(report.state), to: 15),
      isKnown ? padded(last, to: 15) : "", holds.joined(separator: ", "),
    ]
    return columns.filter { !$0.isEmpty }
  }

  /// Why its last sync failed; nil when it did not, or when its folders say it.
  private func reason(_ report: SourceReport) -> String? {
    let isFolder = report.lastError == FailureCode.missingInput.rawValue
    guard !isFolder || report.folders.isEmpty else { return nil }
    return report.lastError.map { reason($0, of: report.source) }
  }

  func list(_ paths: [DisplayText]) -> String { inOneClause(paths.map(fullPath)) }

  func inOneClause(_ parts: [String]) -> String {
    voice == .spoken ? listInWords(parts) : parts.joined(separator: ", ")
  }

  private func spoken(_ report: SourceReport, now: Timestamp) -> DisplayText {
    let name = name(report.source)
    let last = report.lastSync.map { ago($0, now: now) }
    let synced = last.map { "last synced \($0)" } ?? "never synced"
    var sentences = report.state == .expired ? ["The \(name) sign-in has expired."] : []
    var clauses =
      switch report.state {
      case .imported:
        ["\(name) \(wasOrWere(report.source)) \(last.map { "last imported \($0)" } ?? "imported")"]
      case .expired: ["\(name) was \(synced)"]
      case .notConnected where last == nil: ["\(name) \(isOrAre(report.source)) not connected"]
      case .connected, .notConnected, .unavailable:
        ["\(name) \(isOrAre(report.source)) \(self.name(report.state))", synced]
      }
    let holds = holdings(activities: report.activities, days: report.days)
    if !holds.isEmpty { clauses.append("with \(listInWords(holds))") }
    sentences.append("\(clauses.joined(separator: ", ")).")
    sentences += folders(report).map { "\($0.description)." }
    if let reason = reason(report) { sentences.append("The last sync failed: \(reason).") }
    if report.isShared { sentences.append("It uses the default store's sign-in.") }
    if let retryOption = retryOption(report) { sentences.append("Run \(retryOption.description)") }
    return DisplayText(sentences.joined(separator: " "))
  }

  /// The command that repairs a source; nil if it works.
  package func retryOption(_ report: SourceReport) -> DisplayText? {
    report.state == .expired ? DisplayText(connect(report.source)) : nil
  }

  func name(_ state: SourceReport.State) -> String { spaced(state.rawValue) }

  /// Where to sign in. Blanks around a spoken address make it easy to copy.
  package func text(_ signIn: SignIn) -> DisplayText {
    let (name, url) = (name(signIn.source), signIn.url.description)
    return voice == .spoken
      ? "Open \(url) in a browser to connect \(name)." : "Open this page to connect \(name): \(url)"
  }

  /// How long the page may wait for its reader, said after its address; nil where the redirect is
  /// pasted.
  func waiting(for signIn: SignIn) -> DisplayText? {
    if signIn.isPasted { return nil }
    return voice == .spoken
      ? "Waiting for the sign-in until \(time(signIn.until))."
      : "Waiting for the sign-in until \(time(signIn.until)) (Ctrl-C cancels)"
  }

  /// What the browser shows at the end of a sign-in: what the terminal says.
  ///
  /// - Parameter failure: nil when the sign-in has succeeded.
  package func page(
    _ source: Source, after failure: SyncFailure?
  ) -> (title: DisplayText, sentence: DisplayText) {
    guard let failure else {
      return ("Connected to \(name(source))", "Return to your terminal. You can close this page.")
    }
    return (title(failure), "\(message(failure)) \(hint(failure)).")
  }

  /// What is wrong with a pasted address, before the question is repeated.
  package func wrongPaste(_ failure: SyncFailure) -> [DisplayText] {
    [
      message(failure),
      "Open the URL above, and paste the one that you are redirected to. Ctrl-C cancels.",
    ]
  }

  /// The connected folders of a row: "~/Rides: 108 ride files".
  package func folders(_ report: SourceReport) -> [DisplayText] {
    report.folders.map { folder in
      let files =
        switch folder.rideFiles {
        case nil: "not available. To forget it: \(disconnect([folder.path]))"
        case 0?: "no ride files"
        case let files?: count(files, "ride file")
        }
      return "\(fullPath(folder.path)): \(files)"
    }
  }

  /// How `connect` and `disconnect` end.
  package func connection(_ report: SourceReport) -> DisplayText {
    switch report.state {
    case .connected where isDisconnect && report.source == .files:
      return "Still connected: \(list(report.folders.map(\.path)))."
    case .connected where !report.folders.isEmpty:
      let found = folders(report).map(\.description)
      if !report.folders.contains(where: { $0.rideFiles != 0 }) {
        return "Connected \(inOneClause(found))."
      }
      return "Connected \(inOneClause(found)). \(next(command()))"
    case .connected:
      let who = report.athlete.map { " as \($0.description)" } ?? ""
      let stop = who.hasSuffix(".") ? "" : "."
      return "Connected to \(name(report.source))\(who)\(stop) \(next(command()))"
    case .notConnected where !report.wasConnected:
      return "\(name(report.source)) \(wasOrWere(report.source)) not connected."
    case .notConnected: return "Disconnected from \(name(report.source))."
    case .imported, .expired, .unavailable: return "\(name(report.source)): \(name(report.state))"
    }
  }

  /// "Next: velo-sync".
  func next(_ command: String) -> String {
    voice == .spoken ? "Run \(command) next." : "Next: \(command)"
  }

  /// One request: "GET https://… 200 (12,345 bytes, 0.2 s)"; spoken "GET https://… gave status 200,
  /// 12,345 bytes, in less than a second."
  func text(_ trace: RequestTrace) -> DisplayText {
    let request = "\(trace.method) \(trace.url.description)"
    let isSpoken = voice == .spoken
    let answer =
      trace.status.map { isSpoken ? "status \($0)" : "\($0)" }
      ?? trace.failure.map(text) ?? "no answer"
    guard isSpoken else {
      let bytes = trace.bytes.map { "\(number($0)) bytes, " } ?? ""
      let attempt = trace.attempt > 1 ? ", attempt \(trace.attempt)" : ""
      return "\(request) \(answer) (\(bytes)\(took(trace.duration))\(attempt))"
    }
    let bytes = trace.bytes.map { ", \(count($0, "byte"))" } ?? ""
    let attempt = trace.attempt > 1 ? ", on try \(trace.attempt)" : ""
    return "\(request) gave \(answer)\(bytes)\(attempt), in \(tookInWords(trace.duration))."
  }

  private func text(_ failure: TransportFailure) -> String {
    switch failure {
    case .name: "the name does not resolve"
    case .connect: "nobody takes the connection"
    case .tls: "no trustworthy TLS connection"
    case .proxy: "the proxy cannot be reached or refuses"
    case .timeout: "no answer in time"
    case .cut: "the connection broke"
    case .tooLarge: "the answer is too large"
    case .malformed: "the answer is not HTTP"
    case .unsendable: "the request cannot be sent"
    case .cancelled: "stopped"
    case .noLibcurl: "no libcurl"
    case .exhausted(.threads): "no thread left"
    case .exhausted(.descriptors): "no descriptor left"
    case .exhausted(.memory): "no memory left"
    case .other(let code): "libcurl error \(code)"
    }
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
