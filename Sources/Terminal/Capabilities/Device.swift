// Reads the properties of the three standard descriptors from the system.

package import Model
package import Platform

/// A terminal window's size in cells.
package struct WindowSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// Reads the size from the terminal; nil if there is none or it reports 0 columns or rows.
  package init?(of descriptor: Int32) {
    guard let size = TerminalDevice.windowSize(of: descriptor) else { return nil }
    (columns, rows) = size
  }
}

/// The properties of one descriptor.
package struct Device: Hashable, Sendable {
  package var isTerminal: Bool
  /// nil if it is not a terminal or does not report its size.
  package var window: WindowSize?
  package var identity: FileIdentity?
}

extension Device {
  /// Reads the properties from the system.
  package init(probing descriptor: Int32) {
    isTerminal = TerminalDevice.isTerminal(descriptor)
    window = isTerminal ? WindowSize(of: descriptor) : nil
    identity = DescriptorStatus(of: descriptor)?.identity
  }
}

/// The three standard descriptors.
package struct Devices: Hashable, Sendable {
  package var input: Device
  package var output: Device
  package var error: Device

  /// Whether both outputs are the same file, pipe or terminal.
  package var shareOutput: Bool { output.identity != nil && output.identity == error.identity }

  /// Reads the properties of these descriptors.
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
