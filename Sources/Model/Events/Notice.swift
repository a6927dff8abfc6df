// Notices and warnings.

/// Information that needs no action.
package enum Notice: Hashable, Sendable {
  /// Nothing is connected: this is a dry run with the sample athlete.
  case rehearsal
  /// The sample athlete was requested.
  case sampleData
  /// Records without an id or a start were left out.
  case recordsSkipped(Source, count: Int)
  /// Errors in files that were corrected while reading.
  case recordsCorrected(Source, count: Int)
  /// Files in connected folders that are still being written, and are left to the next sync.
  case filesIncomplete(count: Int)
  /// The number of files that hold nothing that is imported.
  case filesLeftOut(count: Int)
  /// A file among many that is no ride, or could not be read, or not to its end (nil): a detail.
  case fileLeftOut(file: DisplayText, ExportFailure?)
  /// Rides with more samples than are kept, of which some were left out evenly.
  case ridesThinned(count: Int)
  /// The source holds activities that came from Strava, which forbids passing them on.
  case recordsWithheld(Source, count: Int)
  /// Fetching streams takes this many requests, and this long at the service's limit.
  case longImport(Source, requests: Int, duration: Duration)
  /// The source has no streams for this many activities that should have some.
  case streamsMissing(Source, count: Int)
  /// Loads were computed with another value of this setting than the current one; with the first
  /// of the rider's own, those of the recorders among them.
  case loadsOutdated(RiderSettings.Setting, isFirst: Bool = false)
  /// The stored loads of rides were computed again.
  case loadsRecomputed(count: Int)
  /// Activities have no load, and settings would provide one: the FTP of rides with power, and the
  /// others as long as no activity has a load.
  case loadsMissing(LoadShortage)
  /// What the rider can do after the first run that has stored records, or next.
  case nextStep(Advice)
  /// A source was purged.
  case recordsDeleted(Source, count: Int)
  /// A folder was connected that has no ride files yet.
  case folderEmpty(path: DisplayText)
  /// Connected folders are not there, which is no failure: a device is unplugged. At least one.
  case foldersAway([DisplayText])
  /// These folders were disconnected.
  case foldersDisconnected([DisplayText])
  /// No browser was opened on this machine, or it may not be where the person is.
  case remoteSignIn(Source)
  /// The sign-in that was disconnected was that of these stores, too.
  case signInShared(Source, stores: [DisplayText])
  /// There is nothing new among the activities that are asked for: those since the day of an
  /// earlier `--since`.
  case activitiesLimited(since: Day)
  /// The run cannot be recorded as the last one, for `replay`.
  case runUnrecorded(path: DisplayText, StorageFailure.Reason)
  /// Files in the store that velo-sync has not written and leaves alone; at least one.
  case foreignFiles([DisplayText])
  /// Another run writes the store, and what it does, as far as its recording says.
  case syncRunning(since: Timestamp?, SyncStatus?)
  /// What a list of rides leaves out, or why it is empty.
  case rideList(RideListNote)
  /// A picture or a track was saved in the file that an option names, as typed.
  case fileSaved(DisplayText, bytes: Int)
  /// A ride was left out of everything that is computed, or is counted again.
  indirect case rideCounted(Activity, isExcluded: Bool)
  /// A store was checked.
  case storeChecked(StoreContents, findings: Int)
  /// Reported by another program or by an earlier run.
  case reported(ExternalMessage)
}

/// Something that a rider may do after a run.
package enum Advice: Hashable, Sendable {
  /// Look at the rides.
  case rides
  /// Fetch the second-by-second data of these services, which a ride's trace needs.
  case streams([Source])
  /// Keep settings that were given for one run alone: the next one would compute loads with
  /// others. At least one line of the config file, where another one may have to go.
  case keepSettings([String], replacing: Bool = false)
}

/// A problem that may need action.
package enum Warning: Hashable, Sendable {
  /// `live` was set by the environment or the config file, and is not possible here.
  case liveUnavailable
  /// The file of `--events` can no longer be written.
  case recordLost(path: DisplayText, StorageFailure.Reason)
  /// The service did not confirm that the connection was revoked.
  case notRevoked(Source)
  /// The service manager supplies credentials; only it can remove them.
  case stillSupplied(Source)
  /// The last line of a recording is truncated.
  case lineTorn(file: DisplayText)
  /// Events of a recording are invalid, in whole or in part; `fault` describes the first.
  case linesSkipped(file: DisplayText, count: Int, fault: DisplayText)
  /// A recording ends before its run does.
  case runUnfinished(file: DisplayText)
  /// Events of a command are invalid, in whole or in part; `fault` describes the first.
  case strangeEvents(command: DisplayText, count: Int, fault: DisplayText)
  /// A ride file is damaged; what was recorded before the damage was imported.
  case fileDamaged(file: DisplayText)
  /// A file of several could not be imported.
  case fileRefused(file: DisplayText, ExportFailure)
  /// Further files are damaged or could not be imported.
  case moreFiles(damaged: Int, refused: Int)
  /// Rows of the source's list of activities could not be read.
  case rowsUnreadable(Source, count: Int)
  /// There is nothing to draw, so that the picture of a chart was not written; `file` is nil for
  /// standard output.
  case nothingDrawn(file: DisplayText?)
  /// The file that a ride was read from does not give its second-by-second data.
  case traceMissing(file: DisplayText, ExportFailure)
  /// The last sync in which every source answered is older than `--max-age`; `age` is nil when
  /// there was none, and without a connected source there will be none.
  case outdated(age: Duration?, limit: Duration, isConnected: Bool)
  /// `check` found something in the store.
  case found(StoreFinding)
  /// Reported by another program or by an earlier run.
  case reported(ExternalMessage)
}
