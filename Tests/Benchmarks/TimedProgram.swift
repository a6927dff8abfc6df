// A program run by a minimal process, to measure its time and memory.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The cost of running a program. The system counts the parent's memory as the program's own until
/// that has more, so a small process starts it.
struct TimedProgram {
  /// The argument that makes this program only run another.
  static let command = "time-program"

  /// The velo-sync built beside this program.
  static var veloSync: String {
    CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/") + "/velo-sync"
  }

  let milliseconds: Double
  /// The peak memory of the program.
  let megabytes: Double

  init(milliseconds: Double, megabytes: Double) {
    (self.milliseconds, self.megabytes) = (milliseconds, megabytes)
  }

  /// Runs a program; nil when it fails.
  init?(_ words: [String]) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let isDone = runProgram([CommandLine.arguments[0], Self.command] + words, output: ends[1])
    close(ends[1])
    let numbers = Self.numbers(from: ends[0])
    guard isDone, numbers.count == 2 else { return nil }
    (milliseconds, megabytes) = (numbers[0], numbers[1])
  }

  /// Runs a program, prints the cost, and exits.
  static func run(_ words: [String]) -> Never {
    var usage = rusage()
    var status: Int32 = -1
    // Our own output is for the figures.
    let nowhere = open("/dev/null", O_WRONLY)
    let time = ContinuousClock().measure {
      guard let process = startProgram(words, output: nowhere) else { exit(1) }
      wait4(process, &status, 0, &usage)
    }
    guard status == 0 else { exit(1) }
    #if canImport(Darwin)
      let bytes = Double(usage.ru_maxrss)
    #else
      let bytes = Double(usage.ru_maxrss) * 1024
    #endif
    print(time / .milliseconds(1), bytes / 1e6)
    exit(0)
  }

  /// The numbers in a line written by another process of this program.
  static func numbers(from descriptor: Int32) -> [Double] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      .split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
  }
}
