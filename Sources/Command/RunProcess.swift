// Runs velo-sync as this process, with the real system behind every port.

import Flags
import Model
import Network
import Platform
import Reporting
import Services
import Terminal

/// Runs velo-sync as this process and returns its exit code. Called by `main`.
///
/// - Parameters:
///   - count: the number of arguments, including the name of the program; may be 0.
///   - arguments: `count` C strings.
@c(velo_sync_main)
package func runProcess(
  _ count: Int32, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  let words = UnsafeBufferPointer(start: arguments, count: max(0, Int(count))).dropFirst()
  return leave(with: runProcess(words.compactMap { $0.map { CurrentProcess.text($0) } }))
}

/// - Parameter arguments: without the name of the program.
private func runProcess(_ arguments: [String]) -> ExitStatus {
  SignalAction.disableCrashReports(outOfMemory: Messages.outOfMemory)
  let closed = RawDescriptor.openStandardStreams()
  let time = SystemTime()
  let world = World(
    environment: CurrentProcess.environment, currentFolder: CurrentProcess.workingDirectory,
    closedStreams: closed, commit: CurrentProcess.commit, process: CurrentProcess.id, time: time,
    random: SystemRandom(), files: POSIXFiles(),
    transport: { CurlTransport(time: time, caFile: $0, userAgent: "velo-sync/\(Version.number)") },
    protectSecrets: CurrentProcess.protectSecrets)
  return run(arguments: arguments, world: world)
}

/// Ends the process. A signal is raised again, so that a shell sees what ended it.
private func leave(with status: ExitStatus) -> Int32 {
  if case .signal(let number) = status {
    SignalAction.restoreDefault(number)
    // A core dump of this process is useless: the wrapped command has crashed and left its own.
    CurrentProcess.protectSecrets()
    SignalAction.raise(number)
  }
  return status.code
}
