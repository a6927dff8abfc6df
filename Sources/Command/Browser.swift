// Opens a page where a desktop is there.

import Platform

/// The person's browser.
enum Browser {
  /// Asks the desktop to open a page; without a desktop nothing happens. Nobody waits for it, and
  /// what it prints goes nowhere.
  static func open(_ url: String, _ environment: [String: String]) {
    #if canImport(Darwin)
      let opener = "/usr/bin/open"
    #else
      let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
      guard hasDesktop else { return }
      let opener = "xdg-open"
    #endif
    var spawn = Spawn()
    spawn.isSilent = true
    // Ctrl-C is not for the browser, and it finds signals as a program expects them.
    spawn.startsSession = true
    spawn.standardSignals = [
      SignalNumber.brokenPipe, SignalNumber.fileSizeLimit, SignalNumber.terminalOutput,
    ]
    // The address is printed, too: whoever has no browser here opens it elsewhere.
    guard let path = try? CommandPath.find(opener, environment) else { return }
    _ = try? spawn.start(path, [opener, url], environment)
  }
}
