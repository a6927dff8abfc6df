// Everything that can go wrong, as a value. Texts stand in `Reporting/Messages`, codes in `ExitStatus`.

/// Why a run, or one source of it, failed.
package enum SyncFailure: Error, Hashable, Sendable {
  /// No connection, no name, no TLS, no proxy.
  case network(Source)
  case timeout(TimeLimit)
  /// The service answered with a fault of its own (5xx).
  case server(Source)
  /// The sign-in is missing, expired or refused.
  case auth(Source)
  /// A sign-in under way was not accepted.
  case signInRefused(Source, SignInTrouble = .credentials)
  case permission(Source, Refusal)
  case rateLimited(Source, RateLimit)
  /// The answer is not what the contract promises.
  case badReply(Source)
  /// A file of the store is damaged; `line` counts from 1.
  case badInput(file: DisplayText, line: Int?)
  /// What was named for an import is damaged, or something else.
  case badExport(file: DisplayText, ExportTrouble)
  case missingInput(file: DisplayText)
  /// A file does not hold recorded runs that this version can show.
  case badRecord(file: DisplayText, RecordTrouble)
  /// A command to be wrapped did not start.
  case badCommand(DisplayText, CommandTrouble)
  case storage(StorageTrouble)
  /// Another run holds the store.
  case locked(LockHolder)
  /// Nothing is connected, or the named source is not.
  case notConnected(Source?)
  case config(ConfigTrouble)
  case usage(UsageTrouble)
  /// The system has no more of what the process needs.
  case exhausted(SystemLimit)
  /// A bug; the detail is for `--verbose`.
  case `internal`(DisplayText)
  /// What another program, or an earlier run, told of.
  indirect case reported(ReportedFailure)
  /// The run was asked to stop. Travels from the ports to the loop and is never shown.
  case interrupted
}

/// What a system can run out of.
package enum SystemLimit: Hashable, Sendable {
  case threads, descriptors
}

/// Whose patience ended.
package enum TimeLimit: Hashable, Sendable {
  case answer(Source)
  /// `--timeout`.
  case run(Duration)
  /// Nobody finished signing in.
  case signIn(Source)
}

/// Why a sign-in was not accepted.
package enum SignInTrouble: Hashable, Sendable {
  /// The service does not know the id and the secret, the key or the code.
  case credentials
  /// The service does not know the application's secret (any more).
  case clientSecret(clientID: DisplayText)
  /// The address that was pasted belongs to another sign-in.
  case otherSignIn
  /// The address that was pasted is not where a sign-in ends.
  case noCode
}

/// What a service does not let us do.
package enum Refusal: Hashable, Sendable {
  /// The person said no.
  case denied
  /// These scopes were not granted.
  case missingScopes([DisplayText])
  /// The application's subscription lapsed.
  case inactiveApplication
  /// As many people as the service allows use the application already.
  case tooManyAthletes
  /// The service has not looked at the application yet, or did not like it.
  case unapprovedApplication
  /// The service counts too many sign-ins that were begun and never ended.
  case tooManySignIns
  /// Refused without a reason that we know.
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
    self.window = window
    self.retryAt = retryAt
  }
}

/// A file or an output that could not be written or read.
package struct StorageTrouble: Hashable, Sendable {
  /// What the system said.
  package enum Reason: Hashable, Sendable {
    case diskFull, readOnly, notPermitted, tooLarge, notADirectory, missingFolder
    case isADirectory
    case ioError
    /// It was closed from the start: `>&-`.
    case closed
    /// A named pipe that nobody has open for reading.
    case noReader
    /// The process has no descriptor left.
    case tooManyFiles
    /// Any other errno.
    case system(Int32)
  }

  /// The path, or the name of an output ("standard output").
  package let path: DisplayText
  package let reason: Reason
  /// Whether it could not be read; else it could not be written.
  package let isReading: Bool
  /// Whose new tokens could not be saved. The old ones are spent: that sign-in is lost.
  package let lostSignIn: Source?

  package init(
    path: DisplayText, reason: Reason, isReading: Bool = false, lostSignIn: Source? = nil
  ) {
    self.path = path
    self.reason = reason
    self.isReading = isReading
    self.lostSignIn = lostSignIn
  }
}

/// Who holds the lock, as far as the lock file says.
package struct LockHolder: Hashable, Sendable {
  package let process: Int32?
  package let since: Timestamp?

  package init(process: Int32?, since: Timestamp?) {
    self.process = process
    self.since = since
  }
}

/// A setting, or a state on disk, that a person has to mend.
package enum ConfigTrouble: Hashable, Sendable {
  /// The store is of a newer format than this program knows.
  case newerStore(path: DisplayText, format: DisplayText)
  /// The store holds another athlete's data.
  case otherAthlete(Source, stored: DisplayText, signedIn: DisplayText)
  /// The system has no libcurl.
  case noLibcurl(DisplayText)
  /// The system has no libz.
  case noLibz(DisplayText)
  /// A file with credentials is not for its owner's eyes only.
  case unsafeCredentials(path: DisplayText, CredentialRisk = .readableByOthers)
  /// The credential file cannot be understood.
  case damagedCredentials(path: DisplayText)
  /// The config file is there and cannot be read.
  case unreadable(path: DisplayText, reason: StorageTrouble.Reason)
  /// No home folder and no XDG folder: nowhere to put data.
  case noHome
  /// A line of the config file.
  case line(file: DisplayText, line: Int, problem: UsageTrouble)
}

/// Why a file with credentials is not read.
package enum CredentialRisk: Hashable, Sendable {
  case readableByOthers
  case ownedByOthers
  case symbolicLink
  /// A folder, a pipe or a device.
  case noFile
}

/// Words on the command line that make no sense. Names are spelled as they would be typed.
package indirect enum UsageTrouble: Hashable, Sendable {
  case unknownOption(DisplayText, suggestion: DisplayText?)
  case unknownCommand(DisplayText, suggestion: DisplayText?)
  case unknownSource(DisplayText, suggestion: DisplayText?)
  case missingValue(option: DisplayText)
  case needlessValue(option: DisplayText)
  /// `expected` completes the sentence "… takes …".
  case badValue(option: DisplayText, value: DisplayText, expected: DisplayText)
  /// The same, with the name of the environment variable that the value came from.
  case badVariable(variable: DisplayText, value: DisplayText, expected: DisplayText)
  case missingArgument(command: DisplayText, argument: DisplayText)
  case unexpectedArgument(DisplayText)
  /// `commands` are those that know the option.
  case optionOfOthers(option: DisplayText, command: DisplayText, commands: [DisplayText])
  /// The option says what one run does: it is for the command line, not for the config file.
  case notInConfig(option: DisplayText)
  /// `--simulate` and `--speed` need the sample athlete.
  case needsSample(option: DisplayText)
  /// The sample athlete may not enter a real store, nor real data a sample store.
  case sampleStore(path: DisplayText)
  case realStore(path: DisplayText)
  /// `live` was asked for where it cannot be.
  case liveImpossible
  /// There is nothing to read and nobody to ask.
  case nothingToRead(what: DisplayText)
  /// The source cannot be signed in to.
  case cannotConnect(Source)
  /// A base URL that is neither https nor on a loopback address.
  case baseURL(variable: DisplayText)
  case needsConfirmation(Source)
  /// The event to be sent; what is wrong with it: "status has no text".
  case invalidEvent(fault: DisplayText)
}
