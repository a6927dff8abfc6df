// The texts and codes of notices and warnings.

package import Model

extension Messages {
  package func text(_ notice: Notice) -> DisplayText {
    switch notice {
    case .rehearsal: "No services connected: dry run with sample data."
    case .sampleData: "This is sample data."
    case .recordsSkipped(let source, let count) where source.isFiles:
      "\(name(source)): \(self.count(count, "record")) could not be read and \(count == 1 ? "was" : "were") skipped"
    case .recordsCorrected(let source, let count):
      "\(name(source)): ignored \(self.count(count, "error")) in the export "
        + "(control characters, duplicate attributes)"
    case .recordsSkipped(let source, let count):
      "\(name(source)): skipped \(self.count(count, "record")) without an ID or a start time"
    case .filesIncomplete(let count):
      "\(self.count(count, "file is", "files are")) still being written; the next sync reads "
        + "\(count == 1 ? "it" : "them")."
    case .filesLeftOut(let count): leftOut(count)
    case .fileLeftOut(let file, let failure?): skipped(file, failure)
    case .fileLeftOut(let file, nil): text(.fileDamaged(file: file))
    case .ridesThinned(let count):
      "\(self.count(count, "ride has", "rides have")) more than \(number(ImportLimits.samples)) "
        + "samples; every second one was read, or fewer."
    case .recordsWithheld(let source, let count):
      "\(name(source)): skipped \(self.count(count, "activity", "activities")) that came from "
        + "Strava; only Strava provides them"
    case .longImport(let source, let requests, let duration):
      // An estimate: in tens from 100 on.
      "\(name(source)): second-by-second data needs about "
        + "\(number(requests < 100 ? requests : (requests + 5) / 10 * 10)) requests, "
        + "\(importTime(duration)) at your rate limit; the list of activities is complete"
    case .streamsMissing(let source, let count):
      "\(name(source)): \(self.count(count, "activity has", "activities have")) no "
        + "second-by-second data"
    case .loadsOutdated(let setting, let isFirst):
      """
      Older rides keep the load of the \(setting == .ftp ? "FTP" : "heart-rate setting") they were \
      computed with\(isFirst ? ", perhaps the recorder's" : ""); \
      \(command((["--full"] + typedSettings).joined(separator: " "))) recomputes them\(withSettings).
      """
    case .loadsRecomputed(let count): "loads of \(self.count(count, "ride")) computed again"
    case .loadsMissing(let shortage): text(shortage)
    case .nextStep(let step): text(step)
    case .remoteSignIn(let source):
      "If your browser is on another machine: \(connect(source, isAsked: true)) --paste"
    case .signInShared(let source, let stores):
      """
      The \(stores.count == 1 ? "store" : "stores") \(stores.map(\.description).joined(separator: ", ")) \
      used this \(name(source)) sign-in, too.
      """
    case .recordsDeleted(let source, 0): "\(name(source)): no records to delete"
    case .recordsDeleted(let source, let count):
      "\(name(source)): \(self.count(count, "record")) deleted"
    case .folderEmpty(let path):
      "There are no ride files in \(fullPath(path)) yet; every sync looks again."
    case .foldersAway(let paths): notThere(paths)
    case .foldersDisconnected(let paths):
      "Disconnected \(list(paths)). The rides stay in the store."
    case .activitiesLimited(let since): limit(since: since)
    case .runUnrecorded(let path, let reason):
      "This run cannot be replayed: couldn't write to \(fullPath(path)) (\(self.reason(reason)))."
    case .foreignFiles(let names): foreign(names)
    case .syncRunning(let since, let status): running(since: since, status)
    case .rideList(let note): text(note)
    case .fileSaved(let path, let bytes): "Saved \(path) (\(size(bytes)))"
    case .rideCounted(let ride, let isExcluded):
      "\(isExcluded ? "Left out" : "Counted again"): \(name(of: ride)), \(dateWithYear(ride.day)). "
        + "To \(isExcluded ? "count it again" : "leave it out"): "
        + "\(command("ride \(ride.id) \(isExcluded ? "--include" : "--exclude")"))"
    case .storeChecked(let contents, let findings): checked(contents, findings: findings)
    case .reported(let external): text(external)
    }
  }

  /// Files that were read before are read again only with `--full`, which would compute all loads
  /// again, too.
  private func leftOut(_ count: Int) -> DisplayText {
    let what = "Left out: \(self.count(count, "file")) without rides."
    return naming(count).map { "\(what) \($0)" } ?? DisplayText(what)
  }

  /// How to see the names of so many files that were left out; nil when they are named anyway.
  private func naming(_ count: Int) -> String? {
    guard let verbosely else { return nil }
    let others = (typed ?? []).filter { !(["-q", "--quiet"] + verbosely).contains($0) }
    let reading = (["--dry-run --source files --full"] + verbosely).joined(separator: " ")
    let words = job == .import ? commandLine(verbosely + others) : command(reading)
    return "To name \(count == 1 ? "it" : "them"): \(words)"
  }

