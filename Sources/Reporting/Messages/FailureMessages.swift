// The texts of each failure: a title, a sentence, and the next step.

package import Model

extension Messages {
  /// What is left to say when memory is exhausted and no line can be made any more.
  package static let outOfMemory: StaticString = """
    velo-sync: The system refuses more memory. (internal)
      Close other programs, or raise the limit (ulimit -v), and run velo-sync again

    """

  /// Two or three words.
  package func title(_ failure: SyncFailure) -> DisplayText {
    if case .reported(let reported) = failure, let title = reported.title { return title }
    if case .badRecord(_, let failure) = failure { return title(failure) }
    if case .badExport(_, let failure) = failure { return title(failure) }
    if case .missingRide = failure { return "No such ride" }
    if case .usage(.nothingToRead) = failure { return "Nothing entered" }
    if case .noRides = failure { return "No rides" }
    if case .badCommand(_, let failure) = failure { return title(failure) }
    return failure.kind.map(title) ?? "Stopped"
  }

  private func title(_ kind: FailureCode) -> DisplayText {
    switch kind {
    case .network: "No connection"
    case .timeout: "No answer"
    case .server: "Service unavailable"
    case .auth: "Sign in again"
    case .permission: "Not allowed"
    case .rateLimited: "Limit reached"
    case .badReply: "Unexpected answer"
    case .badInput: "Damaged file"
    case .missingInput: "File not found"
    case .storage: "Could not save"
    case .locked: "Already running"
    case .notConnected: "Nothing connected"
    case .config: "Wrong setting"
    case .usage: "Wrong option"
    case .internal: "Something went wrong"
    case .unknown: "Failed"
    }
  }

  /// Why the last sync of a source failed, inside a sentence: "no connection", "folder not found".
  ///
  /// - Parameter error: its code, of whatever version has stored it.
  func reason(_ error: String, of source: Source) -> String {
    guard let kind = FailureCode(rawValue: error) else { return spaced(error) }
    if kind == .missingInput, source == .files { return "folder not found" }
    return uncapitalized(title(kind).description)
  }

  /// One sentence, without jargon.
  package func message(_ failure: SyncFailure) -> DisplayText {
    switch failure {
    case .network(let source): "Unable to connect to \(name(source))."
    case .timeout(.answer(let source)): "\(name(source)) took too long to answer."
    case .timeout(.run(let limit)): "Not finished within \(self.limit(limit))."
    case .timeout(.signIn(let source)): "The \(name(source)) sign-in timed out."
    case .server(let source): "\(name(source)) is temporarily unavailable."
    case .auth(let source): "Your \(name(source)) connection expired."
    case .signInRefused(let source, .credentials): "\(name(source)) did not accept the sign-in."
    case .signInRefused(let source, .clientSecret):
      "\(name(source)) did not accept the client secret."
    case .signInRefused(_, .otherSignIn): "The pasted URL is not from this sign-in."
    case .signInRefused(_, .noCode): "The pasted URL contains no code."
    case .permission(let source, let refusal): message(source, refusal)
    case .rateLimited(let source, let limit): message(source, limit)
    case .deletionsRefused(let source, let refused):
      "\(name(source)) no longer lists \(number(refused.count)) of \(number(refused.total)) "
        + "activities."
    case .badReply(let source):
      "\(name(source)) sent something velo-sync cannot read (a login page?)."
    case .badInput(let file, let line): message(file, .damaged(line: line))
    case .badExport(let file, let failure): message(file, failure)
    case .missingInput(let file, isConfig: true): "There is no config file \(fullPath(file))."
    case .missingInput(let file, isConfig: false):
      "There is no \(isConnect ? "folder" : "file") \(fullPath(file))."
    case .missingFolders(let paths): notThere(paths)
    case .noRides: "No rides are stored yet."
    case .missingRide(let name, _): "There is no ride \(name)."
    case .badRecord(let file, let failure): message(file, failure)
    case .badCommand(let command, let failure): message(command, failure)
    case .storage(let failure) where failure.lostSignIn != nil:
      "Couldn't save the new \(failure.lostSignIn.map(name) ?? "") sign-in to "
        + "\(fullPath(failure.path)) (\(reason(failure.reason)))."
    case .storage(let failure) where failure.isReading:
      "Couldn't read \(fullPath(failure.path)) (\(reason(failure.reason))). Nothing was lost."
    case .storage(let failure):
      "Couldn't save to \(fullPath(failure.path)) (\(reason(failure.reason))). "
        + "\(failure.unstarted.map { "\($0) was not started." } ?? "Nothing was lost.")"
    case .locked(.elsewhere): "Another computer is writing this store."
    case .locked(let holder): "Another sync is running\(details(holder))."
    case .notConnected(nil): "Nothing is connected yet."
    case .notConnected(.files?) where isDisconnect: "No folder is connected."
    case .notConnected(let source?) where isDisconnect && source.isFiles:
      "\(name(source)) is imported from files and has no sign-in."
    case .notConnected(let source?): "\(name(source)) \(isOrAre(source)) not connected."
    case .config(let failure): message(failure)
    case .usage(let failure): message(failure)
    case .exhausted(.threads): "The system refuses to start another thread."
    case .exhausted(.descriptors): "The system refuses to open another file."
    case .exhausted(.memory): "The system refuses more memory."
    case .internal: "Something went wrong inside velo-sync."
    case .reported(let reported): reported.message ?? "\(title(failure).description)."
    case .interrupted: "Stopped."
    }
  }

