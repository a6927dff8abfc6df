// The table of options, from which parser, environment, config file and help are derived.

import Model

extension Flag {
  /// Every option, in the order of the help.
  static let all: [Flag] = [

    // MARK: What to sync

    Flag(
      name: "dry-run", short: "n", form: .switch, category: .sync, commands: [.sync, .import],
      reach: .arguments, isCommon: true,
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
      ],
      read: { $0.dryRun.word },
      store: { options, value in options.dryRun = value.isOn }),

    Flag(
      name: "source", short: "s", form: .value("NAME,..."), category: .sync, commands: [.sync],
      reach: .arguments, isCommon: true,
      line: "sync only these sources, like strava,intervals",
      text: """
        Sync only these sources. Separate names with commas; the option can be repeated. Naming a \
        source that is not connected is an error.
        """,
      read: { $0.sources.typed },
      store: { options, value throws(ValueFailure) in
        let named = Set(try value.sourceList()).union(value.isFirst ? [] : options.sources)
        options.sources = named.sorted()
      }),

    Flag(
      name: "since", form: .value("DATE"), category: .sync, commands: [.sync, .chart],
      reach: .arguments, isCommon: true,
      line: "start date: 2026-01-31, or 30d for 30 days",
      text: """
        Fetch activities from this local day on, inclusive: a date like 2026-01-31, or a number of \
        days like 30d. Default: all activities. Remembered as the store's start date: applies to \
        later runs too, until the next --since or --full. Of chart: the first day of the chart, \
        which is not remembered.
        """,
      read: { $0.since?.typed },
      store: { options, value throws(ValueFailure) in options.since = try value.pastDay() }),

    Flag(
      name: "full", form: .switch, category: .sync, commands: [.sync],
      reach: .arguments,
      line: "list all activities again",
      text: """
        List all activities again instead of the last 30 days. Finds every edit and deletion, and \
        computes every load again.
        """,
      read: { $0.full.word },
      store: { options, value in options.full = value.isOn }),

    Flag(
      name: "allow-deletions", form: .switch, category: .sync, commands: [.sync],
      reach: .arguments,
      line: "accept a list that lacks most activities",
      text: """
        Accept a listing that lacks most of what is stored. Otherwise one that would delete more \
        than 20 activities, and more than half of those in the listed time, deletes none: it may \
        be a mistake of the service. Say it once, with --full, after deleting many there.
        """,
      read: { $0.allowDeletions.word },
      store: { options, value in options.allowDeletions = value.isOn }),

