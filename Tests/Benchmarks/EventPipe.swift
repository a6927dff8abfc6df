// How fast the events of a command that floods its pipe are read, decoded and collapsed.

import Reporting
import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A recorded stream through a pipe filled by a thread, as `wrap` reads it.
func eventPipeFigures() -> [Figure] {
  let stream = RecordedStream(count: 1_000_000)
  var kept = 0
  let time = nanoseconds(each: stream.count, runs: 5) { kept = throughPipe(stream) }
  return [
    Figure(
      name: "wrap: events from a pipe", value: 1000 / time, unit: "M lines/s",
      bar: .atLeast(1)),
    Figure(
      name: "wrap: of them left", value: 100 * Double(kept) / Double(stream.count), unit: "%"),
  ]
}

/// The number of lines left.
private func throughPipe(_ stream: RecordedStream) -> Int {
  var ends: [Int32] = [-1, -1]
  precondition(pipe(&ends) == 0)
  let (source, end) = (ends[0], ends[1])
  let writer = Worker {
    var start = 0
    stream.bytes.withUnsafeBytes { bytes in
      while start < bytes.count {
        let count = write(end, bytes.baseAddress.map { $0 + start }, bytes.count - start)
        guard count > 0 else { break }
        start += count
      }
    }
    close(end)
  }
  var reader = EventPipeReader(keepsLines: true)
  var folded = Folded()
  while true {
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { room, count in
      count = max(0, read(source, room.baseAddress, room.count))
    }
    if bytes.isEmpty { break }
    reader.feed(bytes, now: Timestamp(seconds: 0)) { folded.take($0) }
  }
  precondition(reader.faults.count == 0)
  close(source)
  writer.join()
  return folded.count
}
