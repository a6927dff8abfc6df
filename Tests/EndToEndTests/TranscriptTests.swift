// Sessions of a rider with the built program, as recorded in Transcripts.

import Support
import Testing

@Suite(.blocking) struct TranscriptTests {
  private static let folder = "Tests/EndToEndTests/Transcripts"

  @Test(
    .enabled(if: PreloadedLibrary.compiler != nil, "needs a C compiler"),
    arguments: Disk.names(in: Golden.path(of: folder)))
  func `a session prints what is recorded`(_ file: String) throws {
    let name = "\(Self.folder)/\(file)"
    let recorded = try #require(try Disk.read(Golden.path(of: name)))
    try Golden.compare(name, with: Transcript(String(decoding: recorded, as: UTF8.self)).run())
  }
}
