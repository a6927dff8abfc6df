// Opens a page in the person's browser.

import Platform

enum Browser {
  /// Asks the desktop to open a page. Does not wait for it, and discards its output. False without
  /// a desktop, and over SSH, where the desktop may be far from the person.
  static func open(_ url: String, _ environment: [String: String]) -> Bool {
    #if canImport(Darwin)
      let opener = "/usr/bin/open"
    #else
      let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
      guard hasDesktop else { return false }
      let opener = "xdg-open"
    #endif
    var spawn = ProcessLauncher()
    spawn.isSilent = true
    // In a session of its own, with default signals: Ctrl-C is not for the browser.
    spawn.startsSession = true
    spawn.standardSignals = [
      SignalNumber.brokenPipe, SignalNumber.fileSizeLimit, SignalNumber.terminalOutput,
    ]
    // The address is printed, too: whoever has no browser here opens it elsewhere.
    guard let path = try? CommandPath.find(opener, environment),
      (try? spawn.start(path, [opener, url], environment)) != nil
    else { return false }
    return environment["SSH_CONNECTION"]?.isEmpty ?? true
  }
}
