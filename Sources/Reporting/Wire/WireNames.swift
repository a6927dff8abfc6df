// The names of event types and of their members, as they stand on the wire.

/// Every type of event that this version of the format describes.
package enum WireType: String, CaseIterable, Sendable {
  case version
  case runStarted = "run_started"
  case stageStarted = "stage_started"
  case stageFinished = "stage_finished"
  case status
  case progress
  case sourceFinished = "source_finished"
  case score
  case waiting
  case notice
  case source
  case fitness
  case routine
  case prep
  case signIn = "sign_in"
  case request
  case log
  case warning
  case error
  case summary
}

/// Every member that an event of some type has.
package enum WireField: String, CaseIterable, Sendable {
  // All types.
  case type, ts, seq
  case elapsedMS = "elapsed_ms"
  // The beginning of a run.
  case format
  case veloSync = "velo_sync"
  case runID = "run_id"
  case command, arguments
  case dryRun = "dry_run"
  case sample, sources, store, attempt
  // What it is doing.
  case stage
  case durationMS = "duration_ms"
  case status, text, spoken, unavailable, source, count
  case hasHealthData = "has_health_data"
  case hasSleepData = "has_sleep_data"
  case destination, at
  // How far it is.
  case fraction
  case stageFraction = "stage_fraction"
  case done, total, unit
  case etaS = "eta_s"
  // What a source brought, and how it stands.
  case outcome, new, changed, unchanged, deleted
  case daysNew = "days_new"
  case daysChanged = "days_changed"
  case requests, bytes, state
  case lastSync = "last_sync"
  case lastError = "last_error"
  case activities, days
  // The day.
  case score, value, band
  case inputsUsed = "inputs_used"
  case inputsTotal = "inputs_total"
  case atLeast = "at_least"
  case reason, date, cached, load, fitness, fatigue, form, history, from, to, week, scores, zones
  case ftpW = "ftp_w"
  case suggestedStrain = "suggested_strain"
  // Waiting, requests, signing in, another command's output.
  case until, seconds, tries, method, url, stream
  // What was said and how it ended.
  case code, message, hint, title, retryable
  case retryAt = "retry_at"
  case exitCode = "exit_code"
  case counts
}

extension WireType {
  /// Its place among all of them; see ``WireField/place``.
  var place: Int { withUnsafeBytes(of: self) { Int($0[0]) } }
}

extension WireField {
  /// Its place among all of them. An enum without payloads is one byte, numbered in the order of its
  /// cases; reading that costs nothing, searching a list would cost more than all else.
  var place: Int { withUnsafeBytes(of: self) { Int($0[0]) } }
}
