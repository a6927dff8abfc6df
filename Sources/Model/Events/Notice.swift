// What is said besides: to know, and to mend.

/// What a person may want to know and need not mend.
package enum Notice: Hashable, Sendable {
  /// Nothing is connected: this is a rehearsal on the sample athlete.
  case rehearsal
  /// The sample athlete was asked for.
  case sampleData
  /// Records without an id or a start were left out.
  case recordsSkipped(Source, count: Int)
  /// Mistakes in files that were put up with.
  case recordsMended(Source, count: Int)
  /// The source holds activities that came from Strava, which forbids handing them on.
  case recordsWithheld(Source, count: Int)
  /// Streams take so many requests, and so long at the service's limit.
  case longImport(Source, requests: Int, duration: Duration)
  /// The source has no streams for so many activities that should have some.
  case streamsMissing(Source, count: Int)
  /// Loads were computed with another threshold than the one in force.
  case loadsOutdated
  /// No activity has a load, and settings would give them one.
  case loadsMissing(LoadShortage)
  /// A source was purged.
  case recordsDeleted(Source, count: Int)
  /// What another program, or an earlier run, told of.
  case reported(ExternalMessage)
}

/// What a person may have to mend.
package enum Warning: Hashable, Sendable {
  /// `live` was set by the environment or the config file, and cannot be here.
  case liveUnavailable
  /// The file of `--events` cannot be written any more.
  case recordLost(path: DisplayText, StorageTrouble.Reason)
  /// The service did not confirm that the connection was revoked.
  case notRevoked(Source)
  /// The service manager supplies credentials, which only it can take away.
  case stillSupplied(Source)
  /// The last line of a recording is cut short.
  case lineTorn(file: DisplayText)
  /// Events of a recording are invalid, in whole or in part; what is wrong with the first.
  case linesSkipped(file: DisplayText, count: Int, fault: DisplayText)
  /// A recording stops before the end of its run.
  case runUnfinished(file: DisplayText)
  /// Events of a command are invalid, in whole or in part; what is wrong with the first.
  case strangeEvents(command: DisplayText, count: Int, fault: DisplayText)
  /// The last sync in which every source answered is older than `--max-age` allows; `age` is nil
  /// when there was none.
  case outdated(age: Duration?, limit: Duration)
  /// What another program, or an earlier run, told of.
  case reported(ExternalMessage)
}