  func notThere(_ folders: [DisplayText]) -> DisplayText {
    "The \(folders.count == 1 ? "folder" : "folders") \(list(folders)) "
      + "\(folders.count == 1 ? "is" : "are") not there."
  }

  private func text(_ step: Advice) -> DisplayText {
    switch step {
    case .rides: "To see your rides: \(command("rides"))"
    case .streams(let sources):
      "A trace of \(voice == .spoken ? listInWords(sources.map(name)) : list(sources)) rides needs "
        + "second-by-second data: \(command("--streams"))"
    case .keepSettings(let lines, let replacing): keep(lines, replacing)
    }
  }

  /// A store of its own may be another rider's than the config file.
  private var withSettings: String {
    guard case .folder = store, typedSettings.isEmpty, let configOfRider else { return "" }
    return " with the settings of \(fullPath(DisplayText(configOfRider)))"
  }

  private func keep(_ lines: [String], _ replacing: Bool) -> DisplayText {
    let isFTP = lines.count == 1 && lines[0].hasPrefix("--ftp ")
    let what = "To keep \(isFTP ? "the FTP" : "the settings")"
    let words = lines.joined(separator: " ")
    // The usual file is of all stores; another one may be another rider's.
    let isOwn = if case .folder = store { typedConfig == nil } else { false }
    guard !isOwn, let config, let end = config.lastIndex(of: "/") else {
      return "\(what), write \(words) into a file, and pass it with --config FILE"
    }
    if replacing {
      return "\(what), write \(words) in place of the lines of that name in \(shellPath(config))"
    }
    // Its folder may be missing, and the end of its last line.
    return "\(what): mkdir -p \(shellPath(String(config[..<end]))) && "
      + "printf '\\n\(lines.joined(separator: "\\n"))\\n' >> \(shellPath(config))"
  }

  /// Names three of them, and counts the others.
  private func foreign(_ names: [DisplayText]) -> DisplayText {
    let listed = names.prefix(3).map(\.description).joined(separator: ", ")
    let rest = names.count > 3 ? " and \(number(names.count - 3)) more" : ""
    return "Left alone in the store: \(listed)\(rest). To check the store: \(command("check"))"
  }

  /// A warning and its hint.
  package func text(_ warning: Warning) -> DisplayText {
    guard let hint = hint(warning) else { return message(warning) }
    return "\(message(warning).description) \(hint.description)"
  }

  /// A warning as a line on standard error.
  func line(_ warning: Warning) -> DisplayText {
    let text = text(warning).description
    return voice == .spoken ? sentence("Warning: \(text)") : "velo-sync: warning: \(text)"
  }

  func message(_ warning: Warning) -> DisplayText {
    switch warning {
    case .liveUnavailable:
      "Live output needs a terminal that can redraw, at least 20 columns wide; using plain output."
    case .recordLost(let path, let reason):
      "Couldn't write to \(fullPath(path)) (\(self.reason(reason))); the recording (--events) ends here."
    case .notRevoked(let source):
      "\(name(source)) did not confirm that access was revoked. You can revoke it on its website."
    case .stillSupplied(let source):
      "systemd still provides the \(name(source)) sign-in: the file \(source.rawValue) in "
        + "CREDENTIALS_DIRECTORY."
    case .lineTorn(let file): "The last line of \(fullPath(file)) is incomplete and was skipped."
    case .linesSkipped(let file, let count, let fault):
      "\(invalid(count, "in \(fullPath(file))")): \(fault.description)."
    case .runUnfinished(let file):
      "The run recorded in \(fullPath(file)) did not end: it crashed or is still running."
    case .strangeEvents(let command, let count, let fault):
      "\(invalid(count, "from \(command.description)")): \(fault.description)."
    case .fileDamaged(let file):
      "\(fullPath(file)) is damaged; imported what was recorded before the damage."
    case .fileRefused(let file, let failure): skipped(file, failure)
    case .moreFiles(let damaged, 0):
      "\(self.count(damaged, "more file is", "more files are")) damaged."
    case .moreFiles(0, let refused):
      "Skipped \(self.count(refused, "more file")) that could not be read."
    case .moreFiles(let damaged, let refused):
      "\(self.count(damaged, "more file is", "more files are")) damaged; skipped "
        + "\(self.count(refused, "more file")) that could not be read."
    case .rowsUnreadable(let source, let count):
      "\(name(source)): \(self.count(count, "row")) of the list of activities could not be "
        + "read and \(count == 1 ? "was" : "were") skipped."
    case .nothingDrawn(let file?):
      "There is too little data to draw: \(fullPath(file)) was not written."
    case .nothingDrawn(nil): "There is too little data to draw."
    case .traceMissing(let file, let failure): "No trace: \(message(file, failure).description)"
    case .outdated(let age?, _, _) where age < .zero:
      "The last complete sync is dated \(span(.zero - age)) ahead."
    case .outdated(let age?, let limit, _):
      "The last complete sync was \(span(age)) ago, longer than \(self.limit(limit))."
    case .outdated(nil, _, _): "There has been no complete sync yet."
    case .found(let finding): message(finding)
    case .reported(let external): external.message
    }
  }

