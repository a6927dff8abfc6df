// The texts about wrong options and settings, and settings that are missing.

import Model

extension Messages {
  func message(_ failure: UsageFailure) -> DisplayText {
    switch failure {
    case .unknownOption(let name, _): "Unknown option \(name.description)."
    case .unknownCommand(let name, _): "Unknown command \(name.description)."
    case .unknownSource(let name, _, _): "Unknown source \(name.description)."
    case .foldersAsSource(_, let paths):
      "\(fullPath(DisplayText(paths[0]))) is a path, not a source."
    case .missingValue(let option): "\(option.description) needs a value."
    case .needlessValue(let option): "\(option.description) takes no value."
    case .badValue(let option, "", _, _): "The value of \(option.description) is empty."
    case .badValue(let option, let value, _, let fault):
      "Invalid value for \(option.description): \(value.description)\(what(fault))."
    case .missingArgument(let command, let argument):
      "\(command.description) needs a \(argument.description)."
    case .unexpectedArgument(let argument, _): "Unexpected argument \(argument.description)."
    case .optionOfOthers(let option, let command, _):
      "\(option.description) is not an option of \(command.description)."
    case .needsSample(let option): "\(option.description) works only with the sample athlete."
    case .sampleStore(let path): "\(fullPath(path)) contains sample data."
    case .realStore(let path): "\(fullPath(path)) is not a sample store."
    case .liveImpossible: "Live output needs a terminal that can redraw, at least 20 columns wide."
    case .nothingToRead(let what, _): "No \(what.description) given."
    case .cannotConnect(let source): "velo-sync cannot sign in to \(name(source))."
    case .baseURL(let variable):
      "\(variable.description) must be an https URL (http only for this machine)."
    case .notInConfig(let option): "\(option.description) cannot be set in a config file."
    case .needsConfirmation(let source): "Deleting all \(name(source)) records needs confirmation."
    case .folderNotConnected(let path): "The folder \(fullPath(path)) is not connected."
    case .conflictingOptions(let one, let other): "\(one) and \(other) exclude each other."
    case .severalRides(let name, _): "\(name) is more than one ride."
    case .invalidEvent(let fault): "Invalid event: \(fault.description)."
    }
  }

  func hint(_ failure: UsageFailure) -> DisplayText {
    switch failure {
    case .unknownOption(_, let suggestion?), .unknownSource(_, let suggestion?, _):
      "Did you mean \(suggestion.description)?"
    case .foldersAsSource(let name, let paths):
      "Did you mean "
        + "\(command("\(name) files \(paths.map(shellPath).joined(separator: " "))"))?"
    case .unknownCommand(_, let meant?), .unexpectedArgument(_, let meant?):
      "Did you mean \(commandLine(meant))?"
    case .unknownSource(_, nil, isToConnect: false):
      "Sources are \(Source.allCases.map(\.rawValue).joined(separator: ", "))"
    case .optionOfOthers(let option, _, let commands):
      "\(option.description) belongs to \(commands.map(\.description).joined(separator: ", "))"
    case .needsSample: "Add --sample"
    case .sampleStore where isDisconnect:
      "No service is signed in there. To remove the data, delete the folder"
    case .sampleStore where isSample && job == .sync: "Pass another --store, or run \(command())"
    case .sampleStore, .realStore: "Pass another folder with --store, or omit --store"
    case .liveImpossible: "Omit --output live, or run it in a terminal"
    case .nothingToRead(_, wasAsked: true): "Run \(retryCommand) again"
    case .nothingToRead(let what, _) where what == Question.apiKey.what:
      "In a script, pass the key on standard input"
    case .nothingToRead(let what, _) where what == Question.redirect.what:
      "In a script, pass it on standard input, in a line after the secret if that is asked for"
    case .nothingToRead: "In a script, pass --client-id, and the secret on standard input"
    case .cannotConnect(.appleHealth): "Run \(command("import PATH")) with its export.zip"
    case .cannotConnect(let source) where source.isFiles:
      "Run \(connect(.files)) or \(command("import PATH"))"
    case .cannotConnect: "Services you can connect: \(services)"
    case .folderNotConnected: "To list the connected folders: \(command("sources"))"
    case .baseURL: "Fix it, or unset it"
    case .notInConfig: "Give it on the command line"
    case .needsConfirmation: "Pass --yes"
    case .conflictingOptions: "Pass one of them"
    case .severalRides(_, let rides):
      "Pass one of \(rides.prefix(8).map(\.description).joined(separator: ", "))"
        + (rides.count > 8 ? " and \(number(rides.count - 8)) more" : "")
    case .invalidEvent: "See man velo-sync-events"
    case .missingArgument("connect", "SOURCE"), .unknownSource(_, nil, isToConnect: true):
      "Pass files DIR (a folder of ride files), intervals (an API key, free), wahoo (an API "
        + "application, free) or strava (an API application, by subscription)"
    case .missingArgument("ride", _): "Pass latest, a day or the id of a ride"
    case .missingArgument(let command, _): "See velo-sync \(command.description) --help"
    case .badValue(let option, _, let expected, _):
      "\(option.description) takes \(expected.description)"
    case .unknownOption, .unknownCommand, .missingValue, .needlessValue, .unexpectedArgument:
      "See velo-sync \(typedCommand.map { "\($0) " } ?? "")--help"
    }
  }

  /// Those that can be signed in to: "strava, intervals, wahoo".
  private var services: String {
    Source.allCases.filter { !$0.isFiles }.map(\.rawValue).joined(separator: ", ")
  }

