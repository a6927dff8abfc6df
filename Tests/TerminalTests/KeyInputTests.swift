// Keys from the terminal to the loop.

import CLibrary
import Support
import Model
import Terminal
import Testing

private let r = #"key(Model.Key.character("r"))"#
private let c = #"key(Model.Key.character("c"))"#
private let escape = "key(Model.Key.escape)"

@Suite(.blocking) struct KeyInputTests {
  private let keyboard = Pipe()
  private let keys: KeyInput
  private let queue: SignalQueue
  private let wakeUp: WakeUp
  private let time = ManualTime()

  init() throws {
    queue = try SignalQueue()
    wakeUp = WakeUp(queue)
    keys = KeyInput(descriptor: keyboard.readEnd)
  }

  /// The loop, which has asked for a key.
  private func asked(_ time: ManualTime? = nil) -> PollWaiting {
    keys.ask()
    return waiting(time)
  }

  private func waiting(_ time: ManualTime? = nil) -> PollWaiting {
    PollWaiting(
      signals: queue, wakeUp: wakeUp, input: LineInput(descriptor: keyboard.readEnd), keys: keys,
      now: { [time = time ?? self.time] in time.moment() }, drain: { [] })
  }

  @Test func `keys arrive without line end and the end once`() {
    var waiting = asked()
    keyboard.write("r")
    expectNext(&waiting, [r])
    keyboard.write("c")
    keyboard.closeWriting()
    expectNext(&waiting, [c])
    expectNext(&waiting, ["inputClosed"])
    expectNext(&waiting, until: past, ["tick"])
  }

  @Test func `reads nothing unrequested`() {
    var waiting = waiting()
    keyboard.write("r")
    expectNext(&waiting, until: past, ["tick"])
    keys.ask()
    keys.cancel()
    expectNext(&waiting, until: past, ["tick"])
    expectEqual(keyboard.read(1), Array("r".utf8))
  }

  @Test func `leaves input after the key unread`() {
    var waiting = asked()
    keyboard.write("rls\n")
    expectNext(&waiting, [r])
    keys.cancel()
    expectNext(&waiting, until: past, ["tick"])
    expectEqual(keyboard.read(3), Array("ls\n".utf8))
  }

  @Test func `lone escape is a key`() {
    // Every clock read advances it by 30 ms.
    var waiting = asked(ManualTime(step: .milliseconds(30)))
    keyboard.write("\u{1B}")
    // Without a deadline: only the key's own timeout can wake the loop.
    expectNext(&waiting, [escape])
  }

  @Test func `undecided escape does not delay others`() {
    var waiting = asked()
    keyboard.write("\u{1B}")
    expectNext(&waiting, until: past, ["tick"])
    queue.post(SIGUSR1)
    expectNext(&waiting, ["progressRequest"])
    time.advance(by: .milliseconds(50))
    expectNext(&waiting, [escape])
  }

  @Test func `split arrow key is discarded`() {
    var waiting = asked()
    for piece in ["\u{1B}", "[", "1;5", "A"] {
      keyboard.write(piece)
      expectNext(&waiting, until: past, ["tick"])
      time.advance(by: .milliseconds(40))
    }
    keyboard.write("c")
    expectNext(&waiting, [c])
  }

  @Test func `cancel discards unfinished sequence`() {
    var waiting = asked()
    keyboard.write("\u{1B}[1")
    expectNext(&waiting, until: past, ["tick"])
    keys.cancel()
    keys.ask()
    keyboard.write("r")
    expectNext(&waiting, [r])
  }
}
