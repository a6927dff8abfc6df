// Everything that can go wrong, as a value. The texts are in `Reporting/Messages`, the exit codes
// in `ExitStatus`.

/// Why a run, or one source of it, failed.
package enum SyncFailure: Error, Hashable, Sendable {
  /// No connection: name lookup, TLS or proxy failed, or the host is unreachable.
  case network(Source)
  case timeout(TimeLimit)
  /// The service answered with a server error (5xx).
  case server(Source)
  /// The sign-in is missing, expired or refused.
  case auth(Source)
  /// A new sign-in was not accepted.
  case signInRefused(Source, SignInFailure = .credentials)
  case permission(Source, Refusal)
  case rateLimited(Source, RateLimit)
  /// The answer does not follow the service's contract.
  case badReply(Source)
  /// A listing lacks so much of what is stored that the service is not believed.
  case deletionsRefused(Source, RefusedDeletions)
  /// A file of the store is damaged; `line` counts from 1.
  case badInput(file: DisplayText, line: Int?)
  /// A file given to `import` is damaged or of another kind.
  case badExport(file: DisplayText, ExportFailure)
  case missingInput(file: DisplayText, isConfig: Bool = false)
  /// There are only connected folders to sync, and all are away.
  case missingFolders([DisplayText])
  /// No stored ride has this id or day; `near` are the days of those next to it.
  case missingRide(DisplayText, near: [Day])
  /// No ride is stored; a connected source may bring some.
  case noRides(isConnected: Bool)
  /// A file has no recorded runs that this version can show.
  case badRecord(file: DisplayText, RecordFailure)
  /// A wrapped command did not start.
  case badCommand(DisplayText, CommandFailure)
  case storage(StorageFailure)
  /// Another run holds the store.
  case locked(LockHolder)
  /// Nothing is connected, or the named source is not.
  case notConnected(Source?)
  case config(ConfigFailure)
  case usage(UsageFailure)
  /// The system has run out of a resource that the process needs.
  case exhausted(SystemLimit)
  /// A bug; the detail is for `--verbose`.
  case `internal`(DisplayText)
  /// Reported by another program or by an earlier run.
  indirect case reported(ReportedFailure)
  /// The run was asked to stop. Passed from the ports to the loop and never shown.
  case interrupted
}

/// A resource that can run out.
package enum SystemLimit: Hashable, Sendable { case threads, descriptors, memory }

/// Which time limit was reached.
package enum TimeLimit: Hashable, Sendable {
  case answer(Source)
  /// `--timeout`.
  case run(Duration)
  /// The sign-in was not completed in time.
  case signIn(Source)
}

/// Why a sign-in was not accepted.
package enum SignInFailure: Hashable, Sendable {
  /// The service does not accept the client ID and secret, the key or the code.
  case credentials
  /// The service does not accept the application's secret (any more).
  case clientSecret(clientID: DisplayText)
  /// The pasted address belongs to another sign-in.
  case otherSignIn
  /// The pasted address is not the address that a sign-in ends at.
  case noCode
}

/// Why a service denied access.
package enum Refusal: Hashable, Sendable {
  /// The person denied access.
  case denied
  /// These scopes were not granted.
  case missingScopes([DisplayText])
  /// The application's subscription lapsed.
  case inactiveApplication
  /// The application has reached the service's limit of athletes.
  case tooManyAthletes
  /// The service has not approved the application.
  case unapprovedApplication
  /// Too many unfinished sign-ins at the service.
  case tooManySignIns
  /// A folder that is to be connected may not be read.
  case folder(DisplayText)
  /// No known reason.
  case other
}

/// A service's limit.
package struct RateLimit: Hashable, Sendable {
  /// The window that is used up.
  package enum Window: Hashable, Sendable { case quarterHour, day, unnamed }

  package let window: Window
  /// When the next request may be made.
  package let retryAt: Timestamp

  package init(window: Window, retryAt: Timestamp) {
    (self.window, self.retryAt) = (window, retryAt)
  }
}

/// A file or an output that could not be written or read.
package struct StorageFailure: Hashable, Sendable {
  /// The reason the system gave.
  package enum Reason: Hashable, Sendable {
    case diskFull, readOnly, notPermitted, tooLarge, notADirectory, missingFolder
    case isADirectory
    case ioError
    /// Closed from the start: `>&-`.
    case closed
    /// A named pipe without a reader.
    case noReader
    /// The process has no file descriptor left.
    case tooManyFiles
    /// Any other errno.
    case system(Int32)
  }

  /// The path, or the name of an output ("standard output").
  package let path: DisplayText
  package let reason: Reason
  /// Whether reading failed; otherwise writing.
  package let isReading: Bool
  /// The source whose new tokens could not be saved. The old ones are used up, so that sign-in is
  /// lost.
  package let lostSignIn: Source?
  /// The command of a wrap that was not started because of it.
  package var unstarted: DisplayText?

  package init(
    path: DisplayText, reason: Reason, isReading: Bool = false, lostSignIn: Source? = nil
  ) {
    (self.path, self.reason) = (path, reason)
    (self.isReading, self.lostSignIn) = (isReading, lostSignIn)
  }
}