  /// What to do next.
  package func hint(_ failure: SyncFailure) -> DisplayText {
    switch failure {
    case .network: "Check your connection and run \(retryCommand) again"
    case .timeout(.answer), .timeout(.run): "Run \(retryCommand) again later"
    case .timeout(.signIn(let source)):
      "Run \(connect(source)) again, with --paste if your browser is on another "
        + "machine"
    case .server: "Try again later"
    case .auth(let source): "Run \(connect(source))"
    case .signInRefused(.intervals, _): "Check the API key, then run \(connect(.intervals)) again"
    case .signInRefused(let source, .otherSignIn), .signInRefused(let source, .noCode):
      "Run \(connect(source)) again, open the URL that it prints, and paste the "
        + "URL that you are redirected to"
    case .signInRefused(let source, .clientSecret(let id)):
      "Run \(command("connect \(source.rawValue) --client-id \(id)")) and enter the new "
        + "client secret"
    case .signInRefused(let source, .credentials):
      "Check the client ID and secret, then run \(connect(source)) again"
    case .permission(let source, let refusal): hint(source, refusal)
    case .rateLimited(_, let limit): hint(limit)
    case .badReply:
      "Check for a captive portal (a login page of the Wi-Fi)\(verbosely == nil ? "" : "; run with --verbose")"
    case .deletionsRefused: refusedDeletions
    // The list of folders is none of the store.
    case .badInput(let file, _)
    where settings.contains { $0.name == "XDG_STATE_HOME" && "\(file)".hasPrefix($0.path + "/") }:
      "Fix or remove the line, or restore the file from a backup"
    case .badInput: "To see how to repair it: \(command("check"))"
    case .badExport(let file, let failure): hint(file, failure)
    case .missingInput(_, isConfig: true):
      "Check the path (--config or VELO_SYNC_CONFIG), or pass --no-config"
    case .missingInput: "Check the path"
    case .missingFolders(let paths):
      "Connect \(paths.count == 1 ? "its disk or device" : "their disks or devices"), or run \(disconnect(paths))"
    case .noRides(let isConnected): wayToRides(isConnected)
    case .missingRide(_, let near) where !near.isEmpty:
      near.count == 1
        ? "The ride next to it is of \(near[0].description)"
        : "The rides next to it are of \(near.map(\.description).joined(separator: " and "))"
    case .missingRide: "To list all rides with their ids: \(command("rides --all --csv"))"
    case .badRecord(_, let failure): hint(failure)
    case .badCommand(let command, let failure): hint(command, failure)
    case .storage(let failure) where failure.lostSignIn != nil:
      "\(cure(failure.reason)), then run \(failure.lostSignIn.map { connect($0) } ?? command())"
    case .storage(let failure) where failure.isReading && !failure.reason.isAboutThePath:
      "\(cureOfReading(failure.reason)), then run \(retryCommand) again"
    case .storage(let failure): hint(failure)
    case .locked: mayWait ? "Wait for it, or pass --wait 5m" : "Run \(retryCommand) again later"
    case .notConnected(nil):
      DisplayText(waysToConnect + (demo.map { ". To see a demo: \($0)" } ?? ""))
    case .notConnected(let source?): hintAboutMissing(source)
    case .config(let failure): hint(failure)
    case .usage(let failure): hint(failure)
    case .exhausted(.threads):
      "Close other programs, or raise the limits (ulimit -u, ulimit -v), and run \(retryCommand) again"
    case .exhausted(.descriptors):
      "Raise the limit of open files (ulimit -n), and run \(retryCommand) again"
    case .exhausted(.memory):
      "Close other programs, or raise the limit (ulimit -v), and run \(retryCommand) again"
    case .internal: "Report it, with \(evidence)"
    case .reported(let reported): reported.hint ?? "Run it again"
    case .interrupted: "Run \(retryCommand) again"
    }
  }

