// Where the bytes that this process writes to a pipe come out.

import CLibrary
package import Model

/// The pipeline of a shell that this process is a part of, as far as the system tells.
package enum Pipeline {
  /// Whether a terminal shows what is written to a pipe: a process of this session reads the pipe
  /// as its standard input, as `tee` and `less` do, and its standard output is the terminal, or
  /// another such pipe.
  ///
  /// Always false on macOS, which does not tell. A reader that has not been started yet or that
  /// belongs to another user is not found.
  ///
  /// Source: proc(5).
  package static func leads(from pipe: FileIdentity, to terminal: FileIdentity) -> Bool {
    #if os(Linux)
      let stages = stages()
      var pipe = pipe
      // Each stage is passed once, so that processes that write to each other are no endless loop.
      for _ in stages {
        guard let reader = stages.first(where: { $0.input == pipe }) else { return false }
        if reader.output == terminal { return true }
        pipe = reader.output
      }
    #endif
    return false
  }

  #if os(Linux)
    /// The standard descriptors of the other processes of this session.
    private static func stages() -> [(input: FileIdentity, output: FileIdentity)] {
      let (own, session) = (getpid(), getsid(0))
      var stages: [(FileIdentity, FileIdentity)] = []
      for name in (try? POSIXFiles().list("/proc")) ?? [] {
        guard let process = pid_t(name), process != own, getsid(process) == session,
          let input = DescriptorStatus(ofFile: "/proc/\(name)/fd/0"),
          let output = DescriptorStatus(ofFile: "/proc/\(name)/fd/1")
        else { continue }
        stages.append((input.identity, output.identity))
      }
      return stages
    }
  #endif
}
