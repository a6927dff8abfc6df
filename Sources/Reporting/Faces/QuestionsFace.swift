// Shows the questions of a wrapped command in a log while a person can answer them.

package import Model

/// A face that only appends lines, with the questions of a wrapped command between them. A question
/// is written before its line ends, without a line break: a person reads it before the answer.
package struct QuestionsFace: Face {
  private var face: any Face
  /// The part of an unfinished line that was written; nil while nothing of one was.
  private var written: (stream: OutputStream, text: DisplayText)?
  /// The output that ends in that part; nil when something else was written behind it.
  private var open: OutputStream?

  /// - Parameter face: writes everything else.
  package init(_ face: any Face) {
    self.face = face
  }

  package mutating func begin(_ context: RenderContext) -> [Chunk] { face.begin(context) }

  package mutating func step(
    _ signal: Signal, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    switch signal {
    case .tick:
      let question = question(state, at: context.now.moment)
      // What can wait comes after the answer.
      return open == nil ? face.step(signal, state, context) : question
    case .event(let event):
      guard case .log(let line) = event.kind, let rest = takeRest(of: line) else { break }
      // The answer may have ended the line already.
      if open == nil, rest.text.isEmpty { return [] }
      open = nil
      return face.step(.event(SyncEvent(at: event.at, kind: .log(rest))), state, context)
    default: break
    }
    return whole(face.step(signal, state, context))
  }

  package mutating func step(
    _ lines: PlainLines, from stream: OutputStream, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    whole(face.step(lines, from: stream, state, context))
  }

  package func wakeUp(_ state: RunState, _ context: RenderContext) -> Moment? {
    let due = due(state)
    return open == nil ? earlier(due, face.wakeUp(state, context)) : due
  }

  package func nextFrame(_ state: RunState, _ context: RenderContext) -> Moment? {
    face.nextFrame(state, context)
  }

  package func isDone(_ context: RenderContext) -> Bool { face.isDone(context) }

  /// Lines, after the end of an open question.
  private mutating func whole(_ lines: [Chunk]) -> [Chunk] {
    guard let stream = open, !lines.isEmpty else { return lines }
    open = nil
    return [Chunk(stream, [0x0A])] + lines
  }

  /// What a finished line has behind the part that was written; nil for another line.
  private mutating func takeRest(of line: LogLine) -> LogLine? {
    guard let part = written, part.stream == line.stream else { return nil }
    written = nil
    return line.text.rest(after: part.text).map {
      LogLine(stream: line.stream, text: DisplayText(String($0)))
    }
  }

  /// Writes what is due of the unfinished line.
  private mutating func question(_ state: RunState, at moment: Moment) -> [Chunk] {
    guard let line = state.openLine, let due = due(state), due <= moment else { return [] }
    let rest = part(of: line).flatMap { line.text.rest(after: $0) }
    var lines = [Chunk(line.stream, Array((rest ?? line.text.description[...]).utf8))]
    if rest == nil { lines = whole(lines) }
    (written, open) = ((line.stream, line.text), line.stream)
    return lines
  }

  /// When more of the unfinished line is to be written; nil for never.
  private func due(_ state: RunState) -> Moment? {
    guard let line = state.openLine else { return nil }
    let part = part(of: line)
    if part == line.text { return nil }
    // What is typed on a pseudo terminal is part of the line.
    if open != nil, let part, line.text.continues(part) { return line.since }
    guard line.kind == .begun else { return nil }
    return line.endsLikeQuestion ? line.turn : nil
  }

  /// The part of the line that was written.
  private func part(of line: OpenLine) -> DisplayText? {
    written.flatMap { $0.stream == line.stream ? $0.text : nil }
  }
}
