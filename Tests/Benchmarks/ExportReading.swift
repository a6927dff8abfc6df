// Reads an export or ride files in a separate process and measures it.

import Platform
import Imports
import Model
import Training
import CLibrary
import Support

/// The cost of reading an export, a ride file, or a folder or archive of them.
struct ExportReading {
  /// The argument that makes this program only read.
  static let command = "read-export"

  /// Processor time of all threads.
  let seconds: Double
  /// The peak memory of the process.
  let megabytes: Double

  /// Starts this program again to read `path`; nil when that fails.
  init?(_ path: String) {
    let words = [CommandLine.arguments[0], Self.command, path]
    guard let numbers = numbers(printedBy: words), numbers.count == 2 else { return nil }
    (seconds, megabytes) = (numbers[0], numbers[1])
  }

  /// Reads a path, prints the cost, and exits.
  static func run(_ path: String) -> Never {
    _ = startWorker {
      Task.detached {
        let formulas = ImportFormulas(
          rMSSD: { Double($0.count) }, weightedPower: { $0.weightedPower() },
          analyze: { RideAnalysis(of: $0, isMeasured: $1, rider: $2) },
          localOffset: { _ in 0 })
        let export = FileImport([path], on: POSIXFiles(), formulas: formulas)
        let content = try? await export.find(except: FileIndex())
          .read(progress: Gauge(), files: Gauge(), rider: FileRider()).records
        let count = (content ?? [:]).values.reduce(0) { $0 + $1.days.count + $1.rides.count }
        guard count > 0 else { exit(1) }
        print(processSeconds(), peakMegabytes())
        exit(0)
      }
    }
    while true { pause() }
  }

  private static func processSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func peakMegabytes() -> Double {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Double(usage.ru_maxrss) / 1e6
    #else
      // `getrusage` also counts the parent's memory at the time of the fork.
      guard let status = try? POSIXFiles().openInput("/proc/self/status"),
        let bytes = try? status.read(at: 0, count: 8192),
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
          .first(where: { $0.hasPrefix("VmHWM:") }),
        let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
      else { return .infinity }
      return (Double(kilobytes) ?? .infinity) * 1024 / 1e6
    #endif
  }
}
