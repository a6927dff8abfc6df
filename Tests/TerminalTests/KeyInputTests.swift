// Keys from the terminal to the loop.

import CLibrary
import Support
import Model
import Terminal
import Testing

private func describe(_ signals: [Signal]) -> [String] { signals.map { "\($0)" } }

private let r = #"key(Model.Key.character("r"))"#
private let c = #"key(Model.Key.character("c"))"#
private let escape = "key(Model.Key.escape)"

@Suite(.blocking) struct KeyInputTests {
  private let keyboard = Pipe()
  private let keys: KeyInput
  private let queue: SignalQueue
  private let wakeUp: WakeUp
  private let time = ManualTime()
  private let past = Moment(nanoseconds: 0)

  init() throws {
    queue = try SignalQueue()
    wakeUp = WakeUp(queue)
    keys = KeyInput(descriptor: keyboard.readEnd)
  }

  private func waiting(_ time: ManualTime? = nil) -> PollWaiting {
    PollWaiting(
      signals: queue, wakeUp: wakeUp, input: LineInput(descriptor: keyboard.readEnd), keys: keys,
      now: { [time = time ?? self.time] in time.moment() }, drain: { [] })
  }

  @Test func keyArrivesWithoutLineEnd() {
    var waiting = waiting()
    keys.ask()
    keyboard.write("r")
    expectEqual(describe(waiting.next(until: nil)), [r])
    keyboard.write("c")
    expectEqual(describe(waiting.next(until: nil)), [c])
  }

  @Test func readsNothingUnrequested() {
    var waiting = waiting()
    keyboard.write("r")
    expectEqual(describe(waiting.next(until: past)), ["tick"])
    keys.ask()
    keys.cancel()
    expectEqual(describe(waiting.next(until: past)), ["tick"])
    expectEqual(keyboard.read(1), Array("r".utf8))
  }

  @Test func leavesInputAfterTheKeyUnread() {
    var waiting = waiting()
    keys.ask()
    keyboard.write("rls\n")
    expectEqual(describe(waiting.next(until: nil)), [r])
    keys.cancel()
    expectEqual(describe(waiting.next(until: past)), ["tick"])
    expectEqual(keyboard.read(3), Array("ls\n".utf8))
  }

  @Test func loneEscapeIsAKey() {
    // Every clock read advances it by 30 ms.
    var waiting = waiting(ManualTime(step: .milliseconds(30)))
    keys.ask()
    keyboard.write("\u{1B}")
    // Without a deadline: only the key's own timeout can wake the loop.
    expectEqual(describe(waiting.next(until: nil)), [escape])
  }

  @Test func undecidedEscapeDoesNotDelayOthers() {
    var waiting = waiting()
    keys.ask()
    keyboard.write("\u{1B}")
    expectEqual(describe(waiting.next(until: past)), ["tick"])
    queue.post(SIGUSR1)
    expectEqual(describe(waiting.next(until: nil)), ["progressRequest"])
    time.advance(by: .milliseconds(50))
    expectEqual(describe(waiting.next(until: nil)), [escape])
  }

  @Test func splitArrowKeyIsDiscarded() {
    var waiting = waiting()
    keys.ask()
    for piece in ["\u{1B}", "[", "1;5", "A"] {
      keyboard.write(piece)
      expectEqual(describe(waiting.next(until: past)), ["tick"])
      time.advance(by: .milliseconds(40))
    }
    keyboard.write("c")
    expectEqual(describe(waiting.next(until: nil)), [c])
  }

  @Test func cancelDiscardsUnfinishedSequence() {
    var waiting = waiting()
    keys.ask()
    keyboard.write("\u{1B}[1")
    expectEqual(describe(waiting.next(until: past)), ["tick"])
    keys.cancel()
    keys.ask()
    keyboard.write("r")
    expectEqual(describe(waiting.next(until: nil)), [r])
  }

  @Test func endOfInputIsReportedOnce() {
    var waiting = waiting()
    keys.ask()
    keyboard.write("r")
    keyboard.closeWriting()
    expectEqual(describe(waiting.next(until: nil)), [r])
    expectEqual(describe(waiting.next(until: nil)), ["inputClosed"])
    expectEqual(describe(waiting.next(until: past)), ["tick"])
  }
}
