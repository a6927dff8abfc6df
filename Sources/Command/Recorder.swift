// Keeps the event stream of a run in a file, whatever face shows it.

import Reporting
import SyncModel

/// The JSON face with a file in the place of standard output. Every event is one write.
struct Recorder {
  /// Where the events go, and what trouble with it means.
  enum Purpose: Hashable {
    /// `--events`: a person waits for them.
    case asked
    /// The last run: kept for `replay`, and never in the way.
    case lastRun
  }

  /// Longer records say only how the run ended: nobody replays a day.
  private static let longest = 16 << 20

  let purpose: Purpose
  private var face: any Face
  let file: any RecordFile
  private var length = 0

  init(_ purpose: Purpose, face: any Face, file: any RecordFile) {
    self.purpose = purpose
    self.face = face
    self.file = file
  }

  mutating func begin(_ scene: Scene) throws(FileError) {
    try append(face.begin(scene))
  }

  mutating func step(_ signal: Signal, _ board: Board, _ scene: Scene) throws(FileError) {
    let chunks = face.step(signal, board, scene)
    if purpose == .lastRun, length > Self.longest, !signal.isLastWord { return }
    try append(chunks)
  }

  func wakeUp(_ board: Board, _ scene: Scene) -> Moment? {
    face.wakeUp(board, scene)
  }

  private mutating func append(_ chunks: [Chunk]) throws(FileError) {
    for chunk in chunks {
      try file.append(chunk.bytes)
      length += chunk.bytes.count
    }
  }
}

extension Signal {
  /// Whether it says how the run ended.
  fileprivate var isLastWord: Bool {
    guard case .event(let event) = self else { return false }
    switch event.kind {
    case .failure, .summary: return true
    case .runStarted, .stageStarted, .stageFinished, .status, .work, .progress, .sourceFinished,
      .score, .prep, .fitness, .routine, .waiting, .notice, .warning, .request, .log, .source,
      .signIn, .foreign:
      return false
    }
  }
}
