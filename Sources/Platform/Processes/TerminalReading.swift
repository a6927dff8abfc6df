// Finds out whether a command asks something on the terminal itself, where the system tells.

import CLibrary
import CPlatform

extension Child {
  /// Whether the process or a descendant is blocked in a read from `/dev/tty`, which programs open
  /// to ask a person something whatever their input and output are. Always false on macOS, which
  /// does not tell, and for programs that this user may not trace.
  ///
  /// Source: proc(5).
  package var asksOnTerminal: Bool {
    #if os(Linux)
      var waiting = [pid]
      var examined = 0
      while examined < Self.mostExamined, let process = waiting.popLast() {
        examined += 1
        if Self.asksOnTerminal(process) { return true }
        waiting += Self.children(of: process)
      }
    #endif
    return false
  }

  #if os(Linux)
    /// The most processes to look at.
    private static let mostExamined = 64

    private static func asksOnTerminal(_ process: pid_t) -> Bool {
      // The number of the system call in decimal, then its arguments: "0 0x3 0x7ffd50 …".
      let words = words(of: "/proc/\(process)/syscall")
      guard words.count > 1, words[0] == "\(system_call_read)", words[1].hasPrefix("0x"),
        let descriptor = Int32(words[1].dropFirst(2), radix: 16)
      else { return false }
      return contents { readlink("/proc/\(process)/fd/\(descriptor)", $0, $1) } == "/dev/tty"
    }

    private static func children(of process: pid_t) -> [pid_t] {
      words(of: "/proc/\(process)/task/\(process)/children").compactMap { pid_t($0) }
    }

    private static func words(of path: String) -> [Substring] {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return [] }
      defer { close(descriptor) }
      // By bytes: comparing characters took a third of the instructions of an idle line.
      return contents { read(descriptor, $0, $1) }.utf8.split(separator: UInt8(ascii: " "))
        .map { Substring($0) }
    }

    /// The text that `read` puts into a buffer; empty if it fails.
    private static func contents(
      _ read: (UnsafeMutablePointer<CChar>, Int) -> Int
    ) -> String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
        guard let start = buffer.baseAddress else { return "" }
        let count = read(start, buffer.count)
        return String(decoding: UnsafeRawBufferPointer(buffer).prefix(max(0, count)), as: UTF8.self)
      }
    }
  #endif
}
