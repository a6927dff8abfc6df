// Pipes and files as inputs of the loop.

import CLibrary
import Support
import Model
import Terminal
import Testing

@Suite(.blocking) struct ByteInputsTests {
  private let queue: SignalQueue
  private let inputs = ByteInputs()
  private let output = Pipe()
  private let events = Pipe()

  init() throws {
    queue = try SignalQueue()
    inputs.add(.output(.standardOutput), from: output.readEnd, isOwned: false)
    inputs.add(.events, from: events.readEnd, isOwned: false)
  }

  private func waiting() -> PollWaiting {
    PollWaiting(
      signals: queue, wakeUp: WakeUp(queue), inputs: inputs, now: { Moment(nanoseconds: 0) },
      drain: { [] })
  }

  @Test func `reports bytes then the end`() {
    var waiting = waiting()
    output.write("one")
    events.write("{}")
    expectNext(&waiting, ["output: one", "events: {}"])
    output.write("two")
    output.closeWriting()
    expectNext(&waiting, ["output: two"])
    expectNext(&waiting, ["output ended"])
    expectNext(&waiting, until: past, ["tick"])
  }

  /// A busy channel must not starve other channels or signals.
  @Test func `busy channel does not starve others`() async throws {
    let output = output
    startThread {
      let bytes = [UInt8](repeating: 0x79, count: 1 << 20)
      _ = write(output.writeEnd, bytes, bytes.count)
      output.closeWriting()
    }
    events.write("{}")
    queue.post(SIGUSR1)
    let test = self
    let (first, total) = try await onThread {
      var waiting = test.waiting()
      var (first, total) = ([Signal](), 0)
      while total < 1 << 20 {
        let signals = waiting.next(until: nil)
        for case .bytes(.output, let bytes) in signals { total += bytes.count }
        if first.isEmpty { first = signals }
      }
      return (first, total)
    }
    #expect(total == 1 << 20)
    let sizes = first.compactMap { signal -> Int? in
      if case .bytes(_, let bytes) = signal { bytes.count } else { nil }
    }
    #expect(sizes.allSatisfy { $0 <= ByteInputs.chunkSize })
    #expect(describe(first).contains("events: {}"))
    #expect(describe(first).contains("progressRequest"))
  }

  @Test func `pause leaves bytes unread`() {
    var waiting = waiting()
    events.write("{}")
    inputs.pause()
    expectNext(&waiting, until: past, ["tick"])
    inputs.resume()
    expectNext(&waiting, ["events: {}"])
  }

  @Test func `end when empty reports pending bytes first`() {
    events.closeWriting()
    var waiting = waiting()
    expectNext(&waiting, ["events ended"])
    output.write("last words")
    // Another process holds the write end open.
    inputs.endWhenEmpty()
    expectNext(&waiting, ["output: last words"])
    expectNext(&waiting, ["output ended"])
    expectNext(&waiting, until: past, ["tick"])
  }

  /// An orphaned process may write forever.
  @Test func `end when empty ends despite writers`() {
    inputs.endWhenEmpty()
    var waiting = waiting()
    var (count, isOver) = (0, false)
    while !isOver {
      output.write(String(repeating: "y", count: 60_000))
      let signals = waiting.next(until: nil)
      for case .bytes(_, let bytes) in signals { count += bytes.count }
      isOver = describe(signals).contains("output ended")
    }
    #expect(count >= 1 << 20)
  }

  @Test func `reads file to its end`() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "a line of a recorded run\n", count: 5000)
    try Disk.write(Array(text.utf8), to: folder / "run.ndjson")
    let file = open(folder / "run.ndjson", O_RDONLY)
    var opened = stat()
    expectEqual(fstat(file, &opened), 0)
    inputs.add(.input, from: file, isOwned: true)
    var waiting = waiting()
    var bytes: [UInt8] = []
    var isOver = false
    while !isOver {
      for signal in waiting.next(until: nil) {
        if case .bytes(.input, let more) = signal { bytes += more }
        if case .bytesEnded(.input) = signal { isOver = true }
      }
    }
    expectEqual(bytes, Array(text.utf8))
    // It is closed; another test may have reused the number.
    var now = stat()
    #expect(fstat(file, &now) == -1 || now.st_ino != opened.st_ino)
  }
}
