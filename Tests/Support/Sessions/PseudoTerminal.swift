// A terminal whose other end is held by the test.

package import CLibrary

/// The size of a terminal's window, in cells.
package struct Window: Sendable, Equatable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int = 80, rows: Int = 24) {
    self.columns = columns
    self.rows = rows
  }
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

  /// Whether typed characters appear.
  package var echoes: Bool { local & tcflag_t(ECHO) != 0 }
  /// Whether the terminal collects whole lines (canonical mode).
  package var gathersLines: Bool { local & tcflag_t(ICANON) != 0 }
  /// Whether Ctrl-C and similar keys send signals.
  package var sendsSignals: Bool { local & tcflag_t(ISIG) != 0 }
}

/// A pseudo terminal. The test reads and types at the master; the program has the slave.
package final class PseudoTerminal: Sendable {
  /// The end the test holds.
  let master: Int32
  /// Kept open so that nothing is lost or reset between two users of the terminal.
  private let slave: Int32
  /// The device the program opens.
  package let path: String
  /// The settings at the beginning.
  package let modesAtStart: TerminalModes

  /// Opens a new terminal with a window of this size (0 by 0 is possible, as over serial lines).
  package init(_ window: Window = Window()) throws {
    (master, path) = try Self.openMaster()
    slave = try openFile(path, O_RDWR | O_NOCTTY)
    modesAtStart = TerminalModes(of: slave)
    resize(to: window)
  }

  deinit {
    closeDescriptor(slave)
    closeDescriptor(master)
  }

  /// The settings now.
  package var modes: TerminalModes { TerminalModes(of: slave) }

  /// Resizes the window; the kernel notifies the foreground process group (SIGWINCH).
  package func resize(to window: Window) {
    var size = winsize(
      ws_row: UInt16(window.rows), ws_col: UInt16(window.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Types, as a person at the keyboard.
  package func type(_ text: String) { _ = writeAll(text.utf8, to: master) }

  /// Makes the terminal stop background processes that write to it, as `stty tostop` does.
  package func stopBackgroundWriters() {
    var settings = termios()
    guard tcgetattr(slave, &settings) == 0 else { return }
    settings.c_lflag |= tcflag_t(TOSTOP)
    tcsetattr(slave, TCSANOW, &settings)
  }

  /// Calls `body` with a descriptor of the terminal and returns the bytes that reached it
  /// meanwhile, in order.
  ///
  /// - Throws: the errors of `body`; `DeadlineMissed` when the last bytes do not arrive.
  package func record(_ body: (_ terminal: Int32) throws -> Void) throws -> [UInt8] {
    let mark = Array("\u{1}the end\u{1}".utf8)
    let pump = try Pump(self)
    pump.start()
    defer { pump.end(.exited(0)) }
    let terminal = try openFile(path, O_RDWR | O_NOCTTY)
    defer { closeDescriptor(terminal) }
    try body(terminal)
    _ = writeAll(mark, to: terminal)
    return try pump.state.wait(for: "the last bytes of the terminal") { state in
      let bytes = state.sources[.terminal]?.bytes ?? []
      return bytes.suffix(mark.count).elementsEqual(mark) ? bytes.dropLast(mark.count) : nil
    }
  }

  private static func openMaster() throws -> (Int32, String) {
    #if canImport(Darwin)
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master)
      else { throw SystemFailure("posix_openpt") }
      let path = String(cString: name)
      _ = fcntl(master, F_SETFD, FD_CLOEXEC)
      return (master, path)
    #else
      // Replaces posix_openpt, unlockpt and ptsname, which Swift's module of the C library hides.
      let unlock: UInt = 0x4004_5431
      let getNumber: UInt = 0x8004_5430
      let master = try openFile("/dev/ptmx", O_RDWR | O_NOCTTY)
      var locked: Int32 = 0
      var number: Int32 = 0
      guard ioctl(master, unlock, &locked) == 0, ioctl(master, getNumber, &number) == 0 else {
        throw SystemFailure("ptmx")
      }
      return (master, "/dev/pts/\(number)")
    #endif
  }
}
