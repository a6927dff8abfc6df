// What is to be said about import and wrap beyond a paragraph: a heading for each idea.

extension CommandName {
  /// Further parts of the full description, after the text of the page.
  var details: [HelpRow] {
    switch self {
    case .import:
      [
        HelpRow(
          name: "What is read",
          meaning: """
            FIT, TCX and GPX files, also gzipped; zip archives of them; folders, with all folders \
            below; the bulk export of Strava; the account export of Garmin; and the export of Apple \
            Health as zip archive, XML file or folder. Files are told apart by their content, not by \
            their names. The originals are not copied.
            """),
        HelpRow(
          name: "Importing again",
          meaning: """
            Importing the same files again changes nothing, and a less complete file never replaces \
            a more complete record. A ride that a service or another file also has counts once. An \
            interrupted import keeps nothing: run it again.
            """),
        HelpRow(
          name: "Whose rides they are",
          meaning: """
            Rides of Garmin devices belong to the source garmin, rides of TrainerRoad to \
            trainerroad, rides in an export of Strava to strava, all others to files.
            """),
        HelpRow(
          name: "Damaged files",
          meaning: """
            A damaged ride file is imported up to the damage. A file that cannot be read, and an \
            export of Apple Health that is damaged, is reported and skipped. If it is the only one, \
            nothing is stored.
            """),
        HelpRow(
          name: "Nights and health data",
          meaning: """
            Apple Health and Garmin have nights, resting heart rate, heart rate variability, \
            respiration and weight, Apple Health also workouts. Recovery and sleep are computed from \
            them.
            For each night of Apple Health, only the device that recorded the most sleep is used; \
            ties go to the one with sleep stages. A night belongs to the date on which it ends; if \
            there are several, the longest counts. Heart rate variability and respiration are averages \
            over the night from the same device.
            """),
      ]
    case .wrap:
      [
        HelpRow(
          name: "Output",
          meaning: """
            wrap never changes what COMMAND writes unless you ask for it. If standard output is a \
            terminal, the output appears above the status line. If it is a file or a pipe, it is \
            COMMAND's own, byte for byte, and the status line is shown on standard error if that is a \
            terminal, unless the next program of the pipeline writes there as well; without a status \
            line, wrap prints nothing but errors. Output that is COMMAND's own is not in the file of --events.
            With --plain, --json or --output accessible, the output becomes lines of a log without \
            control characters, or events. With --quiet, its last 1,000 lines are shown only if \
            COMMAND fails.
            """),
        HelpRow(
          name: "Progress",
          meaning: """
            Progress that COMMAND prints, such as 45%, [3/8] or 12.5 MiB / 25 MiB, becomes a bar with \
            the percentage and the time left, unless --no-detect is given.
            A command that writes events to the descriptor in VELO_SYNC_EVENTS_FD, or calls velo-sync \
            emit, sets the status and the progress itself. With --json and --events, a COMMAND that \
            fails without an error event of its own is an error event with its exit code.
            """),
        HelpRow(
          name: "Questions and whole screens",
          meaning: """
            Where the status line is shown, COMMAND runs on a terminal of its own, of the window's size: \
            it shows its colours and its own progress and asks what it would ask without wrap. A line \
            that it has not ended, such as a question, stands above the status line with the cursor at \
            its end. Lines that COMMAND redraws are updated in place, and a screen that it clears has the \
            status line below what follows. A program that uses the whole screen, such as an editor, has \
            it until it leaves the alternate screen or exits. With --no-pty, COMMAND runs on pipes.
            """),
        HelpRow(
          name: "Signals and processes",
          meaning: """
            Signals sent to wrap are passed on, except SIGUSR1, which prints one line of progress. \
            Standard input, and every file that COMMAND leaves open, are COMMAND's own. Processes that \
            COMMAND leaves running are not waited for; those on a terminal of its own are hung up, as \
            when a window is closed, unless they ignore that (nohup, setsid).
            """),
      ]
    case .ride:
      [
        HelpRow(
          name: "Intensity",
          meaning: "Normalized power divided by the FTP of the day (Allen and Coggan)."),
        HelpRow(
          name: "Variability",
          meaning: "Normalized power divided by average power (Allen and Coggan)."),
        HelpRow(
          name: "Efficiency",
          meaning: "Normalized power divided by average heart rate (Friel)."),
        HelpRow(
          name: "Decoupling",
          meaning: """
            How much efficiency falls from the first to the second half, in percent (Friel). Counts \
            seconds that have power and heart rate, which leaves out pauses; needs an hour of them.
            """),
      ]
    default: []
    }
  }
}
