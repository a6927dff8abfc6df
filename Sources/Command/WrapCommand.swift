// `velo-sync wrap -- COMMAND…`: runs a command under a live status line.

import Flags
import Reporting
import Model
import Terminal

extension Session {
  /// Runs the command, shows its events and its output, and exits with its code.
  func wrap(_ command: [String], _ loop: inout Loop) -> ExitStatus {
    keepAsLastRun(&loop)
    loop.post(.runStarted(runStart(scope: nil)))
    do throws(SyncFailure) {
      var wrapped = WrappedCommand(
        command, child: try loop.console.start(command, environment: world.environment),
        isWatched: isLive)
      wrapped.follow(&loop)
      return loop.finish(wrapped.summary)
    } catch {
      return loop.fail(error)
    }
  }
}
