// A home folder for the built velo-sync.

import CLibrary
import Support

/// An empty home folder, if possible in memory; it goes with its last holder.
struct Home {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init?() {
    guard let folder = try? TemporaryFolder(inMemory: true) else { return nil }
    self.folder = folder
  }

  /// Runs velo-sync, with `--quiet` if wanted; nil when it fails.
  func run(_ words: [String], quietly: Bool = true) -> TimedProgram? {
    enter()
    return TimedProgram([TimedProgram.veloSync] + words + (quietly ? ["--quiet"] : []))
  }

  /// Runs velo-sync on a terminal; nil when it fails.
  func runOnTerminal(_ words: [String]) -> TerminalProgram? {
    enter()
    return TerminalProgram([TimedProgram.veloSync] + words)
  }

  /// Makes this the home of the programs that are started.
  private func enter() {
    for (name, value) in [
      ("HOME", path), ("XDG_DATA_HOME", path + "/data"), ("XDG_STATE_HOME", path + "/state"),
      ("XDG_CONFIG_HOME", path + "/config"),
    ] { setenv(name, value, 1) }
  }
}
