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
    environment: processEnvironment(), currentFolder: currentFolder(), closedStreams: closed,
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
    raise(number)
  }
  return status.code
}

/// All environment variables; the first of two with the same name counts, as for getenv(3).
private func processEnvironment() -> [String: String] {
  var result: [String: String] = [:]
  #if canImport(Darwin)
    var entry = _NSGetEnviron().pointee
  #else
    var entry = environ
  #endif
  while let variable = entry.pointee {
    let text = String(cString: variable)
    if let split = text.firstIndex(of: "=") {
      let name = String(text[..<split])
      if result[name] == nil { result[name] = String(text[text.index(after: split)...]) }
    }
    entry += 1
  }
  return result
}

private func currentFolder() -> String {
  guard let buffer = getcwd(nil, 0) else { return "/" }
  defer { free(buffer) }
  return String(cString: buffer)
}