  func message(_ failure: ConfigFailure) -> DisplayText {
    switch failure {
    case .newerStore(let path, let format):
      "\(fullPath(path)) was written by a newer velo-sync (format \(format.description))."
    case .otherAthlete(let source, let stored, let signedIn):
      "This store belongs to \(stored.description), but \(name(source)) is signed in as "
        + "\(signedIn.description)."
    case .noLibcurl(let name): "This system has no libcurl (\(name.description))."
    case .noLibz(let name): "This system has no libz (\(name.description))."
    case .unsafeCredentials(let path, let risk): "\(fullPath(path)) \(problem(risk))."
    case .damagedCredentials(let path): "\(fullPath(path)) is damaged."
    case .unreadable(let path, let reason):
      "\(fullPath(path)) cannot be read (\(self.reason(reason)))."
    case .notConfigFile(let path): "\(fullPath(path)) is not a config file."
    case .noHome: "No home folder found."
    case .line(let file, let line, .unknownOption(let name, _)):
      "Unknown option \(name.description) in \(fullPath(file)), line \(line)."
    case .line(let file, let line, let problem):
      "\(fullPath(file)), line \(line): \(message(problem).description)"
    }
  }

  func hint(_ failure: ConfigFailure) -> DisplayText {
    switch failure {
    case .newerStore: "Update velo-sync, or pass another folder with --store"
    case .otherAthlete(let source, _, _):
      "Pass another folder with --store, or run \(connect(source))"
    case .noLibcurl: "Install the package libcurl4 (or libcurl)"
    case .noLibz: "Install the package zlib1g (or zlib), or unpack the archive yourself"
    case .unsafeCredentials(let path, .readableByOthers): "chmod 600 \(path.description)"
    case .unsafeCredentials(_, .ownedByOthers): "Replace it with a file that you own"
    case .unsafeCredentials(_, .symbolicLink), .unsafeCredentials(_, .noFile):
      "Replace it with a regular file"
    case .damagedCredentials: "Remove it and run \(command("connect SOURCE")) again"
    case .unreadable: "Make it readable, or pass --no-config"
    case .notConfigFile: "Check the path (--config or VELO_SYNC_CONFIG), or pass --no-config"
    case .noHome: "Set HOME"
    case .line(_, _, .unexpectedArgument): "Put one option on each line, like --ftp 250"
    case .line(_, _, let problem): hint(problem)
    }
  }

  private func problem(_ risk: CredentialRisk) -> String {
    switch risk {
    case .readableByOthers: "can be read by others"
    case .ownedByOthers: "belongs to another user"
    case .symbolicLink: "is a symbolic link"
    case .noFile: "is not a regular file"
    }
  }

  /// What is wrong with a value, to follow it; empty if the value says it.
  private func what(_ fault: ValueFault) -> String {
    switch fault {
    case .unknown: ""
    case .notANumber: " is not a number"
    case .notWhole: " is not a whole number"
    case .tooSmall: " is too small"
    case .tooLarge: " is too large"
    case .notADuration: " is not a duration"
    case .noUnit: " has no unit"
    case .tooShort: " is too short"
    case .tooLong: " is too long"
    case .notADate: " is not a date"
    case .beforeEpoch: " is before 1970"
    case .inFuture: " is in the future"
    case .unavailable: " is not available"
    }
  }

  /// "Set --ftp, or all of --sex and --max-hr, to get a load for 12 activities."
  func text(_ shortage: LoadShortage) -> DisplayText {
    let what = "to get a load for \(count(shortage.activities, "activity", "activities"))."
    let options = shortage.settings.map(option)
    let heartRate = (options.count > 1 ? "all of " : "") + listInWords(options)
    let power = option(.ftp)
    let how = shortage.withPower > 0 ? " " + takingFTP(shortage.power) : ""
    if shortage.withHeartRate == 0 { return "Set \(power) \(what)\(how)" }
    if shortage.withPower == 0 { return "Set \(heartRate) \(what)" }
    if shortage.withPower == shortage.activities, shortage.withHeartRate == shortage.activities {
      return options.count > 1
        ? "Set \(power), or \(heartRate), \(what)\(how)"
        : "Set \(power) or \(heartRate) \(what)\(how)"
    }
    return "Set \(power) for rides with power and \(heartRate) for rides with heart rate, "
      + "\(what)\(how)"
  }

  /// How to set the FTP, and which, if rides say anything.
  ///
  /// - Parameter options: what else the run needs, with a space behind it.
  func takingFTP(_ power: PowerReport?, with options: String = "") -> String {
    let config = config.map { fullPath(DisplayText($0)) } ?? "the config file"
    guard let power else {
      return "Give it in watts, like --ftp 200 for 200 watts, and keep it in \(config)."
    }
    let (watts, best) = (power.thresholdWatts, number(power.bestWatts))
    let reason =
      voice == .spoken
      ? "95 percent of your best 20 minutes in six weeks, \(best) watts on \(dateInWords(power.date)) "
        + "\(power.date.year)"
      : "95 % of your best 20 minutes in six weeks, \(best) W on \(dateWithYear(power.date))"
    // A dry run leaves nothing to compute with.
    let again = job == .import && isDryRun ? typed : nil
    let words =
      again.map { commandLine($0 + ["--ftp", "\(watts)"]) } ?? command("\(options)--ftp \(watts)")
    let attempt = "Try \(words) (\(reason))"
    // The config file is of all stores; another one may be another rider's.
    if case .folder = store { return "\(attempt)." }
    return "\(attempt), and keep --ftp \(watts) in \(config)."
  }

  private func option(_ setting: RiderSettings.Setting) -> String {
    switch setting {
    case .ftp: "--ftp"
    case .sex: "--sex"
    case .maxHeartRate: "--max-hr"
    case .restingHeartRate: "--rest-hr"
    case .thresholdHeartRate: "--threshold-hr"
    }
  }
}
