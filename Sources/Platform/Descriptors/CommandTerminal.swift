// A pseudo terminal for a command: what it writes is read here, what is written here it reads.

import CLibrary

/// The controlling side of a pseudo terminal, close-on-exec and non-blocking. Closed at the end of
/// the object's life, which hangs up the command's session.
package final class CommandTerminal: Sendable {
  /// The descriptor that reads what the command writes, and writes what it reads.
  package let controller: Int32
  /// The device that the command opens.
  package let path: String
  /// Keeps the device open: without a user, reading would fail before the command has opened it.
  private let device: Int32

  /// nil if the system has no pseudo terminals or descriptors left.
  ///
  /// - Parameter settings: those it begins with; nil for the system's own.
  package init?(_ settings: TerminalAttributes?) {
    #if canImport(Darwin)
      let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
      guard descriptor >= 0 else { return nil }
      guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0, let name = ptsname(descriptor)
      else {
        RawDescriptor.close(descriptor)
        return nil
      }
      let path = String(cString: name)
    #else
      // As posix_openpt, unlockpt and ptsname do, which the module of the C library hides
      // (ioctl_tty(2)): TIOCSPTLCK and TIOCGPTN.
      let descriptor = retrying { open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC) }
      guard descriptor >= 0 else { return nil }
      var locked: Int32 = 0
      var number: Int32 = 0
      guard ioctl(descriptor, 0x4004_5431, &locked) == 0,
        ioctl(descriptor, 0x8004_5430, &number) == 0
      else {
        RawDescriptor.close(descriptor)
        return nil
      }
      let path = "/dev/pts/\(number)"
    #endif
    RawDescriptor.setCloseOnExec(descriptor)
    let device = retrying { open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) }
    guard device >= 0 else {
      RawDescriptor.close(descriptor)
      return nil
    }
    RawDescriptor.setNonBlocking(descriptor)
    (controller, self.path, self.device) = (descriptor, path, device)
    settings?.install(on: device)
  }

  deinit {
    RawDescriptor.close(device)
    RawDescriptor.close(controller)
  }

  /// Passes on what the command writes as it is, without a CR before each LF.
  package func keepLineBreaks() {
    var settings = termios()
    guard tcgetattr(device, &settings) == 0 else { return }
    settings.c_oflag &= ~tcflag_t(OPOST)
    _ = tcsetattr(device, TCSANOW, &settings)
  }

  /// Sets the size of the window in cells, 1…1000 each; the system tells the processes in its
  /// foreground (SIGWINCH).
  package func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(clamping: min(1000, max(1, rows))),
      ws_col: UInt16(clamping: min(1000, max(1, columns))), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  /// Sends a signal to the processes in its foreground, as a key does.
  package func signalForeground(_ number: Int32) {
    let group = tcgetpgrp(controller)
    if group > 0 { _ = kill(-group, number) }
  }

  /// Types bytes, as many as fit.
  ///
  /// - Returns: how many were taken.
  package func type(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { bytes in
      switch RawDescriptor.write(controller, bytes) {
      case .success(let count): count
      case .failure(let error): error.isInterruption || error.wouldBlock ? 0 : bytes.count
      }
    }
  }

  /// The settings that the command has chosen; nil after all of it has gone.
  package var attributes: TerminalAttributes? { TerminalAttributes(of: device) }
}
