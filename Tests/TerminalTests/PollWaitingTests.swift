// The signals that the loop receives, and when it wakes.

import CLibrary
import Support
import Model
import Synchronization
import Terminal
import Testing

private final class Box: Sendable {
  let signals = Mutex<[Signal]>([])

  func drain() -> [Signal] {
    signals.withLock { signals in
      defer { signals = [] }
      return signals
    }
  }
}

@Suite(.blocking) struct PollWaitingTests {
  private let queue: SignalQueue
  private let wakeUp: WakeUp
  private let box = Box()
  private let keyboard = Pipe()
  private let input: LineInput

  init() throws {
    queue = try SignalQueue()
    wakeUp = WakeUp(queue)
    input = LineInput(descriptor: keyboard.readEnd)
  }

  private func waiting(output: Int32? = nil) -> PollWaiting {
    PollWaiting(
      signals: queue, wakeUp: wakeUp, input: input, output: output,
      now: { Moment(nanoseconds: 0) }, drain: box.drain)
  }

  @Test func `tick arrives despite events`() {
    var waiting = waiting()
    box.signals.withLock { $0 = [.ended] }
    wakeUp.wake()
    expectNext(&waiting, until: past, ["ended", "tick"])
  }

  @Test func `thread wakes the loop`() async throws {
    let (box, wakeUp) = (box, wakeUp)
    for number in 1...200 {
      // Posts and waits interleave in every order; none may be lost.
      startThread {
        box.signals.withLock { $0.append(.line("\(number)")) }
        wakeUp.wake()
      }
    }
    let queue = queue
    let heard = try await onThread {
      var waiting = PollWaiting(
        signals: queue, wakeUp: wakeUp, now: { Moment(nanoseconds: 0) }, drain: box.drain)
      var count = 0
      while count < 200 { count += waiting.next(until: nil).count }
      return count
    }
    expectEqual(heard, 200)
  }

  @Test func `signals arrive in order and resizes collapse`() {
    var waiting = waiting()
    for number in [SIGUSR1, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP] { queue.post(number) }
    expectNext(
      &waiting, ["progressRequest", "suspend", "resume", "interrupt", "terminate", "hangup"])
    expectEqual(queue.terminationRequests, 3)
    for number in [SIGWINCH, SIGWINCH, SIGUSR1, SIGWINCH] { queue.post(number) }
    expectNext(&waiting, ["progressRequest", "resize"])
  }

  /// A waiting write reads the pipe first.
  @Test func `what a writer has seen is kept`() {
    var waiting = waiting()
    box.signals.withLock { $0 = [.ended] }
    wakeUp.wake()
    expectEqual(queue.terminationRequests, 0)
    expectNext(&waiting, ["ended"])
    queue.post(SIGINT)
    expectEqual(queue.terminationRequests, 1)
    expectNext(&waiting, ["interrupt"])
  }

  @Test func `each request reads one line`() {
    var waiting = waiting()
    keyboard.write("secret\r\nhttps://localhost/?code=1\nrest")
    input.ask()
    expectNext(&waiting, [#"line("secret")"#])
    expectNext(&waiting, until: past, ["tick"])
    input.ask()
    expectNext(&waiting, [#"line("https://localhost/?code=1")"#])
    keyboard.closeWriting()
    input.ask()
    expectNext(&waiting, [#"line("rest")"#])
    input.ask()
    expectNext(&waiting, ["inputClosed"])
  }

  @Test func `joins chunks of a line and replaces invalid UTF-8`() {
    var waiting = waiting()
    input.ask()
    keyboard.write("half ")
    expectNext(&waiting, until: past, ["tick"])
    var bytes: [UInt8] = [0x61, 0xFF, 0x62, 0x0A]
    _ = write(keyboard.writeEnd, &bytes, bytes.count)
    expectNext(&waiting, [#"line("half a\#u{FFFD}b")"#])
  }

  @Test func `reads nothing unrequested`() {
    var waiting = waiting()
    keyboard.write("for the next program\n")
    expectNext(&waiting, until: past, ["tick"])
    input.ask()
    input.cancel()
    expectNext(&waiting, until: past, ["tick"])
    expectEqual(keyboard.read(21), Array("for the next program\n".utf8))
  }

  @Test func `overlong line ends the input`() async throws {
    let keyboard = keyboard
    startThread {
      var zeros = [UInt8](repeating: 0, count: 100_000)
      _ = write(keyboard.writeEnd, &zeros, zeros.count)
    }
    input.ask()
    let test = self
    try await onThread {
      var waiting = test.waiting()
      expectNext(&waiting, ["inputClosed"])
    }
  }

  @Test func `closed reader is reported once`() {
    let pipe = Pipe()
    var waiting = waiting(output: pipe.writeEnd)
    expectNext(&waiting, until: past, ["tick"])
    pipe.closeReading()
    expectNext(&waiting, ["outputClosed(Model.OutputStream.standardOutput)"])
    expectNext(&waiting, until: past, ["tick"])
    // A file has no reader.
    let null = open("/dev/null", O_WRONLY)
    defer { close(null) }
    waiting = self.waiting(output: null)
    expectNext(&waiting, until: past, ["tick"])
  }
}