  /// "1 invalid event from make", "3 invalid events from make, the first".
  private func invalid(_ count: Int, _ origin: String) -> String {
    let events = self.count(count, "invalid event")
    return "\(events) \(origin)\(count == 1 ? "" : ", the first")"
  }

  /// Whole days, or hours and minutes.
  private func importTime(_ value: Duration) -> String {
    let days = Int(value.components.seconds / 86_400)
    return days > 0 ? count(days, "day") : span(value)
  }

  /// A duration in whole units, written or spoken.
  private func span(_ value: Duration) -> String {
    voice == .spoken ? inWords(value) : elapsed(value)
  }

  func hint(_ warning: Warning) -> DisplayText? {
    switch warning {
    case .traceMissing(let ride, let failure): hint(ride, failure)
    case .outdated(_, _, let isConnected): wayToRides(isConnected)
    case .found(let finding): hint(finding)
    case .moreFiles(let damaged, let refused): naming(damaged + refused).map { DisplayText($0) }
    case .linesSkipped, .strangeEvents:
      "Invalid lines are skipped and numbers out of range are ignored. See man velo-sync-events"
    case .reported(let external): external.hint
    default: nil
    }
  }

  private func text(_ external: ExternalMessage) -> DisplayText {
    guard let hint = external.hint else { return external.message }
    return "\(external.message.description) \(hint.description)"
  }

  private func skipped(_ file: DisplayText, _ failure: ExportFailure) -> DisplayText {
    "Skipped: \(message(file, failure).description)"
  }

  /// The line on standard error if standard output cannot be written.
  func outputFailure(_ reason: StorageFailure.Reason) -> DisplayText {
    "velo-sync: Couldn't write to standard output (\(self.reason(reason))). (storage)"
  }

  /// The line on standard error if an event cannot be sent.
  func eventTrouble(_ reason: StorageFailure.Reason) -> DisplayText {
    "velo-sync: Couldn't write the event to VELO_SYNC_EVENTS_FD (\(self.reason(reason))). (storage)"
  }
}

extension Notice {
  /// The code used wherever a machine reads it.
  package var code: String {
    switch self {
    case .rehearsal: "rehearsal"
    case .sampleData: "sample_data"
    case .recordsSkipped: "records_skipped"
    case .recordsCorrected: "records_corrected"
    case .filesIncomplete: "files_incomplete"
    case .filesLeftOut: "files_left_out"
    case .fileLeftOut(_, let failure): failure == nil ? "file_damaged" : "file_left_out"
    case .ridesThinned: "rides_thinned"
    case .recordsWithheld: "records_withheld"
    case .longImport: "long_import"
    case .streamsMissing: "streams_missing"
    case .loadsOutdated: "load_outdated"
    case .loadsRecomputed: "loads_recomputed"
    case .loadsMissing: "load_missing"
    case .nextStep: "next_step"
    case .recordsDeleted: "records_deleted"
    case .folderEmpty: "folder_empty"
    case .foldersAway: "folder_away"
    case .foldersDisconnected: "folders_disconnected"
    case .remoteSignIn: "remote_sign_in"
    case .signInShared: "sign_in_shared"
    case .activitiesLimited: "activities_limited"
    case .runUnrecorded: "run_unrecorded"
    case .foreignFiles: "foreign_files"
    case .syncRunning: "sync_running"
    case .rideList(.otherSports): "other_activities"
    case .rideList(.latest): "latest_listed"
    case .rideList(.eddington): "eddington_number"
    case .rideList: "nothing_listed"
    case .fileSaved: "file_saved"
    case .rideCounted(_, let isExcluded): isExcluded ? "ride_excluded" : "ride_included"
    case .storeChecked: "store_checked"
    case .reported(let external): external.code?.description ?? "reported"
    }
  }
}

extension Warning {
  /// The code used wherever a machine reads it.
  package var code: String {
    switch self {
    case .liveUnavailable: "live_unavailable"
    case .recordLost: "record_lost"
    case .notRevoked: "not_revoked"
    case .stillSupplied: "still_supplied"
    case .lineTorn: "line_torn"
    case .linesSkipped: "lines_skipped"
    case .runUnfinished: "run_unfinished"
    case .strangeEvents: "strange_events"
    case .fileDamaged: "file_damaged"
    case .fileRefused: "file_refused"
    case .moreFiles: "more_files"
    case .rowsUnreadable: "rows_unreadable"
    case .nothingDrawn: "nothing_drawn"
    case .traceMissing: "trace_missing"
    case .outdated: "outdated"
    case .found(let finding): finding.code
    case .reported(let external): external.code?.description ?? "reported"
    }
  }

  /// The source it is about; nil for none.
  package var source: Source? {
    switch self {
    case .notRevoked(let source), .stillSupplied(let source), .rowsUnreadable(let source, _): source
    case .found(let finding): finding.source
    case .reported(let external): external.source
    default: nil
    }
  }
}
