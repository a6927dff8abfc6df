// Records what a part of this process writes to a terminal.

import CLibrary

extension PseudoTerminal {
  /// Calls `body` with a descriptor of the terminal and returns the bytes that reached it
  /// meanwhile, in order.
  ///
  /// - Throws: the errors of `body`; `DeadlineMissed` when the last bytes do not arrive.
  package func record(_ body: (_ terminal: Int32) throws -> Void) throws -> [UInt8] {
    let mark = Array("\u{1}the end\u{1}".utf8)
    let pump = try Pump(self)
    pump.change { $0.sources[.terminal] = .init(descriptor: master) }
    pump.start()
    defer { pump.change { $0.programEnded = true } }
    let terminal = try openFile(path, O_RDWR | O_NOCTTY)
    defer { closeDescriptor(terminal) }
    try body(terminal)
    _ = writeAll(mark, to: terminal)
    return try pump.state.wait(for: "the last bytes of the terminal") { state in
      let bytes = state.sources[.terminal]?.bytes ?? []
      return bytes.suffix(mark.count).elementsEqual(mark) ? bytes.dropLast(mark.count) : nil
    }
  }
}
