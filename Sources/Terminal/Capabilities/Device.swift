// What the three standard descriptors are, as facts; the one place that asks the system.

package import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The size of a terminal's window in cells.
package struct WindowSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Asks the terminal; nil where there is none or it does not know (0 columns or rows).
  package init?(of descriptor: Int32) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    columns = Int(size.ws_col)
    rows = Int(size.ws_row)
  }
}

/// Names an open file: two descriptors with equal identities are the same file.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

extension stat {
  /// What a descriptor is, asked again for as long as signals interrupt it; nil when the system does not
  /// say.
  init?(of descriptor: Int32) {
    self.init()
    while fstat(descriptor, &self) != 0 { if errno != EINTR { return nil } }
  }

  /// The bits of the mode that name the kind.
  var kind: mode_t { mode_t(st_mode) & S_IFMT }
}

/// What is known about one descriptor.
package struct Device: Hashable, Sendable {
  package var isTerminal: Bool
  /// nil when it is no terminal or does not know its size.
  package var window: WindowSize?
  package var identity: FileIdentity?

  package init(isTerminal: Bool, window: WindowSize? = nil, identity: FileIdentity? = nil) {
    self.isTerminal = isTerminal
    self.window = window
    self.identity = identity
  }

  /// Asks the system.
  package init(probing descriptor: Int32) {
    isTerminal = isatty(descriptor) == 1
    window = isTerminal ? WindowSize(of: descriptor) : nil
    identity = stat(of: descriptor).map { FileIdentity($0) }
  }
}

/// The three standard descriptors.
package struct Devices: Hashable, Sendable {
  package var input: Device
  package var output: Device
  package var error: Device

  package init(input: Device, output: Device, error: Device) {
    self.input = input
    self.output = output
    self.error = error
  }

  /// Asks the system about these descriptors.
  package static func probe(input: Int32 = 0, output: Int32 = 1, error: Int32 = 2) -> Devices {
    Devices(
      input: Device(probing: input), output: Device(probing: output), error: Device(probing: error))
  }

  package subscript(stream: OutputStream) -> Device {
    switch stream {
    case .standardOutput: output
    case .standardError: error
    }
  }
}
