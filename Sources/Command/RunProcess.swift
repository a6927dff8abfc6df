// The real world: what this process was given, and the system's own parts.

import Files
import Flags
import Services
package import SyncModel
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs velo-sync as this process; returns how the process should end.
package func runProcess() -> ExitStatus {
  let closed = StandardDescriptors.openClosed()
  let time = SystemTime()
  let world = World(
    environment: EnvironmentBlock.variables, currentFolder: currentFolder(), closedStreams: closed,
    process: getpid(), time: time, random: SystemRandom(), files: POSIXFiles(),
    transport: {
      CurlTransport(time: time, caFile: $0, userAgent: "velo-sync/\(Version.number)")
    })
  return run(arguments: Array(CommandLine.arguments.dropFirst()), world: world)
}

/// Ends the process: a signal is raised again, so that a shell sees what ended it.
package func leave(with status: ExitStatus) -> Int32 {
  if case .signal(let number) = status {
    ProcessSignals.restoreDefault(number)
    // A crash is not ours: the memory worth keeping is that of the command that we wrapped.
    CoreDumps.disable()
    raise(number)
  }
  return status.code
}

/// nil when it was removed or may not be read.
private func currentFolder() -> String? {
  guard let buffer = getcwd(nil, 0) else { return nil }
  defer { free(buffer) }
  return String(cString: buffer)
}
