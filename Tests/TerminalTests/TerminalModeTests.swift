// Typing on a real terminal, and what the system says of descriptors.

import Support
import Model
import Platform
import Terminal
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ProcessTests {
  struct TerminalModeTests {
    private let terminal: PseudoTerminal
    private let descriptor: Int32

    init() throws {
      terminal = try PseudoTerminal(Window(columns: 61, rows: 17))
      descriptor = open(terminal.path, O_RDWR | O_NOCTTY)
    }

    @Test func onlyTheEchoGoes() {
      let mode = TerminalMode(descriptor: descriptor)
      mode.set(.silent)
      #expect(!terminal.modes.echoes)
      #expect(terminal.modes.gathersLines)
      #expect(terminal.modes.sendsSignals)
      mode.restore()
      #expect(terminal.modes == terminal.modesAtStart)
      close(descriptor)
    }

    @Test func everyCallMayBeRepeated() {
      let mode = TerminalMode(descriptor: descriptor)
      mode.restore()
      mode.set(.silent)
      mode.set(.newlineOnly)
      #expect(terminal.modes.local & UInt(ECHONL) != 0)
      mode.set(.silent)
      #expect(terminal.modes.local & UInt(ECHONL) == 0)
      mode.set(.untouched)
      #expect(terminal.modes == terminal.modesAtStart)
      mode.restore()
      #expect(terminal.modes == terminal.modesAtStart)
      close(descriptor)
    }

    @Test func theEndOfTheOwnerRestores() {
      do {
        let mode = TerminalMode(descriptor: descriptor)
        mode.set(.silent)
        #expect(!terminal.modes.echoes)
      }
      #expect(terminal.modes == terminal.modesAtStart)
      close(descriptor)
    }

    @Test func whatOthersChangedMeanwhileStays() {
      let mode = TerminalMode(descriptor: descriptor)
      mode.set(.silent)
      var settings = termios()
      tcgetattr(descriptor, &settings)
      settings.c_lflag &= ~tcflag_t(ISIG)
      tcsetattr(descriptor, TCSANOW, &settings)
      mode.restore()
      #expect(terminal.modes.echoes)
      #expect(!terminal.modes.sendsSignals)
      close(descriptor)
    }

    @Test func aKeyCanBeReadAtOnceAndNothingElseChanges() {
      let mode = TerminalMode(descriptor: descriptor)
      mode.set(.silent)
      mode.set(.keys)
      #expect(!terminal.modes.echoes)
      #expect(!terminal.modes.gathersLines)
      #expect(terminal.modes.sendsSignals)
      #expect(terminal.modes.input == terminal.modesAtStart.input)
      #expect(terminal.modes.output == terminal.modesAtStart.output)
      terminal.type("r")
      #expect(typed() == "r")
      mode.set(.silent)
      #expect(terminal.modes.gathersLines)
      #expect(terminal.modes.characters == terminal.modesAtStart.characters)
      mode.restore()
      #expect(terminal.modes == terminal.modesAtStart)
      close(descriptor)
    }

    @Test func keysOfBeforeTheQuestionDoNotAnswerIt() {
      let mode = TerminalMode(descriptor: descriptor)
      mode.set(.silent)
      terminal.type("r\nc\n")
      waitUntilTyped()
      mode.set(.keys)
      terminal.type("q")
      #expect(typed() == "q")
      // Said again, it is the same question.
      terminal.type("c")
      mode.set(.keys)
      mode.resume()
      #expect(typed() == "c")
      mode.restore()
      close(descriptor)
    }

    @Test func whatIsTypedAfterTheAnswerIsKept() {
      let mode = TerminalMode(descriptor: descriptor)
      mode.set(.keys)
      terminal.type("rls\n")
      var first: UInt8 = 0
      #expect(read(descriptor, &first, 1) == 1)
      mode.restore()
      #expect(typed() == "ls\n")
      close(descriptor)
    }

    @Test func whoComesToTheForegroundUntoldTakesTheTerminal() {
      let mode = TerminalMode(descriptor: descriptor)
      mode.set(.silent)
      mode.follow(isForeground: false)
      // The shell has it meanwhile, and leaves it as it likes it.
      setEcho(true)
      mode.follow(isForeground: false)
      #expect(terminal.modes.echoes)
      mode.follow(isForeground: true)
      #expect(!terminal.modes.echoes)
      // Nobody is talked over while nothing changes.
      setEcho(true)
      mode.follow(isForeground: true)
      #expect(terminal.modes.echoes)
      mode.restore()
      mode.follow(isForeground: false)
      mode.follow(isForeground: true)
      #expect(terminal.modes == terminal.modesAtStart)
      close(descriptor)
    }

    /// The system brings what is typed in its own time.
    private func waitUntilTyped() {
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&wanted, 1, -1) != 1 {}
    }

    /// What a reader gets.
    private func typed() -> String {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(descriptor, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private func setEcho(_ isOn: Bool) {
      var settings = termios()
      tcgetattr(descriptor, &settings)
      settings.c_lflag &= ~tcflag_t(ECHO)
      if isOn { settings.c_lflag |= tcflag_t(ECHO) }
      tcsetattr(descriptor, TCSANOW, &settings)
    }

    @Test func aPipeHasNoEcho() {
      let pipe = Pipe()
      let mode = TerminalMode(descriptor: pipe.writeEnd)
      mode.set(.silent)
      mode.restore()
      #expect(pipe.writeEnd >= 0)
      close(descriptor)
    }

    @Test func probingTellsTerminalsFromPipes() {
      let pipe = Pipe()
      let devices = Devices.probe(
        input: pipe.readEnd, output: descriptor, error: pipe.writeEnd)
      #expect(devices.output.isTerminal)
      #expect(devices.output.window == WindowSize(columns: 61, rows: 17))
      #expect(!devices.input.isTerminal)
      #expect(!devices.error.isTerminal)
      #expect(devices.error.window == nil)
      #expect(devices.error.identity == devices.input.identity)
      #expect(devices.error.identity != devices.output.identity)
      terminal.resize(to: Window(columns: 20, rows: 5))
      #expect(WindowSize(of: descriptor) == WindowSize(columns: 20, rows: 5))
      terminal.resize(to: Window(columns: 0, rows: 0))
      #expect(WindowSize(of: descriptor) == nil)
      close(descriptor)
    }

    @Test func aTerminalThatDoesNotControlUsMayBeDrawnOn() {
      #expect(TerminalDevice.isForeground(descriptor))
      close(descriptor)
    }
  }
}
