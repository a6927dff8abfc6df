// Questions of a wrapped command in a log that a person reads.

import Model
import Reporting
import Support
import Testing

@Suite(.blocking) struct QuestionsRendererTests {
  private var show: Show

  init() {
    show = Show(QuestionsRenderer(plain().renderer))
    show.wrap()
  }

  private var text: String { String(decoding: show.out, as: UTF8.self) }

  private mutating func open(_ text: DisplayText?, _ kind: OpenLine.Kind = .begun) {
    show.open(text, kind)
  }

  /// A question that waits.
  private mutating func ask(_ text: DisplayText) {
    show.open(text)
    show.wait(500)
  }

  private mutating func end(_ text: DisplayText, _ stream: OutputStream = .standardOutput) {
    if stream == .standardOutput { open(nil) }
    show.line(text, stream)
  }

  @Test mutating func aQuestionIsWrittenOnceItWaits() {
    open("Name: ")
    show.wait(190)
    #expect(text.isEmpty)
    show.wait(20)
    expectEqual(text, "Name: ")
    show.wait(1000)
    end("Name: jo")
    expectEqual(text, "Name: jo\n")
  }

  @Test mutating func onlyQuestionsAreWrittenBeforeTheirEnd() {
    open("Compiling…")
    show.wait(1000)
    open("45% of: ", .progress)
    show.wait(1000)
    #expect(text.isEmpty)
    end("Compiling… done")
    expectEqual(text, "Compiling… done\n")
  }

  /// No heartbeat comes between a question and its answer, unless that takes long: the command may
  /// be at work again.
  @Test mutating func aPersonHasTimeToAnswer() {
    open("Name: ")
    show.wait(30_000)
    expectEqual(text, "Name: ")
    show.wait(30_000)
    #expect(text.hasPrefix("Name: \n") && show.lines.count > 1)
  }

  /// Both outputs may ask in turn.
  @Test mutating func aQuestionIsWrittenOnce() {
    ask("Name: ")
    show.open("Go on? ", .begun, .standardError)
    show.wait(500)
    ask("Name: ")
    end("Name: done")
    expectEqual(text, "Name: \ndone\n")
    expectEqual(String(decoding: show.err, as: UTF8.self), "Go on? \n")
  }

  /// A line that the command reports by an event.
  @Test mutating func anEventDoesNotRepeatTheQuestion() {
    ask("Name: ")
    show.post(.log(LogLine(stream: .standardOutput, text: "hello")))
    end("Name: jo")
    expectEqual(text, "Name: \nhello\njo\n")
  }

  /// Further questions, and what is typed on a pseudo terminal, belong to the same line.
  @Test mutating func theLineGrows() {
    ask("Name: ")
    open("Name: j")
    show.wait(0)
    expectEqual(text, "Name: j")
    open("Name: jAge: ")
    show.wait(0)
    end("Name: jAge: 42")
    expectEqual(text, "Name: jAge: 42\n")
  }

  @Test mutating func anotherLineBreaksTheQuestion() {
    ask("Name: ")
    end("warning", .standardError)
    #expect(text == "Name: \n" && String(decoding: show.err, as: UTF8.self) == "warning\n")
    show.wait(500)
    end("Name: hello jo")
    expectEqual(text, "Name: \nhello jo\n")
    ask("Go on? ")
    end("warning", .standardError)
    end("Go on?")
    #expect(text.hasSuffix("\nGo on? \n"))
  }

  /// The command erased its question.
  @Test mutating func aReplacedQuestionEnds() {
    ask("Name: ")
    end("Hello jo")
    expectEqual(text, "Name: \nHello jo\n")
  }
}

/// Questions on a pseudo terminal, below which nothing is drawn.
@Suite(.blocking) struct EditedQuestionTests {
  private var show = live()

  private mutating func edit(_ text: DisplayText, cursor: Int) {
    show.state.child.openLine = OpenLine(
      stream: .standardOutput, text: text, kind: .progress, edited: (text, cursor),
      since: show.context.now.moment)
    show.wait(0)
  }

  /// Also of a line of several rows, in which the cursor is not placed.
  @Test(arguments: ["Name: abc", "A question that is longer than the window: abcdef"])
  mutating func aChangeIsDrawnOnce(_ text: String) {
    show.columns = 40
    show.wrap()
    show.wait(1000)
    show.open("\(text): ")
    show.wait(1000)
    edit(DisplayText(text), cursor: text.count - 2)
    let drawn = show.out.count
    show.wait(5000)
    expectEqual(show.out.count, drawn)
    edit(DisplayText(text), cursor: text.count - 1)
    #expect(show.out.count > drawn)
    #expect(screen(show).lines.joined().contains(text))
  }
}
