// Keys on their way from the keyboard to the loop.

import Support
import Model
import Terminal
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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

  @Test func aKeyComesWithoutTheEndOfALine() {
    var waiting = waiting()
    keys.ask()
    keyboard.write("r")
    #expect(describe(waiting.next(until: nil)) == [r])
    keyboard.write("c")
    #expect(describe(waiting.next(until: nil)) == [c])
  }

  @Test func nothingIsReadUnasked() {
    var waiting = waiting()
    keyboard.write("r")
    #expect(describe(waiting.next(until: past)) == ["tick"])
    keys.ask()
    keys.cancel()
    #expect(describe(waiting.next(until: past)) == ["tick"])
    #expect(keyboard.read(1) == Array("r".utf8))
  }

  @Test func whatIsTypedBehindTheAnswerIsForTheShell() {
    var waiting = waiting()
    keys.ask()
    keyboard.write("rls\n")
    #expect(describe(waiting.next(until: nil)) == [r])
    keys.cancel()
    #expect(describe(waiting.next(until: past)) == ["tick"])
    #expect(keyboard.read(3) == Array("ls\n".utf8))
  }

  @Test func escapeIsAKeyWhenNothingFollows() {
    // Every look at the clock takes 30 ms.
    var waiting = waiting(ManualTime(step: .milliseconds(30)))
    keys.ask()
    keyboard.write("\u{1B}")
    // No deadline: the loop would sleep for ever if the key's own were forgotten.
    #expect(describe(waiting.next(until: nil)) == [escape])
  }

  @Test func anUndecidedEscapeHoldsNothingUp() {
    var waiting = waiting()
    keys.ask()
    keyboard.write("\u{1B}")
    #expect(describe(waiting.next(until: past)) == ["tick"])
    queue.post(SIGUSR1)
    #expect(describe(waiting.next(until: nil)) == ["progressRequest"])
    time.advance(by: .milliseconds(50))
    #expect(describe(waiting.next(until: nil)) == [escape])
  }

  @Test func anArrowKeyInPiecesIsNoKey() {
    var waiting = waiting()
    keys.ask()
    for piece in ["\u{1B}", "[", "1;5", "A"] {
      keyboard.write(piece)
      #expect(describe(waiting.next(until: past)) == ["tick"])
      time.advance(by: .milliseconds(40))
    }
    keyboard.write("c")
    #expect(describe(waiting.next(until: nil)) == [c])
  }

  @Test func aSequenceThatWasBegunIsForgottenWithTheQuestion() {
    var waiting = waiting()
    keys.ask()
    keyboard.write("\u{1B}[1")
    #expect(describe(waiting.next(until: past)) == ["tick"])
    keys.cancel()
    keys.ask()
    keyboard.write("r")
    #expect(describe(waiting.next(until: nil)) == [r])
  }

  @Test func theEndOfTheInputIsToldOnce() {
    var waiting = waiting()
    keys.ask()
    keyboard.write("r")
    keyboard.closeWriting()
    #expect(describe(waiting.next(until: nil)) == [r])
    #expect(describe(waiting.next(until: nil)) == ["inputClosed"])
    #expect(describe(waiting.next(until: past)) == ["tick"])
  }
}
