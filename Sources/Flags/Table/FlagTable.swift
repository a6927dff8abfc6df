// The table of options, from which parser, environment, config file and help are derived.

import Model

/// The commands that compute loads and scores, or show what follows from the same settings.
private let scoring: [CommandName] = [.sync, .import, .status, .rides, .ride]

extension Flag {
  /// Every option, in the order of the help.
  static let all: [Flag] = [

    // MARK: What to sync

    Flag(
      "dry-run", short: "n", .switch(\.dryRun), in: .sync, of: [.sync, .import], reach: .arguments,
      isCommon: true,
      line: "do everything except write",
      text: """
        Contact the services, download and compute, but do not change the store. Only a refreshed \
        sign-in is saved. Takes no lock, so it can run during a sync. If no service is connected, \
        the store is empty and no --source is given, it uses the sample athlete and says so.
        """,
      textOfCommand: [
        .import: """
        Read the files and compute, but do not change the store. Takes no lock, so it can run \
        during a sync.
        """
      ]),

    Flag(
      "source", short: "s",
      Binding(
        .value("NAME,..."), read: { $0.sources.typed },
        store: { options, value throws(ValueFailure) in
          let named = Set(try value.sourceList()).union(value.isFirst ? [] : options.sources)
          options.sources = named.sorted()
        }), in: .sync, of: [.sync, .rides], reach: .arguments,
      line: "only these sources, like strava,intervals",
      text: """
        Sync only these sources. Separate names with commas; the option can be repeated. Naming a \
        source that is not connected is an error.
        """,
      textOfCommand: [
        .rides: """
        Only rides of which one of these sources has a record. Separate names with commas; the \
        option can be repeated.
        """
      ]),

    Flag(
      "since", .value("DATE", \.since, typed: \.typed, Value.pastDay), in: .sync,
      of: [.sync, .chart, .rides], reach: .arguments, isCommon: true,
      line: "start date: 2026-01-31, or 30d for 30 days",
      text: """
        Fetch activities from this local day on, inclusive: a date like 2026-01-31, or a number of \
        days like 30d. Default: all activities. Remembered as the store's start date: applies to \
        later runs too, until the next --since or --full. Connected folders are read in full. In \
        chart and rides: the first day shown, not remembered.
        """,
      textOfCommand: [
        .chart: "The first day of the chart: a date like 2026-01-31, a month, a year, or 30d.",
        .rides: "The first day of the list: a date like 2026-01-31, a month, a year, or 30d.",
      ]),

    Flag(
      "until", .value("DATE", \.until, typed: \.typed, Value.lastPastDay), in: .sync,
      of: [.chart, .rides], reach: .arguments, isCommon: true, line: "last day to show",
      text: "The last day shown, inclusive: a date like 2026-01-31, a month, a year, or 30d."),

    Flag(
      "sport", .value("SPORT", \.sport) { value in { () in value.anyText() } }, in: .sync,
      of: [.rides], reach: .arguments, line: "another sport, or all",
      text: """
        Which activities: ride, the default, is every kind of cycling, and what has no sport; run, \
        swim, walk, ski, row, strength or other; all; or a source's own word, like GravelRide.
        """),

    Flag(
      "by", .choice("PERIOD", \.grouping), in: .sync, of: [.rides],
      reach: .arguments, isCommon: true, line: "add up by \(RideGrouping.list)",
      text: """
        Add up by \(RideGrouping.list) instead of listing. By year also shows the \
        Eddington number: E days of at least E km, the rides of a day added up. Gear is the bike of Strava, \
        Intervals.icu or an archive of Strava; rides without gear are one line.
        """),

    Flag(
      "csv", .switch(\.csv), in: .output, of: [.chart, .rides], reach: .arguments, isCommon: true,
      line: "print comma-separated values",
      text: """
        Print comma-separated values (RFC 4180) and nothing else: a header line, then a ride or a \
        total a line, with the names and units of the store.
        """,
      textOfCommand: [
        .chart: """
        Print comma-separated values (RFC 4180) and nothing else: a header line, then a day, a week \
        or a duration a line, with a column for each series.
        """
      ]),

    Flag(
      "gpx", .value("FILE", \.gpx, Value.path), in: .places, of: [.ride], reach: .arguments,
      isCommon: true,
      line: "also save the ride as GPX",
      text: """
        Also save the ride as GPX 1.1 with times, altitude, heart rate, cadence and power. Needs \
        second-by-second data with positions, as --streams stores it or as the ride's own file in a \
        connected folder has it. Replaces the content of FILE. With -, \
        standard output is the GPX and nothing else.
        """),

    Flag(
      "exclude", .switch(\.exclude), in: .sync, of: [.ride], reach: .arguments, isCommon: true,
      line: "do not count the ride",
      text: """
        Leave the ride out of loads, fitness, routine, totals and best powers. It stays listed, and \
        every sync keeps it so until --include. Needs ID.
        """),

    Flag(
      "include", .switch(\.include), in: .sync, of: [.ride], reach: .arguments, isCommon: true,
      line: "count the ride again",
      text: "Count a ride again that --exclude has left out. Needs ID."),

    Flag(
      "full", .switch(\.full), in: .sync, of: [.sync], reach: .arguments,
      line: "list all activities again",
      text: """
        List all activities again instead of the last 30 days. Finds every edit and deletion, and \
        computes every load again.
        """),

    Flag(
      "allow-deletions", .switch(\.allowDeletions), in: .sync, of: [.sync], reach: .arguments,
      line: "accept a list that lacks most activities",
      text: """
        Accept a listing that lacks most of what is stored. Otherwise one that would delete more \
        than 20 activities and more than half of those in the listed time, or all of five or \
        more, deletes none: it may be a mistake of the service. Say it once, with --full, after \
        deleting many there.
        """),

    Flag(
      "streams", .switch(\.streams), in: .sync, of: [.sync, .import], reach: .arguments,
      line: "also keep second-by-second data",
      text: """
        Also download second-by-second data of activities with power or heart rate, newest first, \
        one request per activity. When a service's limit is reached, the run waits for at most \
        --wait or exits with code 75; the next run continues where it stopped. Saved as \
        streams/SOURCE/ID.json in the store. Also keeps that of ride files in connected folders. \
        Ignored in a dry run.
        """,
      textOfCommand: [
        .import: """
        Also keep the second-by-second data of rides with power or heart rate, positions included. \
        Saved as streams/SOURCE/ID.json in the store. Ignored in a dry run.
        """
      ]),

    // MARK: The rider

    Flag(
      "ftp", .dated("W[@DATE]", 1...2000, \.rider.ftp), in: .rider, of: scoring,
      line: "your functional threshold power, in watts",
      text: """
        Functional threshold power: the power in watts that you can hold for about an hour. Range: \
        1 to 2000. Overrides the services' value. Used to compute load from power. May be given \
        several times, or several values with commas between them: 255@2026-01-15 holds from that \
        day on, also from one to come, a value without a date before the first dated one. The \
        value of a ride's day counts. An argument with a date adds to the values of the config \
        file, one without replaces them.
        """),

    Flag(
      "max-hr", .number("BPM", 25...250, \.rider.maxHeartRate), in: .rider, of: scoring,
      line: "your maximum heart rate",
      text: """
        Maximum heart rate in beats per minute. Range: 25 to 250. Overrides the services' value. \
        Heart-rate load needs --max-hr, --rest-hr, --threshold-hr and --sex; each can come from \
        you or from a service.
        """),

    Flag(
      "rest-hr", .number("BPM", 25...250, \.rider.restingHeartRate), in: .rider, of: scoring,
      line: "your resting heart rate",
      text: """
        Resting heart rate in beats per minute. Range: 25 to 250. Overrides the services' value. \
        Heart-rate load needs it together with --max-hr, --threshold-hr and --sex.
        """),

    Flag(
      "threshold-hr", .dated("BPM[@DATE]", 25...250, \.rider.thresholdHeartRate), in: .rider,
      of: scoring,
      line: "your threshold heart rate",
      text: """
        Threshold heart rate: the heart rate in beats per minute that you can hold for about an \
        hour. Range: 25 to 250. Overrides the services' value. Heart-rate load needs it together \
        with --max-hr, --rest-hr and --sex. May be given several times with dates, as --ftp.
        """),

    Flag(
      "sex", .choice("female|male", \.rider.sex), in: .rider, of: scoring,
      line: "sex-specific constants for heart-rate load",
      text: """
        Sex-specific constants for heart-rate load. Heart-rate load needs this, --max-hr, \
        --rest-hr and --threshold-hr.
        """),

    Flag(
      "sleep-need", .value("DURATION", \.sleepNeed, typed: \.typed, Value.sleepNeed), in: .rider,
      of: scoring,
      line: "how much sleep you need, like 7h",
      text: "How much sleep you need per night. Default: 7h. Range: 4h to 12h."),

    // MARK: Trying it out

    Flag(
      "sample", .switch(\.sample), in: .sample, of: [.sync], reach: .arguments,
      line: "use the built-in sample athlete",
      text: """
        Use the built-in sample athlete instead of the connected services. Without --store, the \
        sample athlete has a separate store. Sample data and real data never mix: each refuses the \
        other's store.
        """),

    Flag(
      "speed", .value("N|max", \.speed, typed: \.typed, Value.speed), in: .sample,
      of: [.sync, .replay], reach: .arguments,
      line: "speed up time: 0.1 to 1000, or max",
      text: """
        Speed up the sample athlete or a replay by this factor. Range: 0.1 to 1000; max removes \
        all pauses. Not available for a real sync.
        """),

    Flag(
      "simulate",
      .value(
        "CASE[@SOURCE]", choices: SimulationCase.words, \.simulation, typed: \.typed,
        Value.simulation), in: .sample, of: [.sync], reach: .arguments,
      line: "simulate a failure with the sample athlete",
      text: """
        Simulate this failure with the sample athlete, optionally at one source. slow adds pauses \
        of 5 seconds. offline removes the connection and shows the scores saved yesterday. Needs \
        the sample athlete.
        """),

    Flag(
      "all", .switch(\.all), in: .output, of: [.rides, .replay], reach: .arguments, isCommon: true,
      line: "every ride of the store, or run of the file",
      text: """
        Replay every run in the file or pipe, in order, not only the last. Runs that a pipe brings \
        later are always replayed, as they arrive. In rides: list every ride of the store, not \
        only those of the last six weeks.
        """,
      textOfCommand: [
        .rides: "List every ride of the store instead of those of the last six weeks."
      ]),

    Flag(
      "exit-code", .switch(\.recordedExit), in: .sample, of: [.replay], reach: .arguments,
      isCommon: true,
      line: "exit with the recorded exit code",
      text: "Exit with the exit code of the recorded run instead of 0."),

    // MARK: Output

    Flag(
      "output", short: "o",
      Binding(
        .value("MODE", choices: OutputMode.words), read: { $0.output.mode.rawValue },
        store: { options, value throws(ValueFailure) in
          let mode = try value.choice(of: OutputMode.self)
          options.output = OutputRequest(mode: mode, level: value.level)
        }), in: .output,
      line: "live, plain, accessible, json or quiet",
      text: """
        Output format. live: one status line, redrawn in place. plain: timestamped lines for logs. \
        accessible: sentences for screen readers, never redrawn. json: one JSON object per line. \
        quiet: errors and warnings only. auto, the default: live on a terminal, plain otherwise.
        """),

    Flag(
      "plain", .output(.plain), in: .output, reach: .arguments, shortFor: "output",
      line: "timestamped lines; short for --output plain",
      text: "Same as --output plain. The last of --output, --plain and --json wins."),

    Flag(
      "json", .output(.json), in: .output, reach: .arguments, shortFor: "output", isCommon: true,
      line: "one JSON object per line; short for -o json",
      text: "Same as --output json. The last of --output, --plain and --json wins."),

    Flag(
      "quiet", short: "q", .switch(\.quiet), in: .output, isCommon: true,
      line: "show errors and warnings only",
      text: """
        Show errors and warnings only. Applies to every output format. With --json, also writes the \
        version and summary events.
        """),

    Flag(
      "verbose", short: "v", .switch(\.verbose), in: .output,
      line: "also show requests, retries and durations",
      text: """
        Also show requests, retries and durations, and each file that an import leaves out. Secrets \
        are never shown.
        """),

    Flag(
      "color",
      Binding(
        .value("WHEN", choices: ColorChoice.words), read: { $0.color.rawValue },
        store: { options, value throws(ValueFailure) in
          let choice = try value.choice(of: ColorChoice.self)
          options.color = choice == .auto ? value.below.color : choice
        }), in: .output,
      line: "use colour: auto, always or never",
      text: """
        When to use colour. With auto, the first of these that is set decides: VELO_SYNC_COLOR, \
        color in the config file, NO_COLOR, CLICOLOR_FORCE or FORCE_COLOR, CLICOLOR, TERM. If none \
        is set, colour is on when the output is a terminal.
        """),

    Flag(
      "units",
      Binding(
        .value("SYSTEM", choices: Units.words), read: { $0.units.rawValue },
        store: { options, value throws(ValueFailure) in
          options.units = try value.choice(of: Units.self)
        }), in: .output,
      of: [.sync, .import, .status, .chart, .rides, .ride, .replay, .wrap],
      line: "metric or imperial units in texts",
      text: """
        Units of texts, charts and pictures. metric, the default: km, m and km/h. imperial: mi, ft \
        and mph. JSON, CSV, GPX and the store are always metric.
        """),

    Flag(
      "events", .value("FILE", \.events, Value.path), in: .output,
      of: [.sync, .import, .replay, .wrap], reach: .arguments,
      line: "also append the events to a file",
      text: """
        Also append the events to FILE, one JSON object per line, in every output format. FILE can \
        be a named pipe. With -, standard output carries all events and nothing else, as with --json.
        """),

    Flag(
      "pace",
      Binding(
        .value("PACE", choices: Pace.words), read: { $0.pace.rawValue },
        store: { options, value throws(ValueFailure) in
          options.pace = try value.choice(of: Pace.self)
        }), in: .output,
      line: "readable or instant status changes",
      text: """
        How the live line changes. readable, the default: each status stays long enough to be \
        read, and the work never waits for it. instant, the default of wrap: each status is shown \
        at once.
        """),

    Flag(
      "title", .value("TEXT", \.title, Value.anyText), in: .output, of: [.wrap], isCommon: true,
      line: "name of the run in the status line",
      text: "Name of the run in the status line and in the result. Default: COMMAND as typed."),

    Flag(
      "detect", .switchedOn(\.detect), in: .output, of: [.wrap],
      line: "ignore progress that COMMAND prints",
      text: """
        Do not turn progress that COMMAND prints, such as 45% or [13/14], into the progress bar. \
        Events that COMMAND sends always count.
        """),

    Flag(
      "pty",
      Binding(
        .switchedOn, read: { ($0.pty?.isOn == false).word },
        store: { options, value in
          options.pty = Options.PseudoTerminal(isOn: value.isOn, level: value.level)
        }), in: .output, of: [.wrap], isCommon: true,
      line: "run COMMAND on pipes, not on a pseudo-terminal",
      text: """
        Run COMMAND on pipes, as in a log. It then prints no colours and no progress of its own, as \
        most programs without a terminal, and what it asks on the terminal itself is not known to wrap: \
        the status line may be drawn over it, and what is typed is not shown. Default: a \
        pseudo-terminal where the status line is shown, none elsewhere. There, --pty asks for one, \
        without a terminal only as an argument, and for standard output only.
        """),

    Flag(
      "tips", .switchedOn(\.tips), in: .output,
      line: "no tips below the live line",
      text: "Hide the tips that appear below the live line after three seconds."),

    Flag(
      "bell", .switch(\.bell), in: .output,
      line: "ring once on success, twice on failure",
      text: """
        Ring the terminal bell when a run on the live line ends: once on success, twice if it \
        failed or partly failed.
        """),

    Flag(
      "heartbeat",
      Binding(
        .value("DURATION|off"), read: { $0.heartbeat.typed },
        store: { options, value throws(ValueFailure) in
          options.heartbeat =
            value.text == "off" ? .off : .every(try value.duration(from: 1, also: ", or off"))
        }), in: .output,
      line: "longest silence in plain or accessible output",
      text: """
        Longest silence in plain or accessible output before a line says that the work continues. \
        Default: 10s in plain, 30s in accessible output; the interval grows during a long wait. \
        off disables these lines.
        """),

    // MARK: Waiting

    Flag(
      "wait", .duration(\.wait, from: 0), in: .patience, of: [.sync, .import],
      line: "longest wait for a limit or another run",
      text: """
        Longest wait for a service's rate limit or for another run. If the wait would be longer, \
        the run ends at once with exit code 75. Default for a rate limit: 20m on a terminal with a \
        keyboard, 60s otherwise. Default for another run: no wait.
        """),

    Flag(
      "timeout", .duration(\.timeout, from: 1), in: .patience, of: [.sync, .import],
      line: "stop the whole run after this long",
      text: "Stop the whole run after this long, with exit code 75. Downloaded data is kept."),

    Flag(
      "max-age", .duration(\.maxAge, from: 1), in: .patience, of: [.status], isCommon: true,
      line: "exit with 75 if the last sync is older",
      text: """
        Exit with code 75 if the last sync in which every connected source answered is older than \
        this, or if there was none. With --quiet, nothing is shown.
        """),

    // MARK: Files

    Flag(
      "svg", .value("FILE", \.svg, Value.path), in: .places, of: [.chart, .ride],
      reach: .arguments, isCommon: true,
      line: "also save an SVG picture of the chart or trace",
      text: """
        Also save the chart as an SVG picture, light or dark like the viewer's theme. Replaces the \
        content of FILE. With -, standard output is the picture and nothing else.
        """,
      textOfCommand: [
        .ride: """
        Also save the trace as an SVG picture, light or dark like the viewer's theme. Replaces the \
        content of FILE. With -, standard output is the picture and nothing else.
        """
      ]),

    Flag(
      "store", .value("DIR", \.store, Value.path), in: .places, isCommon: true,
      line: "the data folder",
      text: """
        The data folder. Default: velo-sync in $XDG_DATA_HOME or ~/.local/share. Sign-ins and folders \
        that are connected with it are this store's alone; for a service without a sign-in of its \
        own it uses the default store's.
        """),

    Flag(
      "config",
      Binding(
        .refusableValue("FILE"), read: { $0.config.typed },
        store: { (options, value) throws(ValueFailure) in
          options.config = value.isOn ? .file(try value.path()) : .none
        }),
      in: .places, reach: .environment,
      line: "another config file; --no-config reads none",
      text: """
        Read this config file instead of velo-sync/config in $XDG_CONFIG_HOME or ~/.config. \
        --no-config reads no config file. The file has one option per line, as on the command line.
        """),

    // MARK: Signing in and out

    Flag(
      "client-id", .value("ID", \.clientID, Value.anyText), in: .signIn, of: [.connect],
      reach: .arguments, isCommon: true,
      line: "client ID of your API application",
      text: """
        Client ID of your own API application at the service. velo-sync asks for it on a terminal \
        and remembers it. The client secret is read from standard input; give the same ID again to \
        replace the secret.
        """),

    Flag(
      "port", .number("N", 1...65_535, \.port), in: .signIn, of: [.connect], isCommon: true,
      line: "local port for the sign-in redirect",
      text: """
        Local port (127.0.0.1) for the sign-in redirect. Range: 1 to 65535. Default: a \
        free port.
        """),

    Flag(
      "paste", .switch(\.paste), in: .signIn, of: [.connect], reach: .arguments, isCommon: true,
      line: "paste the URL you are redirected to",
      text: """
        Read the URL that the browser is redirected to from standard input instead of waiting for \
        the browser. For machines without a browser, or over SSH. Wahoo is always connected this \
        way. If standard input is not a terminal, its first line is the client secret if \
        --client-id is given, and its next line is the URL.
        """),

    Flag(
      "redirect-uri", .value("URL", \.redirectURI, Value.redirect), in: .signIn, of: [.connect],
      isCommon: true,
      line: "the redirect URI registered at Wahoo",
      text: """
        Redirect URI registered with your API application at Wahoo. Default: \
        https://localhost/velo-sync. The page need not exist: only the code in the URL counts.
        """),

    Flag(
      "browser", .switchedOn(\.browser), in: .signIn, of: [.connect], isCommon: true,
      line: "print the sign-in URL; open no browser",
      text: "Print the URL of the sign-in page and do not open a browser."),

    Flag(
      "athlete", .value("ID", \.athlete, Value.athleteID), in: .signIn, of: [.connect],
      isCommon: true,
      line: "athlete ID to read, for coaches",
      text: """
        ID of the athlete whose data to read with the Intervals.icu API key, like i12345. For \
        coaches. Default: the owner of the key.
        """),

    Flag(
      "purge", .switch(\.purge), in: .signIn, of: [.disconnect], reach: .arguments, isCommon: true,
      line: "also delete the source's records",
      text: """
        Also delete the source's records, as some services' terms require. Type the source's name \
        to confirm.
        """),

    Flag(
      "yes", .switch(\.yes), in: .signIn, of: [.disconnect], reach: .arguments, isCommon: true,
      line: "confirm --purge without a question",
      text: "Confirm --purge without a question, for scripts."),

    // MARK: General

    Flag(
      "input", .switchedOn(\.input), in: .general,
      line: "never ask for input",
      text: "Never ask for input, even on a terminal. Fail if input is needed."),

    Flag(
      "explain", .switch(\.explain), in: .general, reach: .arguments,
      line: "show settings and where they come from",
      text: """
        Show every setting of the command, its value and where it comes from, and why this output \
        format was chosen. Do nothing else.
        """),

    Flag(
      "help", short: "h", .request, in: .general, reach: .arguments,
      line: "show help; -h is shorter",
      text: "Show help for the command: -h on one screen, --help in full."),

    Flag(
      "version", short: "V", .request, in: .general, reach: .arguments,
      line: "print the version",
      text: "Print the version."),
  ]
}
