// Finds out whether a command waits for a person to type, where the system tells.

import CLibrary
import CPlatform

/// A read of a command from the terminal that waits.
package struct TerminalReading: Equatable, Sendable {
  /// Whether it is from `/dev/tty`, which programs open to ask a person something whatever their input
  /// and output are: what they ask is on the terminal already. Else it is from its input.
  package let isFromDevice: Bool
  fileprivate let process: pid_t
  /// How much the process had read before, as the system prints it, so that two reads differ.
  fileprivate let bytesRead: [UInt8]
}

/// The name of a terminal, by which it is found among the open files of a process.
package struct TerminalName: Sendable {
  fileprivate let path: [UInt8]

  /// nil for a descriptor that is no terminal, and on macOS.
  package init?(of descriptor: Int32) {
    #if os(Linux)
      guard TerminalDevice.isTerminal(descriptor) else { return nil }
      path = Child.withContents({ readlink("/proc/self/fd/\(descriptor)", $0, $1) }) { Array($0) }
    #else
      return nil
    #endif
  }

  /// The terminal of a command; nil on macOS.
  package init?(of terminal: CommandTerminal) {
    #if os(Linux)
      path = Array(terminal.path.utf8)
    #else
      return nil
    #endif
  }
}

extension Child {
  /// The terminal that the process or a descendant is blocked in a read from; nil for none. Always
  /// nil on macOS, which does not tell, and for programs that this user may not trace.
  ///
  /// Source: proc(5).
  ///
  /// - Parameter input: a terminal that may be an input; nil to look for `/dev/tty` only.
  package func reading(_ input: TerminalName?) -> TerminalReading? {
    var found: TerminalReading?
    #if os(Linux)
      var waiting = [pid]
      var examined = 0
      while examined < Self.mostExamined, found?.isFromDevice != true,
        let process = waiting.popLast()
      {
        examined += 1
        found = Self.reading(process, input) ?? found
        waiting += Self.children(of: process)
      }
    #endif
    return found
  }

  #if os(Linux)
    /// The most processes to look at.
    private static let mostExamined = 64

    private static func reading(_ process: pid_t, _ input: TerminalName?) -> TerminalReading? {
      // The number of the system call, then its arguments: "0 0x3 0x7ffd50 …".
      let descriptor = withFile("/proc/\(process)/syscall") { text -> Int? in
        var rest = text[...]
        guard nextNumber(in: &rest, radix: 10) == Int(system_call_read) else { return nil }
        return nextNumber(in: &rest, radix: 16)
      }
      guard let descriptor else { return nil }
      let isFromDevice: Bool? = withContents {
        readlink("/proc/\(process)/fd/\(descriptor)", $0, $1)
      } _: {
        if $0.elementsEqual("/dev/tty".utf8) { return true }
        return if let input, $0.elementsEqual(input.path) { false } else { nil }
      }
      guard let isFromDevice else { return nil }
      // The first line: "rchar: 1234".
      let bytesRead = withFile("/proc/\(process)/io") { Array($0.prefix { $0 != 0x0A }) }
      return TerminalReading(isFromDevice: isFromDevice, process: process, bytesRead: bytesRead)
    }

    private static func children(of process: pid_t) -> [pid_t] {
      withFile("/proc/\(process)/task/\(process)/children") { text in
        var (rest, children) = (text[...], [] as [pid_t])
        while let child = nextNumber(in: &rest, radix: 10) { children.append(pid_t(child)) }
        return children
      }
    }

    /// Takes a number and the blanks around it; nil if there is none, or if it is larger than 31 bits.
    private static func nextNumber(
      in text: inout Slice<UnsafeRawBufferPointer>, radix: Int
    ) -> Int? {
      if radix == 16, text.starts(with: "0x".utf8) { text = text.dropFirst(2) }
      var (number, hasDigits) = (0, false)
      while let byte = text.first, byte != UInt8(ascii: " ") {
        let digit =
          switch byte {
          case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
          case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
          default: radix
          }
        (number, hasDigits) = (number * radix + digit, true)
        guard digit < radix, number <= Int32.max else { return nil }
        text = text.dropFirst()
      }
      text = text.drop { $0 == UInt8(ascii: " ") }
      return hasDigits ? number : nil
    }

    /// Calls `body` with the beginning of a file, or with nothing if it cannot be read.
    private static func withFile<Answer>(
      _ path: ProcessPath, _ body: (UnsafeRawBufferPointer) -> Answer
    ) -> Answer {
      let descriptor = open(path.bytes, O_RDONLY | O_CLOEXEC)
      defer { if descriptor >= 0 { close(descriptor) } }
      return withContents({ descriptor < 0 ? 0 : read(descriptor, $0, $1) }, body)
    }

    /// Calls `body` with the bytes that `fill` puts into a buffer; none if it fails.
    fileprivate static func withContents<Answer>(
      _ fill: (UnsafeMutablePointer<CChar>, Int) -> Int, _ body: (UnsafeRawBufferPointer) -> Answer
    ) -> Answer {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
        let count = buffer.baseAddress.map { fill($0, buffer.count) } ?? 0
        return body(
          UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer).prefix(max(0, count))))
      }
    }
  #endif
}

#if os(Linux)
  /// The path of a process's file as a C string, such as "/proc/7/syscall". Made of bytes, because
  /// several are made each second while a command runs: a String takes several times as long.
  private struct ProcessPath: ExpressibleByStringInterpolation, StringInterpolationProtocol {
    /// Ends with 0.
    private(set) var bytes: [CChar] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + 10 * interpolationCount + 1)
    }

    init(stringInterpolation path: ProcessPath) {
      self = path
      bytes.append(0)
    }

    init(stringLiteral text: String) {
      appendLiteral(text)
      bytes.append(0)
    }

    mutating func appendLiteral(_ text: String) {
      for byte in text.utf8 { bytes.append(CChar(bitPattern: byte)) }
    }

    mutating func appendInterpolation(_ process: pid_t) {
      if process >= 10 { appendInterpolation(process / 10) }
      bytes.append(CChar(0x30 + process % 10))
    }
  }
#endif
