// How fast events become lines and are written to a pipe, one `write` each, while another thread
// reads them.

import Model
import Reporting
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Events into a pipe that a thread empties, encoded and written through the program's own output;
/// and their lines with bare system calls.
func writeFigures() -> [Figure] {
  let count = 200_000
  let events = RecordedEvents()
  let lines = (0..<1000).compactMap { events.line($0) }
  let encoded = intoPipe(count) { end in
    let output = CheckedOutput(output: end, error: end, signals: nil)
    return { index in
      if let line = events.line(index) { try? output.write(line, to: .standardOutput) }
    }
  }
  let bare = intoPipe(count) { end in
    { index in
      _ = lines[index % lines.count].withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
    }
  }
  return [
    Figure(
      name: "write: events into a pipe", value: 1000 / encoded, unit: "M lines/s",
      bar: .atLeast(0.4)),
    Figure(name: "write: into a pipe, system call alone", value: 1000 / bare, unit: "M lines/s"),
  ]
}

/// The nanoseconds of real time for each line: writer and reader are two threads.
private func intoPipe(_ count: Int, _ writer: (Int32) -> (Int) -> Void) -> Double {
  let times = (0..<7).map { _ in
    let reader = DrainedPipe()
    let write = writer(reader.end)
    let time = ContinuousClock().measure {
      for index in 0..<count { write(index) }
    }
    reader.finish()
    return time / .nanoseconds(1) / Double(count)
  }
  return median(times)
}

/// A pipe with a thread that reads and discards.
private struct DrainedPipe {
  /// Where to write.
  let end: Int32
  private let reader: Worker

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    let source = ends[0]
    end = ends[1]
    reader = Worker {
      let room = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 16)
      while read(source, room, 65_536) > 0 {}
      room.deallocate()
      close(source)
    }
  }

  /// Ends the stream and waits for the reader.
  func finish() {
    close(end)
    reader.join()
  }
}
