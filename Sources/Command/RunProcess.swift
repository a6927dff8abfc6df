// The real world: what this process was given, and the system's own parts.

import Platform
import Flags
import Services
import Model
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs velo-sync as this process and returns its exit code. Called by `main`.
///
/// - Parameters:
///   - count: how many arguments there are, the name of the program included; 0 when whoever started
///     the process gave none.
///   - arguments: `count` C strings. Bytes that are not UTF-8 become U+FFFD.
@c(velo_sync_main)
package func runProcess(
  _ count: Int32, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  let words = UnsafeBufferPointer(start: arguments, count: max(0, Int(count))).dropFirst()
  return leave(with: runProcess(words.compactMap { $0.map { String(cString: $0) } }))
}

/// - Parameter arguments: without the name of the program.
private func runProcess(_ arguments: [String]) -> ExitStatus {
  ProcessSignals.disableCrashReports()
  let closed = StandardDescriptors.openClosed()
  let time = SystemTime()
  let world = World(
    environment: EnvironmentBlock.variables, currentFolder: currentFolder(), closedStreams: closed,
    process: getpid(), time: time, random: SystemRandom(), files: POSIXFiles(),
    transport: {
      CurlTransport(time: time, caFile: $0, userAgent: "velo-sync/\(Version.number)")
    }, protectSecrets: SecretMemory.protect)
  return run(arguments: arguments, world: world)
}

/// Ends the process: a signal is raised again, so that a shell sees what ended it.
private func leave(with status: ExitStatus) -> Int32 {
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