/// Deletions that a listing would have brought.
package struct RefusedDeletions: Hashable, Sendable {
  package let count: Int
  /// How many records the source has in the listed time.
  package let total: Int

  /// nil where deletions are believed: of few records, or of few among many. Of all there are, five
  /// are not few: an empty page is also what a service sends that is out of order.
  package init?(count: Int, total: Int) {
    guard count > (count == total ? 4 : 20), count * 2 > total else { return nil }
    (self.count, self.total) = (count, total)
  }
}

/// Who else writes the store: the process that holds the lock, as far as the lock file says.
package struct LockHolder: Hashable, Sendable {
  package var process: Int32?
  package var since: Timestamp?
  /// Whether files changed that were about to be replaced: somebody writes them who cannot see the
  /// lock.
  package let isElsewhere: Bool

  package init(process: Int32?, since: Timestamp?, isElsewhere: Bool = false) {
    (self.process, self.since, self.isElsewhere) = (process, since, isElsewhere)
  }

  /// Somebody on another computer, or anybody where the file system has no locks.
  package static let elsewhere = LockHolder(process: nil, since: nil, isElsewhere: true)
}

/// A setting, or a state on disk, that a person has to fix.
package enum ConfigFailure: Hashable, Sendable {
  /// The store has a newer format than this program knows.
  case newerStore(path: DisplayText, format: DisplayText)
  /// The store holds another athlete's data.
  case otherAthlete(Source, stored: DisplayText, signedIn: DisplayText)
  /// The system has no libcurl.
  case noLibcurl(DisplayText)
  /// The system has no libz.
  case noLibz(DisplayText)
  /// A credential file that others can read or replace.
  case unsafeCredentials(path: DisplayText, CredentialRisk = .readableByOthers)
  /// The credential file cannot be parsed.
  case damagedCredentials(path: DisplayText)
  /// The config file exists and cannot be read.
  case unreadable(path: DisplayText, reason: StorageFailure.Reason)
  /// What is named as the config file has bytes, sizes or lines that no config file has.
  case notConfigFile(path: DisplayText)
  /// Neither a home folder nor an XDG folder: no place for data.
  case noHome
  /// A line of the config file.
  case line(file: DisplayText, line: Int, problem: UsageFailure)
}

/// Why a credential file is not read.
package enum CredentialRisk: Hashable, Sendable {
  case readableByOthers
  case ownedByOthers
  case symbolicLink
  /// A folder, a pipe or a device.
  case noFile
}

/// What is wrong with a value.
package enum ValueFault: Hashable, Sendable {
  /// It is none of the expected words, or its form is wrong.
  case unknown
  case notANumber, notWhole, tooSmall, tooLarge
  case notADuration, noUnit, tooShort, tooLong
  case notADate, beforeEpoch, inFuture
  /// A port that is taken or not permitted.
  case unavailable
}

/// Invalid arguments. Names are spelled as they would be typed.
package indirect enum UsageFailure: Hashable, Sendable {
  case unknownOption(DisplayText, suggestion: DisplayText?)
  /// `meant` are the arguments of the question "Did you mean velo-sync …?".
  case unknownCommand(DisplayText, meant: [String]?)
  /// `isToConnect`: where only some sources can be named.
  case unknownSource(DisplayText, suggestion: DisplayText?, isToConnect: Bool = false)
  /// Folders in the place of a source.
  case foldersAsSource(command: DisplayText, [String])
  case missingValue(option: DisplayText)
  case needlessValue(option: DisplayText)
  /// `option` may also be an environment variable; `expected` completes the sentence "… takes …".
  case badValue(
    option: DisplayText, value: DisplayText, expected: DisplayText, fault: ValueFault = .unknown)
  case missingArgument(command: DisplayText, argument: DisplayText)
  /// `meant` as above.
  case unexpectedArgument(DisplayText, meant: [String]? = nil)
  /// `commands` are those that take the option.
  case optionOfOthers(option: DisplayText, command: DisplayText, commands: [DisplayText])
  /// The option applies to one run: it belongs on the command line, not in the config file.
  case notInConfig(option: DisplayText)
  /// `--simulate` and `--speed` need the sample athlete.
  case needsSample(option: DisplayText)
  /// Sample data may not enter a real store, nor real data a sample store.
  case sampleStore(path: DisplayText)
  case realStore(path: DisplayText)
  /// `live` was requested where it is not possible.
  case liveImpossible
  /// Nothing to read from standard input, and no terminal to ask at; or, when asked, no answer.
  case nothingToRead(what: DisplayText, wasAsked: Bool = false)
  /// The source has no sign-in.
  case cannotConnect(Source)
  /// A folder to be disconnected is not connected.
  case folderNotConnected(path: DisplayText)
  /// A base URL that is neither https nor on a loopback address.
  case baseURL(variable: DisplayText)
  case needsConfirmation(Source)
  /// Options that exclude each other.
  case conflictingOptions(DisplayText, DisplayText)
  /// Several rides have an id that begins so, or are of that day.
  case severalRides(DisplayText, [ActivityID])
  /// The event given to `emit` is invalid; `fault` describes it: "status has no text".
  case invalidEvent(fault: DisplayText)
}
