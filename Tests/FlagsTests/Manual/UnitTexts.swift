// What runs velo-sync every morning: units for systemd, also for several riders, and an agent for
// launchd.

extension CommandPage {
  /// A service that syncs once.
  static let service = service(of: "training data", "")

  /// The timer of the service.
  static let timer = timer(of: "training data")

  /// The service of one of several riders, whose name is the instance's.
  static let riderService = service(
    of: "the training data of %i", " --store %h/athletes/athlete=%i",
    settings: "EnvironmentFile=-%h/athletes/%i.env\n")

  /// The timer of that service.
  static let riderTimer = timer(of: "the training data of %i")

  private static func service(
    of what: String, _ arguments: String, settings: String = ""
  ) -> String {
    """
    [Unit]
    Description=Sync \(what)
    StartLimitIntervalSec=1h
    StartLimitBurst=3

    [Service]
    Type=oneshot
    NotifyAccess=main
    \(settings)ExecStart=%h/.local/bin/velo-sync\(arguments)
    Restart=on-failure
    RestartSec=5min
    SuccessExitStatus=10
    RestartPreventExitStatus=USAGE DATAERR NOINPUT SOFTWARE NOPERM CONFIG
    """
  }

  private static func timer(of what: String) -> String {
    """
    [Unit]
    Description=Sync \(what) every morning

    [Timer]
    OnCalendar=*-*-* 06:00
    RandomizedDelaySec=10min
    Persistent=true

    [Install]
    WantedBy=timers.target
    """
  }

  /// The units of the release archive by their file names. They find the program below the prefix
  /// that the archive was unpacked over.
  static let units: [String: String] = {
    let search =
      "Environment=PATH=%h/.local/bin:/usr/local/bin:/usr/bin:/bin\nExecStart=/usr/bin/env velo-sync"
    func anyPrefix(_ service: String) -> String {
      let parts = service.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let fixed = "ExecStart=%h/.local/bin/velo-sync"
        return line.hasPrefix(fixed) ? search + line.dropFirst(fixed.count) : String(line)
      }
      return parts.joined(separator: "\n")
    }
    return [
      "velo-sync.service": anyPrefix(service), "velo-sync.timer": timer,
      "velo-sync@.service": anyPrefix(riderService), "velo-sync@.timer": riderTimer,
    ].mapValues { $0 + "\n" }
  }()

  /// An agent of launchd, which expands no paths itself.
  static let launchAgent = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>Label</key>
      <string>velo-sync</string>
      <key>ProgramArguments</key>
      <array>
        <string>/bin/sh</string>
        <string>-c</string>
        <string>exec "$HOME/.local/bin/velo-sync" &gt;&gt; "$HOME/velo-sync.log" 2&gt;&amp;1</string>
      </array>
      <key>StartCalendarInterval</key>
      <dict>
        <key>Hour</key>
        <integer>6</integer>
        <key>Minute</key>
        <integer>0</integer>
      </dict>
    </dict>
    </plist>
    """

  /// Several riders on one machine.
  static let riders = """
    A store belongs to one rider. For several riders, give each a store of its own, such as \
    ~/athletes/athlete=anna: DuckDB and Spark read ~/athletes as one table with the column \
    athlete. Sign-ins and folders that are connected with --store belong to that store alone; a store \
    without a sign-in of its own uses that of the default store, unless that is another athlete's. \
    Runs for different stores do not wait for each other.
    """

  /// The commands for one of them.
  static let riderCommands = """
    velo-sync connect strava --store ~/athletes/athlete=anna
    velo-sync --store ~/athletes/athlete=anna --ftp 255
    velo-sync status --store ~/athletes/athlete=anna
    """

  static let riderUnits = """
    With systemd, in ~/.config/systemd/user/velo-sync@.service, a service for every rider. The config \
    file is for all of them; what only one needs, such as VELO_SYNC_FTP=255, is in ~/athletes/anna.env:
    """

  static let riderTimers = """
    Next to it, velo-sync@.timer, for systemctl --user enable --now velo-sync@anna.timer:
    """
}
