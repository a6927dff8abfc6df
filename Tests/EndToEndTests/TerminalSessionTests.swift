// Sessions of a person at a terminal, as written in Terminals.

import Support
import Testing

@Suite(.blocking) struct TerminalSessionTests {
  private static let folder = Golden.path(of: "Tests/EndToEndTests/Terminals")

  private static let sessions: [TerminalSession] = Disk.names(in: folder).flatMap { name in
    let text = (try? Disk.read("\(folder)/\(name)")) ?? []
    return TerminalSession.all(in: String(decoding: text, as: UTF8.self))
  }

  @Test(arguments: sessions) func `a person sees what is written`(_ session: TerminalSession) throws
  {
    try session.run()
  }
}