    Flag(
      name: "streams", form: .switch, category: .sync, commands: [.sync, .import],
      reach: .arguments,
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
      ],
      read: { $0.streams.word },
      store: { options, value in options.streams = value.isOn }),

    // MARK: The rider

    Flag(
      name: "ftp", form: .value("W"), category: .rider, commands: [.sync, .import, .status],
      line: "your functional threshold power, in watts",
      text: """
        Functional threshold power: the power in watts that you can hold for about an hour. Range: \
        1 to 2000. Overrides the services' value. Used to compute load from power.
        """,
      read: { $0.rider.ftpWatts.map { "\($0)" } },
      store: { options, value throws(ValueFailure) in
        options.rider.ftpWatts = Int(try value.number(1...2000))
      }),

    Flag(
      name: "max-hr", form: .value("BPM"), category: .rider, commands: [.sync, .import, .status],
      line: "your maximum heart rate",
      text: """
        Maximum heart rate in beats per minute. Range: 25 to 250. Overrides the services' value. \
        Heart-rate load needs --max-hr, --rest-hr, --threshold-hr and --sex; each can come from \
        you or from a service.
        """,
      read: { $0.rider.maxHeartRate.map { "\($0)" } },
      store: { options, value throws(ValueFailure) in
        options.rider.maxHeartRate = try value.heartRate()
      }),

    Flag(
      name: "rest-hr", form: .value("BPM"), category: .rider, commands: [.sync, .import, .status],
      line: "your resting heart rate",
      text: """
        Resting heart rate in beats per minute. Range: 25 to 250. Overrides the services' value. \
        Heart-rate load needs it together with --max-hr, --threshold-hr and --sex.
        """,
      read: { $0.rider.restingHeartRate.map { "\($0)" } },
      store: { options, value throws(ValueFailure) in
        options.rider.restingHeartRate = try value.heartRate()
      }),

    Flag(
      name: "threshold-hr", form: .value("BPM"), category: .rider,
      commands: [.sync, .import, .status],
      line: "your threshold heart rate",
      text: """
        Threshold heart rate: the heart rate in beats per minute that you can hold for about an \
        hour. Range: 25 to 250. Overrides the services' value. Heart-rate load needs it together \
        with --max-hr, --rest-hr and --sex.
        """,
      read: { $0.rider.thresholdHeartRate.map { "\($0)" } },
      store: { options, value throws(ValueFailure) in
        options.rider.thresholdHeartRate = try value.heartRate()
      }),

    Flag(
      name: "sex", form: .value("female|male", choices: Sex.allCases.map(\.rawValue)),
      category: .rider, commands: [.sync, .import, .status],
      line: "sex-specific constants for heart-rate load",
      text: """
        Sex-specific constants for heart-rate load. Heart-rate load needs this, --max-hr, \
        --rest-hr and --threshold-hr.
        """,
      read: { $0.rider.sex?.rawValue },
      store: { options, value throws(ValueFailure) in
        options.rider.sex = try value.choice(of: Sex.self)
      }),

    Flag(
      name: "sleep-need", form: .value("DURATION"), category: .rider,
      commands: [.sync, .import, .status],
      line: "how much sleep you need, like 7h",
      text: "How much sleep you need per night. Default: 7h. Range: 4h to 12h.",
      read: { $0.sleepNeed?.typed },
      store: { options, value throws(ValueFailure) in
        options.sleepNeed = try value.duration(
          .seconds(4 * 3600) ... .seconds(12 * 3600),
          expected: "a duration like 8h or 7h30m, from 4h to 12h")
      }),

    // MARK: Trying it out

    Flag(
      name: "sample", form: .switch, category: .sample, commands: [.sync],
      reach: .arguments,
      line: "use the built-in sample athlete",
      text: """
        Use the built-in sample athlete instead of the connected services. Without --store, the \
        sample athlete has a separate store. Sample data and real data never mix: each refuses the \
        other's store.
        """,
      read: { $0.sample.word },
      store: { options, value in options.sample = value.isOn }),

    Flag(
      name: "speed", form: .value("N|max"), category: .sample, commands: [.sync, .replay],
      reach: .arguments,
      line: "speed up time: 0.1 to 1000, or max",
      text: """
        Speed up the sample athlete or a replay by this factor. Range: 0.1 to 1000; max removes \
        all pauses. Not available for a real sync.
        """,
      read: { $0.speed?.typed },
      store: { options, value throws(ValueFailure) in options.speed = try value.speed() }),

    Flag(
      name: "simulate",
      form: .value("CASE[@SOURCE]", choices: SimulationCase.allCases.map(\.rawValue)),
      category: .sample, commands: [.sync],
      reach: .arguments,
      line: "simulate a failure with the sample athlete",
      text: """
        Simulate this failure with the sample athlete, optionally at one source. slow adds pauses \
        of 5 seconds. offline removes the connection and shows the scores saved yesterday. Needs \
        the sample athlete.
        """,
      read: { $0.simulation?.typed },
      store: { options, value throws(ValueFailure) in
        options.simulation = try value.simulation()
      }),

    Flag(
      name: "all", form: .switch, category: .sample, commands: [.replay],
      reach: .arguments, isCommon: true,
      line: "replay every run in the file, not only the last",
      text: "Replay every run in the file, in order, not only the last.",
      read: { $0.allRuns.word },
      store: { options, value in options.allRuns = value.isOn }),

    Flag(
      name: "exit-code", form: .switch, category: .sample, commands: [.replay],
      reach: .arguments, isCommon: true,
      line: "exit with the recorded exit code",
      text: "Exit with the exit code of the recorded run instead of 0.",
      read: { $0.recordedExit.word },
      store: { options, value in options.recordedExit = value.isOn }),

    // MARK: Output

    Flag(
      name: "output", short: "o",
      form: .value("MODE", choices: OutputMode.allCases.map(\.rawValue)),
      category: .output, commands: everyCommand,
      line: "live, plain, accessible, json or quiet",
      text: """
        Output format. live: one status line, redrawn in place. plain: timestamped lines for logs. \
        accessible: sentences for screen readers, never redrawn. json: one JSON object per line. \
        quiet: errors and warnings only. auto, the default: live on a terminal, plain otherwise.
        """,
      read: { $0.output.mode.rawValue },
      store: { options, value throws(ValueFailure) in
        let mode = try value.choice(of: OutputMode.self)
        options.output = OutputRequest(mode: mode, level: value.level)
      }),

    Flag(
      name: "plain", form: .switch, category: .output, commands: everyCommand,
      reach: .arguments, shortFor: "output",
      line: "timestamped lines; short for --output plain",
      text: "Same as --output plain. The last of --output, --plain and --json wins.",
      store: { options, value in options.ask(for: .plain, value) }),

    Flag(
      name: "json", form: .switch, category: .output, commands: everyCommand,
      reach: .arguments, shortFor: "output", isCommon: true,
      line: "one JSON object per line; short for -o json",
      text: "Same as --output json. The last of --output, --plain and --json wins.",
      store: { options, value in options.ask(for: .json, value) }),

    Flag(
      name: "quiet", short: "q", form: .switch, category: .output, commands: everyCommand,
      isCommon: true,
      line: "show errors and warnings only",
      text: """
        Show errors and warnings only. Applies to every output format. With --json, also writes the \
        version and summary events.
        """,
      read: { $0.quiet.word },
      store: { options, value in options.quiet = value.isOn }),

    Flag(
      name: "verbose", short: "v", form: .switch, category: .output, commands: everyCommand,
      line: "also show requests, retries and durations",
      text: "Also show requests, retries and durations. Secrets are never shown.",
      read: { $0.verbose.word },
      store: { options, value in options.verbose = value.isOn }),

    Flag(
      name: "color", form: .value("WHEN", choices: ColorChoice.allCases.map(\.rawValue)),
      category: .output, commands: everyCommand,
      line: "use colour: auto, always or never",
      text: """
        When to use colour. With auto, the first of these that is set decides: VELO_SYNC_COLOR, \
        color in the config file, NO_COLOR, CLICOLOR_FORCE or FORCE_COLOR, CLICOLOR, TERM. If none \
        is set, colour is on when the output is a terminal.
        """,
      read: { $0.color.rawValue },
      store: { options, value throws(ValueFailure) in
        let choice = try value.choice(of: ColorChoice.self)
        options.color = choice == .auto ? value.below.color : choice
      }),

    Flag(
      name: "events", form: .value("FILE"), category: .output,
      commands: [.sync, .import, .replay, .wrap],
      reach: .arguments,
      line: "also append the events to a file",
      text: """
        Also append the events to FILE, one JSON object per line, in every output format. FILE can \
        be a named pipe.
        """,
      read: { $0.events },
      store: { options, value throws(ValueFailure) in options.events = try value.path() }),

    Flag(
      name: "pace", form: .value("PACE", choices: Pace.allCases.map(\.rawValue)),
      category: .output, commands: everyCommand,
      line: "readable or instant status changes",
      text: """
        How the live line changes. readable, the default: each status stays long enough to be \
        read, and the work never waits for it. instant, the default of wrap: each status is shown \
        at once.
        """,
      read: { $0.pace.rawValue },
      store: { options, value throws(ValueFailure) in
        options.pace = try value.choice(of: Pace.self)
      }),

    Flag(
      name: "title", form: .value("TEXT"), category: .output, commands: [.wrap], isCommon: true,
      line: "name of the run in the status line",
      text: "Name of the run in the status line and in the result. Default: COMMAND as typed.",
      read: { $0.title },
      store: { options, value in options.title = value.text.isEmpty ? nil : value.text }),

    Flag(
      name: "detect", form: .switchedOn, category: .output, commands: [.wrap],
      line: "ignore progress that COMMAND prints",
      text: """
        Do not turn progress that COMMAND prints, such as 45% or [13/14], into the progress bar. \
        Events that COMMAND sends always count.
        """,
      read: { (!$0.detect).word },
      store: { options, value in options.detect = value.isOn }),

    Flag(
      name: "pty", form: .switch, category: .output, commands: [.wrap], isCommon: true,
      line: "run COMMAND on a pseudo-terminal",
      text: """
        Run COMMAND on a pseudo-terminal of the size that is left beside the status line, so that it \
        shows its colours and its own progress and can ask questions. A program that uses the whole \
        screen, such as an editor, gets it until it leaves. Without a terminal, it has an effect \
        only as an argument, and only on standard output.
        """,
      read: { ($0.pty != nil).word },
      store: { options, value in options.pty = value.isOn ? value.level : nil }),

    Flag(
      name: "tips", form: .switchedOn, category: .output, commands: everyCommand,
      line: "no tips below the live line",
      text: "Hide the tips that appear below the live line after three seconds.",
      read: { (!$0.tips).word },
      store: { options, value in options.tips = value.isOn }),

    Flag(
      name: "bell", form: .switch, category: .output, commands: everyCommand,
      line: "ring once on success, twice on failure",
      text: """
        Ring the terminal bell when a run on the live line ends: once on success, twice if it \
        failed or partly failed.
        """,
      read: { $0.bell.word },
      store: { options, value in options.bell = value.isOn }),

    Flag(
      name: "heartbeat", form: .value("DURATION|off"), category: .output, commands: everyCommand,
      line: "longest silence in plain or accessible output",
      text: """
        Longest silence in plain or accessible output before a line says that the work continues. \
        Default: 10s in plain, 30s in accessible output; the interval grows during a long wait. \
        off disables these lines.
        """,
      read: { $0.heartbeat.typed },
      store: { options, value throws(ValueFailure) in
        options.heartbeat =
          value.text == "off" ? .off : .every(try value.duration(from: 1, also: ", or off"))
      }),

    // MARK: Waiting

    Flag(
      name: "wait", form: .value("DURATION"), category: .patience, commands: [.sync, .import],
      line: "longest wait for a limit or another run",
      text: """
        Longest wait for a service's rate limit or for another run. If the wait would be longer, \
        the run ends at once with exit code 75. Default for a rate limit: 20m on a terminal with a \
        keyboard, 60s otherwise. Default for another run: no wait.
        """,
      read: { $0.wait?.typed },
      store: { options, value throws(ValueFailure) in options.wait = try value.duration(from: 0) }
    ),

    Flag(
      name: "timeout", form: .value("DURATION"), category: .patience, commands: [.sync, .import],
      line: "stop the whole run after this long",
      text: "Stop the whole run after this long, with exit code 75. Downloaded data is kept.",
      read: { $0.timeout?.typed },
      store: { options, value throws(ValueFailure) in
        options.timeout = try value.duration(from: 1)
      }),

    Flag(
      name: "max-age", form: .value("DURATION"), category: .patience, commands: [.status],
      isCommon: true,
      line: "exit with 75 if the last sync is older",
      text: """
        Exit with code 75 if the last sync in which every connected source answered is older than \
        this, or if there was none. With --quiet, nothing is shown.
        """,
      read: { $0.maxAge?.typed },
      store: { options, value throws(ValueFailure) in
        options.maxAge = try value.duration(from: 1)
      }),

    // MARK: Files

    Flag(
      name: "svg", form: .value("FILE"), category: .places, commands: [.chart],
      reach: .arguments, isCommon: true,
      line: "also save the chart as an SVG picture",
      text: """
        Also save the chart as an SVG picture, light or dark like the viewer's theme. Replaces the \
        content of FILE. With -, standard output is the picture and nothing else.
        """,
      read: { $0.svg },
      store: { options, value throws(ValueFailure) in options.svg = try value.path() }),

    Flag(
      name: "store", form: .value("DIR"), category: .places, commands: everyCommand,
      isCommon: true,
      line: "the data folder",
      text: "The data folder. Default: velo-sync in $XDG_DATA_HOME or ~/.local/share.",
      read: { $0.store },
      store: { options, value throws(ValueFailure) in options.store = try value.path() }),

    Flag(
      name: "config", form: .refusableValue("FILE"), category: .places, commands: everyCommand,
      reach: .environment,
      line: "another config file; --no-config reads none",
      text: """
        Read this config file instead of velo-sync/config in $XDG_CONFIG_HOME or ~/.config. \
        --no-config reads no config file. The file has one option per line, as on the command line.
        """,
      read: { $0.config.typed },
      store: { options, value in options.config = value.isOn ? .file(value.text) : .none }),

    // MARK: Signing in and out

    Flag(
      name: "client-id", form: .value("ID"), category: .signIn, commands: [.connect],
      reach: .arguments, isCommon: true,
      line: "client ID of your API application",
      text: """
        Client ID of your own API application at the service. velo-sync asks for it on a terminal \
        and remembers it. The client secret is read from standard input; give the same ID again to \
        replace the secret.
        """,
      read: { $0.clientID },
      store: { options, value in options.clientID = value.text }),

    Flag(
      name: "port", form: .value("N"), category: .signIn, commands: [.connect], isCommon: true,
      line: "local port for the sign-in redirect",
      text: """
        Local port (127.0.0.1) for the sign-in redirect. Range: 1 to 65535. Default: a \
        free port.
        """,
      read: { $0.port.map { "\($0)" } },
      store: { options, value throws(ValueFailure) in
        options.port = try value.number(1...65_535)
      }),

    Flag(
      name: "paste", form: .switch, category: .signIn, commands: [.connect],
      reach: .arguments, isCommon: true,
      line: "paste the URL you are redirected to",
      text: """
        Read the URL that the browser is redirected to from standard input instead of waiting for \
        the browser. For machines without a browser, or over SSH. Wahoo is always connected this \
        way. If standard input is not a terminal, its first line is the client secret if \
        --client-id is given, and its next line is the URL.
        """,
      read: { $0.paste.word },
      store: { options, value in options.paste = value.isOn }),

    Flag(
      name: "redirect-uri", form: .value("URL"), category: .signIn, commands: [.connect],
      isCommon: true,
      line: "the redirect URI registered at Wahoo",
      text: """
        Redirect URI registered with your API application at Wahoo. Default: \
        https://localhost/velo-sync. The page need not exist: only the code in the URL counts.
        """,
      read: { $0.redirectURI },
      store: { options, value throws(ValueFailure) in
        options.redirectURI = try value.redirect()
      }),

    Flag(
      name: "browser", form: .switchedOn, category: .signIn, commands: [.connect],
      isCommon: true,
      line: "print the sign-in URL; open no browser",
      text: "Print the URL of the sign-in page and do not open a browser.",
      read: { (!$0.browser).word },
      store: { options, value in options.browser = value.isOn }),

    Flag(
      name: "athlete", form: .value("ID"), category: .signIn, commands: [.connect],
      isCommon: true,
      line: "athlete ID to read, for coaches",
      text: """
        ID of the athlete whose data to read with the Intervals.icu API key, like i12345. For \
        coaches. Default: the owner of the key.
        """,
      read: { $0.athlete },
      store: { options, value throws(ValueFailure) in options.athlete = try value.athleteID() }),

    Flag(
      name: "purge", form: .switch, category: .signIn, commands: [.disconnect],
      reach: .arguments, isCommon: true,
      line: "also delete the source's records",
      text: """
        Also delete the source's records, as some services' terms require. Type the source's name \
        to confirm.
        """,
      read: { $0.purge.word },
      store: { options, value in options.purge = value.isOn }),

    Flag(
      name: "yes", form: .switch, category: .signIn, commands: [.disconnect],
      reach: .arguments, isCommon: true,
      line: "confirm --purge without a question",
      text: "Confirm --purge without a question, for scripts.",
      read: { $0.yes.word },
      store: { options, value in options.yes = value.isOn }),

    // MARK: General

    Flag(
      name: "input", form: .switchedOn, category: .general, commands: everyCommand,
      line: "never ask for input",
      text: "Never ask for input, even on a terminal. Fail if input is needed.",
      read: { (!$0.input).word },
      store: { options, value in options.input = value.isOn }),

    Flag(
      name: "explain", form: .switch, category: .general, commands: everyCommand,
      reach: .arguments,
      line: "show settings and where they come from",
      text: """
        Show every setting of the command, its value and where it comes from, and why this output \
        format was chosen. Do nothing else.
        """,
      store: { options, value in options.explain = value.isOn }),

    Flag(
      name: "help", short: "h", form: .request, category: .general, commands: everyCommand,
      reach: .arguments,
      line: "show help; -h is shorter",
      text: "Show help for the command: -h on one screen, --help in full.",
      store: { _, _ in }),

    Flag(
      name: "version", form: .request, category: .general, commands: everyCommand,
      reach: .arguments,
      line: "print the version",
      text: "Print the version.",
      store: { _, _ in }),
  ]
}

extension Options {
  /// `--plain` and `--json` set their mode; `--no-plain` and `--no-json` undo it, at whatever level it
  /// was set, and leave other modes unchanged.
  fileprivate mutating func ask(for mode: OutputMode, _ value: Value) {
    if value.isOn {
      output = OutputRequest(mode: mode, level: value.level)
    } else if output.mode == mode {
      output = OutputRequest(mode: .auto, level: value.level)
    }
  }
}
