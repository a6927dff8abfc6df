// Records what a part of this process writes to a terminal.

import CLibrary

extension PseudoTerminal {
  /// Calls `body` with a descriptor of the terminal and returns the bytes that reached it
  /// meanwhile, in order.
  ///
  /// - Throws: the errors of `body`; `DeadlineMissed` when the last bytes do not arrive.
  package func record(_ body: (_ terminal: Int32) throws -> Void) throws -> [UInt8] {
    let mark = Array("\u{1}the end\u{1}".utf8)
    let heard = Monitor<[UInt8]>([])
    let master = master
    startThread {
      var isOver = false
      while !isOver {
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { room, count in
          count = max(0, interruptible { systemRead(master, room.baseAddress, room.count) })
        }
        isOver = heard.withLock { all in
          all += bytes
          return bytes.isEmpty || all.suffix(mark.count).elementsEqual(mark)
        }
      }
    }
    let terminal = try openFile(path, O_RDWR | O_NOCTTY)
    defer { closeDescriptor(terminal) }
    try body(terminal)
    _ = interruptible { systemWrite(terminal, mark, mark.count) }
    return try heard.wait(for: "the last bytes of the terminal") { all in
      all.suffix(mark.count).elementsEqual(mark) ? Array(all.dropLast(mark.count)) : nil
    }
  }
}
