// A program run by a minimal process, to measure its time and memory.

import CLibrary

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

  /// Runs a program; nil when it fails.
  init?(_ words: [String]) {
    let words = [CommandLine.arguments[0], Self.command] + words
    guard let numbers = numbers(printedBy: words), numbers.count == 2 else { return nil }
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
}
