// Finds out whether a command waits for a person to type, where the system tells.

import CLibrary
import CPlatform

/// A read of a command from the terminal that waits.
package struct PendingTerminalRead: Equatable, Sendable {
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
      let name = withContents({ readlink("/proc/self/fd/\(descriptor)", $0, $1) }) { Array($0) }
      guard let name else { return nil }
      path = name
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

/// Looks whether a command reads from a terminal.
package struct ReadingSearch: Sendable {
  /// A terminal that may be an input.
  private let input: TerminalName?

  /// - Parameter input: a terminal that may be an input; nil to look for `/dev/tty` only.
  package init(_ input: TerminalName?) {
    self.input = input
  }

  /// The most processes to look at.
  private static let most = 64

  /// The terminal that a process or a descendant is blocked in a read from; nil for none. Always
  /// nil on macOS, which does not tell, and for programs that this user may not trace.
  ///
  /// Source: proc(5).
  func reading(below root: pid_t) -> PendingTerminalRead? {
    var found: PendingTerminalRead?
    #if os(Linux)
      var (waiting, examined) = ([root], 0)
      while examined < Self.most, found?.isFromDevice != true, let process = waiting.popLast() {
        examined += 1
        // The files of a process that has ended cannot be read.
        if let descriptor = readFile("/proc/\(process)/syscall", readDescriptor) {
          found = descriptor.flatMap { reading(process, from: $0) } ?? found
        }
        waiting += readFile("/proc/\(process)/task/\(process)/children", processes) ?? []
      }
    #endif
    return found
  }

  #if os(Linux)
    private func reading(_ process: pid_t, from descriptor: Int) -> PendingTerminalRead? {
      let isFromDevice = withContents {
        readlink("/proc/\(process)/fd/\(descriptor)", $0, $1)
      } _: { path -> Bool? in
        if path.elementsEqual("/dev/tty".utf8) { return true }
        return if let input, path.elementsEqual(input.path) { false } else { nil }
      }
      guard let isFromDevice = isFromDevice ?? nil else { return nil }
      // The first line: "rchar: 1234".
      let bytesRead = readFile("/proc/\(process)/io") { text in Array(text.prefix { $0 != 0x0A }) }
      return PendingTerminalRead(
        isFromDevice: isFromDevice, process: process, bytesRead: bytesRead ?? [])
    }
  #endif
}

#if os(Linux)
  /// Calls `body` with the beginning of a file; nil if it cannot be read.
  private func readFile<Answer>(
    _ path: String, _ body: (UnsafeRawBufferPointer) -> Answer
  ) -> Answer? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return withContents({ read(descriptor, $0, $1) }, body)
  }

  /// The descriptor that a process waits to read from; nil if it does something else.
  ///
  /// - Parameter call: the number of the system call, then its arguments: "0 0x3 0x7ffd50 …".
  private func readDescriptor(_ call: UnsafeRawBufferPointer) -> Int? {
    var rest = call[...]
    guard nextNumber(in: &rest, radix: 10) == Int(system_call_read) else { return nil }
    return nextNumber(in: &rest, radix: 16)
  }

  private func processes(_ text: UnsafeRawBufferPointer) -> [pid_t] {
    var (rest, processes) = (text[...], [] as [pid_t])
    while let process = nextNumber(in: &rest, radix: 10) { processes.append(pid_t(process)) }
    return processes
  }

  /// Takes a number and the blanks around it; nil if there is none, or if it is larger than 31 bits.
  private func nextNumber(
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

  /// Calls `body` with the bytes that `fill` puts into a buffer; nil if it fails.
  private func withContents<Answer>(
    _ fill: (UnsafeMutablePointer<CChar>, Int) -> Int, _ body: (UnsafeRawBufferPointer) -> Answer
  ) -> Answer? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
      let count = buffer.baseAddress.map { fill($0, buffer.count) } ?? -1
      guard count >= 0 else { return nil }
      return body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer).prefix(count)))
    }
  }
#endif
