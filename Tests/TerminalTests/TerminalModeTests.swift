// Terminal modes on a real terminal, and probing of descriptors.

import CLibrary
import Support
import Model
import Platform
import Terminal
import Testing

extension ProcessTests {
  struct TerminalModeTests {
    /// Closed with the test.
    private final class OpenFile {
      let descriptor: Int32
      init(_ path: String) { descriptor = open(path, O_RDWR | O_NOCTTY) }
      deinit { close(descriptor) }
    }

    private let terminal: PseudoTerminal
    private let file: OpenFile
    private let mode: TerminalMode
    private var descriptor: Int32 { file.descriptor }

    init() throws {
      terminal = try PseudoTerminal(Window(columns: 61, rows: 17))
      file = OpenFile(terminal.path)
      mode = TerminalMode(descriptor: file.descriptor)
    }

    /// Whether the terminal echoes, gathers lines and sends signals.
    private var modes: [Bool] {
      [terminal.modes.echoes, terminal.modes.gathersLines, terminal.modes.sendsSignals]
    }

    @Test func `calls are idempotent`() {
      mode.restore()
      mode.set(.silent)
      // Only the echo has changed.
      expectEqual(modes, [false, true, true])
      mode.set(.newlineOnly)
      #expect(terminal.modes.local & tcflag_t(ECHONL) != 0)
      mode.set(.silent)
      expectEqual(terminal.modes.local & tcflag_t(ECHONL), 0)
      mode.set(.untouched)
      expectEqual(terminal.modes, terminal.modesAtStart)
      mode.restore()
      expectEqual(terminal.modes, terminal.modesAtStart)
    }

    @Test func `deinit restores`() {
      do {
        let mode = TerminalMode(descriptor: descriptor)
        mode.set(.silent)
        #expect(!terminal.modes.echoes)
      }
      expectEqual(terminal.modes, terminal.modesAtStart)
    }

    @Test func `keeps changes of others`() {
      mode.set(.silent)
      var settings = termios()
      tcgetattr(descriptor, &settings)
      settings.c_lflag &= ~tcflag_t(ISIG)
      tcsetattr(descriptor, TCSANOW, &settings)
      mode.restore()
      expectEqual(modes, [true, true, false])
    }

    @Test func `keys mode changes only canonical mode`() {
      mode.set(.silent)
      mode.set(.keys)
      expectEqual(modes, [false, false, true])
      expectEqual(terminal.modes.input, terminal.modesAtStart.input)
      expectEqual(terminal.modes.output, terminal.modesAtStart.output)
      terminal.type("r")
      expectEqual(typed(), "r")
      mode.set(.silent)
      expectEqual(modes, [false, true, true])
      expectEqual(terminal.modes.characters, terminal.modesAtStart.characters)
      mode.restore()
      expectEqual(terminal.modes, terminal.modesAtStart)
    }

    @Test func `keys mode discards earlier input`() {
      mode.set(.silent)
      terminal.type("r\nc\n")
      waitUntilTyped()
      mode.set(.keys)
      terminal.type("q")
      expectEqual(typed(), "q")
      // Setting the same mode again does not discard input.
      terminal.type("c")
      mode.set(.keys)
      mode.resume()
      expectEqual(typed(), "c")
      mode.restore()
    }

    @Test func `keeps input after the answer`() {
      mode.set(.keys)
      terminal.type("rls\n")
      var first: UInt8 = 0
      expectEqual(read(descriptor, &first, 1), 1)
      mode.restore()
      expectEqual(typed(), "ls\n")
    }

    @Test func `applies settings when brought to the foreground`() {
      mode.set(.silent)
      mode.follow(isForeground: false)
      // The shell is in the foreground and changes the settings.
      setEcho(true)
      mode.follow(isForeground: false)
      #expect(terminal.modes.echoes)
      mode.follow(isForeground: true)
      #expect(!terminal.modes.echoes)
      // Unchanged foreground: the settings are not touched.
      setEcho(true)
      mode.follow(isForeground: true)
      #expect(terminal.modes.echoes)
      mode.restore()
      mode.follow(isForeground: false)
      mode.follow(isForeground: true)
      expectEqual(terminal.modes, terminal.modesAtStart)
    }

    /// The kernel delivers typed input with a delay.
    private func waitUntilTyped() {
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&wanted, 1, -1) != 1 {}
    }

    /// The bytes a reader gets.
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

    @Test func `probes terminals and pipes`() {
      let pipe = Pipe()
      let devices = Devices.probe(input: pipe.readEnd, output: descriptor, error: pipe.writeEnd)
      let all = [devices.input, devices.output, devices.error]
      expectEqual(all.map(\.isTerminal), [false, true, false])
      expectEqual(all.map(\.window), [nil, WindowSize(columns: 61, rows: 17), nil])
      // One that is not the controlling terminal counts as in the foreground.
      #expect(TerminalDevice.isForeground(descriptor))
      expectEqual(devices.error.identity, devices.input.identity)
      #expect(devices.error.identity != devices.output.identity)
      terminal.resize(to: Window(columns: 20, rows: 5))
      expectEqual(WindowSize(of: descriptor), WindowSize(columns: 20, rows: 5))
      terminal.resize(to: Window(columns: 0, rows: 0))
      expectEqual(WindowSize(of: descriptor), nil)
    }
  }
}
