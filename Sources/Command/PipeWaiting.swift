// Bytes of a pipe among the other signals of the loop.

import SyncModel

/// A pipe that is read piece by piece, each when somebody asks for it.
final class PipedInput {
  var file: (any InputFile)?
  /// Whether a piece is asked for.
  var isWanted = false
}

/// The loop's input with the bytes of a pipe in it. The pipe is looked at often enough, and read only
/// when it has something to tell, so that nothing else has to wait for it.
struct PipeWaiting: Waiting {
  private static let glance = Duration.milliseconds(20)
  private static let piece = 65_536

  private var others: any Waiting
  private let pipe: PipedInput
  private let now: () -> Moment

  init(_ others: any Waiting, _ pipe: PipedInput, now: @escaping () -> Moment) {
    self.others = others
    self.pipe = pipe
    self.now = now
  }

  mutating func next(until deadline: Moment?) -> [Signal] {
    guard pipe.isWanted, let file = pipe.file else { return others.next(until: deadline) }
    while true {
      let news = file.hasNews ? read(file) : nil
      let glance = news == nil ? now() + Self.glance : now()
      let signals = others.next(until: deadline.map { min($0, glance) } ?? glance)
      let isDue = deadline.map { $0 <= now() } ?? false
      // A tick that nobody asked for is only the end of a glance.
      let wanted = signals.filter { if case .tick = $0 { isDue } else { true } }
      let all = wanted + (news.map { [$0] } ?? [])
      if !all.isEmpty { return all }
    }
  }

  /// What cannot be read any more has ended.
  private func read(_ file: any InputFile) -> Signal? {
    guard let bytes = try? file.readNext(count: Self.piece), !bytes.isEmpty else {
      pipe.isWanted = false
      return .bytesEnded(.input)
    }
    pipe.isWanted = false
    return .bytes(.input, bytes)
  }
}