  /// What went wrong and what to do next: two lines with the code, or spoken as sentences.
  func lines(_ failure: SyncFailure) -> [DisplayText] {
    let (message, hint) = (message(failure).description, hint(failure).description)
    switch voice {
    case .written: return ["velo-sync: \(message) (\(failure.code))", "  \(hint)"]
    case .spoken:
      // A hint that begins in lower case is a command.
      let advice = hint.first?.isLowercase == true ? "Run \(hint)" : hint
      return ["Error: \(message) \(sentence(DisplayText(advice)).description)"]
    }
  }

  /// The command that signs in, or connects folders.
  ///
  /// - Parameter isAsked: whether somebody has to answer it.
  func connect(_ source: Source, isAsked: Bool = false) -> String {
    if case .connect(source) = job, source != .files, let typed {
      return commandLine(typed.filter { !isAsked || $0 != "--no-input" })
    }
    let words = "connect \(source.rawValue)\(source == .files ? " DIR" : "")"
    // A sample store has no sign-ins of its own.
    return isSample ? "velo-sync \(words)" : command(words)
  }

  /// The command that brings rides.
  func wayToRides(_ isConnected: Bool) -> DisplayText {
    isConnected ? "Run \(command())" : "To read ride files, run \(command("import PATH"))"
  }

  func disconnect(_ folders: [DisplayText]) -> String {
    let words = folders.map { shellPath($0.description) }
    return command((["disconnect files"] + words).joined(separator: " "))
  }

  var isConnect: Bool { if case .connect = job { true } else { false } }
  var isDisconnect: Bool { if case .disconnect = job { true } else { false } }

  private func hint(_ limit: RateLimit) -> DisplayText {
    switch job {
    case .sync, .import: "Resumes where it stopped after \(time(limit.retryAt))"
    case .connect, .disconnect: "Run \(retryCommand) again after \(time(limit.retryAt))"
    }
  }

  private var refusedDeletions: DisplayText {
    "Nothing was deleted. If you deleted them there, run \(command("--full --allow-deletions"))"
  }

  /// The best evidence for a bug report.
  private var evidence: String {
    record.map { fullPath(DisplayText($0)) } ?? "the output of \(command("--json --verbose"))"
  }

  /// How to connect something: the free way first.
  var waysToConnect: String { eitherCommand(connect(.files), or: "connect strava") }

  /// How to see a demo; nil for who has named a store, and is no newcomer.
  var demo: String? { if case .usual = store { command("--dry-run") } else { nil } }

  /// The hint about a source that is not connected.
  private func hintAboutMissing(_ source: Source) -> DisplayText {
    if isDisconnect, source.isFiles, source != .files {
      return "To delete what it left: \(command("disconnect \(source.rawValue) --purge"))"
    }
    if isDisconnect { return "To list what is connected: \(command("sources"))" }
    if isSample { return "The sample athlete has \(list([.strava, .appleHealth])) alone" }
    if source.isFiles, source != .files {
      return "To read its files: \(command("connect files DIR")) or \(command("import PATH"))"
    }
    return DisplayText(connect(source))
  }

