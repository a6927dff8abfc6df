// Where the bytes that this process writes to a pipe come out.

import CLibrary
import Model

/// The next programs of the pipeline that this process is a part of, as far as the system tells.
package enum PipeReader {
  /// Whether a terminal shows what is written to a pipe: a process of this session reads the pipe
  /// as its standard input, as `tee` and `less` do, and its standard output is the terminal, or
  /// another such pipe.
  ///
  /// Shells start the programs of a pipeline one after the other: a reader that is not there yet is
  /// waited for, at most 4 ms. Always false on macOS, which does not tell, and for a reader that
  /// belongs to another user.
  ///
  /// Source: proc(5).
  ///
  /// - Parameters:
  ///   - output: a descriptor, which may also be none of a pipe.
  ///   - terminal: the terminal's descriptor.
  package static func isShown(_ output: Int32, on terminal: Int32) -> Bool {
    #if os(Linux)
      guard let terminal = DescriptorStatus(of: terminal),
        var end = DescriptorStatus(of: output), end.kind == .pipe
      else { return false }
      var waits = 0
      while end.kind == .pipe {
        var stages = stages()
        // Each is passed once: processes that write to each other are no endless loop.
        while let next = stages.firstIndex(where: { $0.input.identity == end.identity }) {
          end = stages.remove(at: next).output
          if end.identity == terminal.identity { return true }
        }
        guard waits < 4 else { return false }
        waits += 1
        usleep(1000)
      }
    #endif
    return false
  }

  #if os(Linux)
    /// The standard descriptors of the other processes of this session.
    private static func stages() -> [(input: DescriptorStatus, output: DescriptorStatus)] {
      let (own, session) = (getpid(), getsid(0))
      var stages: [(DescriptorStatus, DescriptorStatus)] = []
      for name in (try? POSIXFiles().list("/proc")) ?? [] {
        guard let process = pid_t(name), process != own, getsid(process) == session,
          let input = DescriptorStatus(ofFile: "/proc/\(name)/fd/0"), input.kind == .pipe,
          let output = DescriptorStatus(ofFile: "/proc/\(name)/fd/1")
        else { continue }
        stages.append((input, output))
      }
      return stages
    }
  #endif
}
