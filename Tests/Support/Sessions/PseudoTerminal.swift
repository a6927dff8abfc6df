// A terminal whose other end is held by the test.

package import CLibrary
import Platform

package struct Window: Sendable, Equatable {
  package var columns, rows: Int

  package init(columns: Int = 80, rows: Int = 24) { (self.columns, self.rows) = (columns, rows) }
}

/// The settings of a terminal (termios), for comparing before and after.
package struct TerminalModes: Sendable, Equatable {
  package let input, output, control, local: tcflag_t
  package let characters: [UInt8]

  init(of descriptor: Int32) {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    (input, output) = (settings.c_iflag, settings.c_oflag)
    (control, local) = (settings.c_cflag, settings.c_lflag)
    characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
  }

  package var echoes: Bool { local & tcflag_t(ECHO) != 0 }
  /// Whether the terminal collects whole lines (canonical mode).
  package var gathersLines: Bool { local & tcflag_t(ICANON) != 0 }
  /// Whether Ctrl-C and similar keys send signals.
  package var sendsSignals: Bool { local & tcflag_t(ISIG) != 0 }
}

/// A pseudo terminal. The test reads and types at the master; the program has the slave.
package final class PseudoTerminal: Sendable {
  private let terminal: CommandTerminal
  private let slave: Int32
  package let modesAtStart: TerminalModes

  package init(_ window: Window = Window()) throws {
    guard let terminal = CommandTerminal(nil) else { throw SystemFailure("open a terminal") }
    self.terminal = terminal
    slave = try openFile(terminal.path, O_RDWR | O_NOCTTY)
    modesAtStart = TerminalModes(of: slave)
    resize(to: window)
  }

  deinit { RawDescriptor.close(slave) }

  /// The end the test holds, which does not wait.
  var master: Int32 { terminal.controller }
  package var path: String { terminal.path }
  package var modes: TerminalModes { TerminalModes(of: slave) }

  /// 0 by 0 is possible, as over serial lines.
  package func resize(to window: Window) {
    var size = winsize(
      ws_row: UInt16(window.rows), ws_col: UInt16(window.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  package func type(_ text: String) { writeAll(text.utf8, to: master) }

  /// Makes the terminal stop background processes that write to it, as `stty tostop` does.
  package func stopBackgroundWriters() {
    var settings = termios()
    guard tcgetattr(slave, &settings) == 0 else { return }
    settings.c_lflag |= tcflag_t(TOSTOP)
    tcsetattr(slave, TCSANOW, &settings)
  }

  /// Calls `body` with a descriptor of the terminal; returns the bytes that reached it meanwhile.
  package func record(_ body: (_ terminal: Int32) throws -> Void) throws -> [UInt8] {
    let mark = Array("\u{1}the end\u{1}".utf8)
    let pump = try Pump(self)
    pump.start()
    defer { pump.end(.exited(0)) }
    let terminal = try openFile(path, O_RDWR | O_NOCTTY)
    defer { RawDescriptor.close(terminal) }
    try body(terminal)
    writeAll(mark, to: terminal)
    return try pump.state.wait(for: "the last bytes of the terminal") { state in
      let bytes = state.sources[.terminal]?.bytes ?? []
      return bytes.suffix(mark.count).elementsEqual(mark) ? bytes.dropLast(mark.count) : nil
    }
  }
}