  /// What to do before pressing the offered key; nil if the key alone is enough.
  func hint(_ failure: SyncFailure, beside retryOption: RetryOption) -> DisplayText? {
    switch failure {
    case .network, .timeout, .server, .auth, .locked, .permission(_, .other): nil
    case .rateLimited(_, let limit): "Resumes where it stopped after \(time(limit.retryAt))"
    case .badReply: "Check for a captive portal (a login page of the Wi-Fi) first"
    case .deletionsRefused: refusedDeletions
    case .storage(let failure) where failure.isReading && !failure.reason.isAboutThePath:
      "\(cureOfReading(failure.reason)) first"
    case .storage(let failure):
      "\(cure(failure.reason))\(failure.reason.isAboutThePath ? "" : " first")"
    case .signInRefused(_, .clientSecret): "Have the new client secret ready"
    case .permission(_, .denied): "Choose Authorize this time"
    case .permission(_, .missingScopes(let scopes)):
      "Leave the boxes ticked (missing: \(withMeanings(scopes)))"
    case .permission(let source, .inactiveApplication): "\(reactivation(at: source)) first"
    case .permission(_, .tooManyAthletes): "Use an API application of your own"
    case .permission(let source, .unapprovedApplication):
      "Have the API application approved by \(name(source)) first"
    case .permission(let source, .tooManySignIns):
      "Revoke the application's access in your \(name(source)) account first"
    case .reported(let reported): reported.hint
    default: hint(failure)
    }
  }

  private func message(_ source: Source, _ refusal: Refusal) -> DisplayText {
    switch refusal {
    case .denied: "Access to \(name(source)) was declined."
    case .missingScopes, .other: "\(name(source)) did not grant access to activities."
    case .inactiveApplication:
      "\(name(source)) has switched the API application off: its subscription lapsed."
    case .tooManyAthletes: "\(name(source)) allows no more athletes for this API application."
    case .unapprovedApplication: "\(name(source)) has not approved the API application."
    case .tooManySignIns: "\(name(source)) reports too many open sign-ins of this application."
    case .folder(let path): "Couldn't read the folder \(fullPath(path)) (permission denied)."
    }
  }

  private func hint(_ source: Source, _ refusal: Refusal) -> DisplayText {
    let (name, connect) = (name(source), self.connect(source))
    return switch refusal {
    case .denied: "Run \(connect) again and choose Authorize"
    case .missingScopes(let scopes):
      "Run \(connect) and leave the boxes ticked (missing: \(withMeanings(scopes)))"
    case .inactiveApplication: "\(reactivation(at: source)), then run \(connect)"
    case .tooManyAthletes:
      "Its owner has to ask \(name) for more. With an API application of your own: "
        + "\(command("connect \(source.rawValue) --client-id ID"))"
    case .unapprovedApplication: "Have it approved by \(name), then run \(connect)"
    case .tooManySignIns: "Revoke its access in your \(name) account, then run \(connect)"
    case .folder: "Make it readable, or connect another folder"
    case .other: "Run \(connect)"
    }
  }

  private func reactivation(at source: Source) -> String {
    let page = source == .strava ? " and reactivate it at strava.com/settings/api" : ""
    return "Renew the subscription at \(name(source))\(page)"
  }

  /// "activity:read_all for your activities".
  private func withMeanings(_ scopes: [DisplayText]) -> String {
    let meanings = [
      ("activit", "your activities"), ("workout", "your workouts"), ("profile", "your profile"),
      ("power_zones", "your power zones"), ("offline", "access while you are away"),
      ("user", "your name"), ("read", "your public data"),
    ]
    return scopes.map { scope in
      let meaning = meanings.first { scope.description.hasPrefix($0.0) }
      return scope.description + (meaning.map { " for \($0.1)" } ?? "")
    }.joined(separator: ", ")
  }

  private func message(_ source: Source, _ limit: RateLimit) -> DisplayText {
    switch limit.window {
    case .quarterHour: "\(name(source))'s limit for this quarter hour is used up."
    case .day: "\(name(source))'s limit for today is used up."
    case .unnamed: "\(name(source)) asked us to wait."
    }
  }

  private func details(_ holder: LockHolder) -> String {
    let since = holder.since.map { "since \(time($0))" }
    let process = holder.process.map { "process \($0)" }
    let details = [since, process].compactMap { $0 }.joined(separator: ", ")
    return details.isEmpty ? "" : " (\(details))"
  }
}
