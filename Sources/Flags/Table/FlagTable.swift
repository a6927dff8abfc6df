// The table of options: parser, environment, config file, help and suggestions derive from it.

import Model

extension Flag {
  /// Every option, in the order in which texts list them.
  static let all: [Flag] = [

    // MARK: What to sync

    Flag(
      name: "dry-run", short: "n", form: .switch, category: .sync, commands: [.sync, .import],
      reach: .arguments, isCommon: true,
      line: "do everything except write",
      text: """
        Contact the services, count and compute, but leave the store as it is; only a renewed \
        sign-in is saved. It takes no lock and may run beside a sync. With nothing connected, an \
        empty store and no --source it rehearses on the sample athlete, and says so.
        """,
      textOfCommand: [
        .import: """
        Read the files, count and compute, but leave the store as it is. It takes no lock and may \
        run beside a sync.
        """
      ],
      read: { $0.dryRun.word },
      store: { options, value in options.dryRun = value.isOn }),

    Flag(
      name: "source", short: "s", form: .value("NAME,..."), category: .sync, commands: [.sync],
      reach: .arguments, isCommon: true,
      line: "sync only these sources, like strava,intervals",
      text: """
        Sync only the sources named, with commas between the names; may be given several times. \
        A source that is not connected is an error.
        """,
      read: { $0.sources.typed },
      store: { options, value throws(ValueTrouble) in
        let named = Set(try value.sourceList()).union(value.isFirst ? [] : options.sources)
        options.sources = named.sorted()
      }),

    Flag(
      name: "since", form: .value("DATE"), category: .sync, commands: [.sync],
      reach: .arguments, isCommon: true,
      line: "how far back: 2026-01-31, or 30d for 30 days",
      text: """
        Fetch from this local day on, the day included: a date like 2026-01-31, or a number of \
        days like 30d. It is remembered as the beginning of the store until another --since or \
        --full.
        """,
      read: { $0.since?.typed },
      store: { options, value throws(ValueTrouble) in options.since = try value.pastDay() }),

    Flag(
      name: "full", form: .switch, category: .sync, commands: [.sync],
      reach: .arguments,
      line: "list everything again, however old",
      text: """
        List everything again instead of the last weeks: finds every edit and every deletion, and \
        computes the load of every activity anew.
        """,
      read: { $0.full.word },
      store: { options, value in options.full = value.isOn }),

    Flag(
      name: "streams", form: .switch, category: .sync, commands: [.sync],
      reach: .arguments,
      line: "also fetch second-by-second data",
      text: """
        Also fetch the second-by-second data of activities with power or heart rate, newest first, \
        one request each. When a service's limit is reached, the run waits as --wait says or ends \
        with status 75; the next one goes on where it stopped. A dry run fetches none.
        """,
      read: { $0.streams.word },
      store: { options, value in options.streams = value.isOn }),

    // MARK: The rider

    Flag(
      name: "ftp", form: .value("W"), category: .rider, commands: [.sync, .import, .status],
      line: "your functional threshold power, in watts",
      text: """
        The power in watts that you can hold for about an hour, from 1 to 2000. It goes before what \
        the services say. A load from power takes it.
        """,
      read: { $0.rider.ftpWatts.map { "\($0)" } },
      store: { options, value throws(ValueTrouble) in
        options.rider.ftpWatts = Int(try value.number(1...2000))
      }),

    Flag(
      name: "max-hr", form: .value("BPM"), category: .rider, commands: [.sync, .import, .status],
      line: "your highest heart rate",
      text: """
        The highest heart rate that you reach, in beats a minute, from 25 to 250. A load from heart \
        rate takes it together with --rest-hr, --threshold-hr and --sex: all four, from you or from \
        a service.
        """,
      read: { $0.rider.maxHeartRate.map { "\($0)" } },
      store: { options, value throws(ValueTrouble) in
        options.rider.maxHeartRate = try value.heartRate()
      }),

    Flag(
      name: "rest-hr", form: .value("BPM"), category: .rider, commands: [.sync, .import, .status],
      line: "your heart rate at rest",
      text: """
        Your heart rate at rest, in beats a minute, from 25 to 250. A load from heart rate takes it \
        together with --max-hr, --threshold-hr and --sex: all four, from you or from a service.
        """,
      read: { $0.rider.restingHeartRate.map { "\($0)" } },
      store: { options, value throws(ValueTrouble) in
        options.rider.restingHeartRate = try value.heartRate()
      }),

    Flag(
      name: "threshold-hr", form: .value("BPM"), category: .rider,
      commands: [.sync, .import, .status],
      line: "your heart rate at threshold",
      text: """
        The heart rate that you can hold for about an hour, in beats a minute, from 25 to 250. A \
        load from heart rate takes it together with --max-hr, --rest-hr and --sex: all four, from \
        you or from a service.
        """,
      read: { $0.rider.thresholdHeartRate.map { "\($0)" } },
      store: { options, value throws(ValueTrouble) in
        options.rider.thresholdHeartRate = try value.heartRate()
      }),

    Flag(
      name: "sex", form: .value("female|male", choices: Sex.allCases.map(\.rawValue)),
      category: .rider, commands: [.sync, .import, .status],
      line: "whose constants the load of heart rate takes",
      text: """
        Whose constants the formulas take that make a load from heart rate. It takes this together \
        with --max-hr, --rest-hr and --threshold-hr: all four, from you or from a service.
        """,
      read: { $0.rider.sex?.rawValue },
      store: { options, value throws(ValueTrouble) in
        options.rider.sex = try value.choice(of: Sex.self)
      }),

    Flag(
      name: "sleep-need", form: .value("DURATION"), category: .rider,
      commands: [.sync, .import, .status],
      line: "how much sleep is enough: 7h",
      text: "How much sleep is enough for you, from 4h to 12h; without it 7h.",
      read: { $0.sleepNeed?.typed },
      store: { options, value throws(ValueTrouble) in
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
        Use the built-in sample athlete instead of the connected services. Without --store it has \
        a store of its own beside the real one. Sample data and real data never mix: either \
        refuses the other's store.
        """,
      read: { $0.sample.word },
      store: { options, value in options.sample = value.isOn }),

    Flag(
      name: "speed", form: .value("N|max"), category: .sample, commands: [.sync, .replay],
      reach: .arguments,
      line: "pass the time faster: 0.1 to 1000, or max",
      text: """
        Pass the time of the sample athlete or of a recorded run this many times faster than real \
        time, from 0.1 to 1000, or without any pause with max. A sync of anything else has no \
        --speed.
        """,
      read: { $0.speed?.typed },
      store: { options, value throws(ValueTrouble) in options.speed = try value.speed() }),

    Flag(
      name: "simulate",
      form: .value("CASE[@SOURCE]", choices: SimulationRequest.Case.allCases.map(\.rawValue)),
      category: .sample, commands: [.sync],
      reach: .arguments,
      line: "let the sample athlete meet a failure",
      text: """
        Make this happen to the sample athlete, at one of the sources if it is named: a failure, \
        pauses of 5 seconds (slow), or no connection but yesterday's saved scores (offline). \
        Needs the sample athlete.
        """,
      read: { $0.simulation?.typed },
      store: { options, value throws(ValueTrouble) in
        options.simulation = try value.simulation()
      }),

    Flag(
      name: "all", form: .switch, category: .sample, commands: [.replay],
      reach: .arguments, isCommon: true,
      line: "replay every run of the file, not its last",
      text: "Replay every run of the file, one after the other, instead of its last.",
      read: { $0.allRuns.word },
      store: { options, value in options.allRuns = value.isOn }),

    Flag(
      name: "exit-code", form: .switch, category: .sample, commands: [.replay],
      reach: .arguments, isCommon: true,
      line: "end with the recorded exit code",
      text: "End with the exit code of the recorded run instead of 0.",
      read: { $0.recordedExit.word },
      store: { options, value in options.recordedExit = value.isOn }),

    // MARK: Output

    Flag(
      name: "output", short: "o",
      form: .value("MODE", choices: OutputMode.allCases.map(\.rawValue)),
      category: .output, commands: everyCommand,
      line: "live, plain, accessible, json or quiet",
      text: """
        How to tell what happens. live: one status line, redrawn in place. plain: dated lines for \
        logs. accessible: sentences for screen readers, never redrawn. json: one JSON object a \
        line. quiet: errors and warnings only. auto, the default: live on a terminal, plain \
        elsewhere.
        """,
      read: { $0.output.mode.rawValue },
      store: { options, value throws(ValueTrouble) in
        let mode = try value.choice(of: OutputMode.self)
        options.output = OutputRequest(mode: mode, level: value.level)
      }),

    Flag(
      name: "plain", form: .switch, category: .output, commands: everyCommand,
      reach: .arguments, shortFor: "output",
      line: "dated lines for logs; short for --output plain",
      text: "The same as --output plain. Of --output, --plain and --json the last one wins.",
      store: { options, value in options.ask(for: .plain, value) }),

    Flag(
      name: "json", form: .switch, category: .output, commands: everyCommand,
      reach: .arguments, shortFor: "output", isCommon: true,
      line: "one JSON object a line; short for --output json",
      text: "The same as --output json. Of --output, --plain and --json the last one wins.",
      store: { options, value in options.ask(for: .json, value) }),

    Flag(
      name: "quiet", short: "q", form: .switch, category: .output, commands: everyCommand,
      isCommon: true,
      line: "say nothing but errors and warnings",
      text: """
        Say nothing but errors and warnings, whatever the output mode and wherever the option \
        stands. With JSON the first and the last event stay, too.
        """,
      read: { $0.quiet.word },
      store: { options, value in options.quiet = value.isOn }),

    Flag(
      name: "verbose", short: "v", form: .switch, category: .output, commands: everyCommand,
      line: "also requests, retries and durations",
      text: "Also tell requests, retries and durations. Secrets are never shown.",
      read: { $0.verbose.word },
      store: { options, value in options.verbose = value.isOn }),

    Flag(
      name: "color", form: .value("WHEN", choices: ColorChoice.allCases.map(\.rawValue)),
      category: .output, commands: everyCommand,
      line: "use colour: auto, always or never",
      text: """
        Whether to use colour. auto asks the next in this order: the argument, VELO_SYNC_COLOR, \
        the config file, NO_COLOR, CLICOLOR_FORCE and FORCE_COLOR, CLICOLOR, TERM, and whether \
        the output is a terminal.
        """,
      read: { $0.color.rawValue },
      store: { options, value throws(ValueTrouble) in
        let choice = try value.choice(of: ColorChoice.self)
        options.color = choice == .auto ? value.below.color : choice
      }),

    Flag(
      name: "events", form: .value("FILE"), category: .output,
      commands: [.sync, .import, .replay, .wrap],
      reach: .arguments,
      line: "also append the events to a file",
      text: """
        Also append the events to FILE, one JSON object a line, whatever the output mode. FILE may \
        be a pipe.
        """,
      read: { $0.events },
      store: { options, value throws(ValueTrouble) in options.events = try value.path() }),

    Flag(
      name: "pace", form: .value("PACE", choices: Pace.allCases.map(\.rawValue)),
      category: .output, commands: everyCommand,
      line: "hold each status to be read, or be instant",
      text: """
        How the live line changes. readable, the default: each status stays long enough to be \
        read, and the work never waits for it. instant: the line shows the truth of the moment.
        """,
      read: { $0.pace.rawValue },
      store: { options, value throws(ValueTrouble) in
        options.pace = try value.choice(of: Pace.self)
      }),

    Flag(
      name: "tips", form: .switchedOn, category: .output, commands: everyCommand,
      line: "no \"Did you know?\" below the live line",
      text: "Leave out the tips that stand below the live line from the third second of a run on.",
      read: { $0.tips.word },
      store: { options, value in options.tips = value.isOn }),

    Flag(
      name: "bell", form: .switch, category: .output, commands: everyCommand,
      line: "ring once on success, twice on failure",
      text: """
        Ring the terminal's bell when a run on the live line ends: once when it went well, twice \
        when it failed, in whole or in part.
        """,
      read: { $0.bell.word },
      store: { options, value in options.bell = value.isOn }),

    Flag(
      name: "heartbeat", form: .value("DURATION|off"), category: .output, commands: everyCommand,
      line: "longest silence, plain and accessible",
      text: """
        The longest silence before a line says that the work still goes on: 10s in plain and 30s \
        in accessible output unless given, growing with the wait. off leaves these lines out.
        """,
      read: { $0.heartbeat.typed },
      store: { options, value throws(ValueTrouble) in
        options.heartbeat =
          value.text == "off" ? .off : .every(try value.duration(from: 1, also: ", or off"))
      }),

    // MARK: Waiting

    Flag(
      name: "wait", form: .value("DURATION"), category: .patience, commands: [.sync, .import],
      line: "longest wait for a limit or another run",
      text: """
        The longest wait for a service's limit or for another run to finish. What would take \
        longer ends the run at once with exit code 75. Without it: 20m for a limit on a terminal \
        with a keyboard, 60s elsewhere, and no wait for another run.
        """,
      read: { $0.wait?.typed },
      store: { options, value throws(ValueTrouble) in options.wait = try value.duration(from: 0) }
    ),

    Flag(
      name: "timeout", form: .value("DURATION"), category: .patience, commands: [.sync, .import],
      line: "give up the whole run after this long",
      text: """
        Give up the whole run after this long, with exit code 75. What was downloaded is kept.
        """,
      read: { $0.timeout?.typed },
      store: { options, value throws(ValueTrouble) in
        options.timeout = try value.duration(from: 1)
      }),

    Flag(
      name: "max-age", form: .value("DURATION"), category: .patience, commands: [.status],
      isCommon: true,
      line: "end with 75 when the last sync is older",
      text: """
        End with exit code 75 when the last sync in which every connected source answered is older \
        than this, or there was none; with --quiet nothing is said about it.
        """,
      read: { $0.maxAge?.typed },
      store: { options, value throws(ValueTrouble) in
        options.maxAge = try value.duration(from: 1)
      }),

    // MARK: Files

    Flag(
      name: "store", form: .value("DIR"), category: .places, commands: everyCommand,
      isCommon: true,
      line: "where the data lives",
      text: "The folder of the data. Without it: velo-sync in $XDG_DATA_HOME or ~/.local/share.",
      read: { $0.store },
      store: { options, value throws(ValueTrouble) in options.store = try value.path() }),

    Flag(
      name: "config", form: .refusableValue("FILE"), category: .places, commands: everyCommand,
      reach: .environment,
      line: "another config file; --no-config reads none",
      text: """
        Read this config file instead of velo-sync/config in $XDG_CONFIG_HOME or ~/.config; \
        --no-config reads none. It holds one option a line, as on the command line.
        """,
      read: { $0.config.typed },
      store: { options, value in options.config = value.isOn ? .file(value.text) : .none }),

    // MARK: Signing in and out

    Flag(
      name: "client-id", form: .value("ID"), category: .signIn, commands: [.connect],
      reach: .arguments, isCommon: true,
      line: "the id of your API application",
      text: """
        The id of your own API application at the service. It is asked for on a terminal and \
        remembered; the secret is read from standard input.
        """,
      read: { $0.clientID },
      store: { options, value in options.clientID = value.text }),

    Flag(
      name: "port", form: .value("N"), category: .signIn, commands: [.connect], isCommon: true,
      line: "the local port that waits for the browser",
      text: """
        The port of 127.0.0.1 on which velo-sync waits for the browser, from 1 to 65535. Without \
        it the system chooses one.
        """,
      read: { $0.port.map { "\($0)" } },
      store: { options, value throws(ValueTrouble) in
        options.port = try value.number(1...65_535)
      }),

    Flag(
      name: "paste", form: .switch, category: .signIn, commands: [.connect],
      reach: .arguments, isCommon: true,
      line: "paste the address the browser ends at",
      text: """
        Read the address that the browser ends at from standard input instead of waiting for the \
        browser: for machines without one. Wahoo is always connected in this way.
        """,
      read: { $0.paste.word },
      store: { options, value in options.paste = value.isOn }),

    Flag(
      name: "redirect-uri", form: .value("URL"), category: .signIn, commands: [.connect],
      isCommon: true,
      line: "the redirect URI registered at Wahoo",
      text: """
        The redirect URI that is registered with your API application at Wahoo, where that is not \
        https://localhost/velo-sync. Nothing needs to be there: the code in the address that the \
        browser ends at is what counts.
        """,
      read: { $0.redirectURI },
      store: { options, value throws(ValueTrouble) in
        options.redirectURI = try value.redirect()
      }),

    Flag(
      name: "browser", form: .switchedOn, category: .signIn, commands: [.connect],
      isCommon: true,
      line: "print the address; do not open a browser",
      text: "Print the address of the sign-in page and do not open a browser.",
      read: { $0.browser.word },
      store: { options, value in options.browser = value.isOn }),

    Flag(
      name: "athlete", form: .value("ID"), category: .signIn, commands: [.connect],
      isCommon: true,
      line: "whose data an API key is to read",
      text: """
        The id of the athlete whose data the API key of Intervals.icu is to read, like i12345: for \
        coaches. Without it those of the owner of the key.
        """,
      read: { $0.athlete },
      store: { options, value throws(ValueTrouble) in options.athlete = try value.athleteID() }),

    Flag(
      name: "purge", form: .switch, category: .signIn, commands: [.disconnect],
      reach: .arguments, isCommon: true,
      line: "also delete the source's records",
      text: """
        Also delete the records of the source, as some services' terms ask for. The name of the \
        source has to be typed to confirm it.
        """,
      read: { $0.purge.word },
      store: { options, value in options.purge = value.isOn }),

    Flag(
      name: "yes", form: .switch, category: .signIn, commands: [.disconnect],
      reach: .arguments, isCommon: true,
      line: "confirm --purge without being asked",
      text: "Confirm --purge without being asked, for scripts.",
      read: { $0.yes.word },
      store: { options, value in options.yes = value.isOn }),

    // MARK: General

    Flag(
      name: "input", form: .switchedOn, category: .general, commands: everyCommand,
      line: "never ask for anything",
      text: "Never ask for anything, even on a terminal. What cannot go on without is an error.",
      read: { $0.input.word },
      store: { options, value in options.input = value.isOn }),

    Flag(
      name: "explain", form: .switch, category: .general, commands: everyCommand,
      reach: .arguments,
      line: "print the settings and where they come from",
      text: """
        Print every setting of the command, its value and where it came from, and why this output \
        mode was chosen; do nothing else.
        """,
      store: { options, value in options.explain = value.isOn }),

    Flag(
      name: "help", short: "h", form: .request, category: .general, commands: everyCommand,
      reach: .arguments,
      line: "explain the options; -h in short",
      text: "Explain the command and its options: -h on one screen, --help in full.",
      store: { _, _ in }),

    Flag(
      name: "version", form: .request, category: .general, commands: everyCommand,
      reach: .arguments,
      line: "print the version",
      text: "Print the version and nothing else.",
      store: { _, _ in }),
  ]
}

extension Options {
  /// `--plain` and `--json` ask for their mode; `--no-plain` and `--no-json` take it back, whoever
  /// asked for it, and leave the other modes alone.
  fileprivate mutating func ask(for mode: OutputMode, _ value: Value) {
    if value.isOn {
      output = OutputRequest(mode: mode, level: value.level)
    } else if output.mode == mode {
      output = OutputRequest(mode: .auto, level: value.level)
    }
  }
}
