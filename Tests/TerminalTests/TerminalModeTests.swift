// Echo on a real terminal, and what the system says of descriptors.

import Support
import SyncModel
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
      mode.set(.off)
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
      mode.set(.off)
      mode.set(.newlineOnly)
      #expect(terminal.modes.local & UInt(ECHONL) != 0)
      mode.set(.off)
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
        mode.set(.off)
        #expect(!terminal.modes.echoes)
      }
      #expect(terminal.modes == terminal.modesAtStart)
      close(descriptor)
    }

    @Test func whatOthersChangedMeanwhileStays() {
      let mode = TerminalMode(descriptor: descriptor)
      mode.set(.off)
      var settings = termios()
      tcgetattr(descriptor, &settings)
      settings.c_lflag &= ~tcflag_t(ISIG)
      tcsetattr(descriptor, TCSANOW, &settings)
      mode.restore()
      #expect(terminal.modes.echoes)
      #expect(!terminal.modes.sendsSignals)
      close(descriptor)
    }

    @Test func aPipeHasNoEcho() {
      let pipe = Pipe()
      let mode = TerminalMode(descriptor: pipe.writeEnd)
      mode.set(.off)
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
      #expect(Foreground.includesUs(on: descriptor))
      close(descriptor)
    }
  }
}
