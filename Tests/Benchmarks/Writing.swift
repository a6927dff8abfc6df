// How fast events become lines and are written to a pipe, one `write` each, while another thread
// reads them.

import Model
import Reporting
import Terminal
import CLibrary
import Support

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
    let pipe = Pipe()
    let end = startWorker { while !pipe.read(10_000).isEmpty {} }
    let write = writer(pipe.writeEnd)
    let time = ContinuousClock().measure {
      for index in 0..<count { write(index) }
    }
    pipe.closeWriting()
    end()
    return time / .nanoseconds(1) / Double(count)
  }
  return median(times)
}
