// Shows the questions of a wrapped command in a log while they can be answered.

package import Model

/// A renderer that only appends lines, with the questions of a wrapped command between them. A question
/// is written before its line ends, without a line break: who reads the log may answer it.
package struct QuestionsRenderer: Renderer {
  /// How long heartbeats wait for an answer. Whether it was given is not known for sure.
  private static let patience = Duration.seconds(30)

  private var renderer: any Renderer
  /// The part of the unfinished line of each output that was written.
  private var written: [OutputStream: DisplayText] = [:]
  /// The output whose question was written last; nil when something else was written after it.
  private var openStream: OutputStream?
  /// When heartbeats no longer wait for the answer.
  private var patienceEnd = Moment(nanoseconds: .min)

  package init(_ renderer: any Renderer) { self.renderer = renderer }

  package mutating func begin(_ view: RunView) -> [Chunk] { renderer.begin(view) }

  package mutating func step(_ signal: Signal, _ view: RunView) -> [Chunk] {
    switch signal {
    case .tick:
      let question = writeQuestion(view)
      let isWaiting = openStream != nil && view.now.moment < patienceEnd
      if isWaiting || !question.isEmpty { return question }
    case _ where signal.line != nil:
      guard let line = signal.line, let rest = takeRest(of: line, view) else { break }
      // The answer may have ended the line already.
      if openStream != line.stream, rest.text.isEmpty { return [] }
      if openStream == line.stream { openStream = nil }
      return endQuestion(before: renderer.step(.output(.line(rest)), view))
    default: break
    }
    return endQuestion(before: renderer.step(signal, view))
  }

  package func wakeUp(_ view: RunView) -> Moment? {
    let wakeUp = renderer.wakeUp(view)
    let due = questionDue(view)
    return earlier(due, openStream == nil ? wakeUp : wakeUp.map { max($0, patienceEnd) })
  }

  package func nextFrame(_ view: RunView) -> Moment? { renderer.nextFrame(view) }

  package var isDone: Bool { renderer.isDone }

  /// Lines, after the line break of an open question.
  private mutating func endQuestion(before lines: [Chunk]) -> [Chunk] {
    guard let stream = openStream, !lines.isEmpty else { return lines }
    openStream = nil
    return [Chunk(stream, [0x0A])] + lines
  }

  /// What a finished line has after the part that was written; nil for another line.
  private mutating func takeRest(of line: LogLine, _ view: RunView) -> LogLine? {
    guard let part = written[line.stream] else { return nil }
    guard let rest = line.text.rest(after: part) else {
      // An event of the command may come between; else the question was erased.
      let open = view.state.child.openLine.flatMap { $0.stream == line.stream ? $0.text : nil }
      if open?.continues(part) != true { written[line.stream] = nil }
      return nil
    }
    written[line.stream] = nil
    return LogLine(stream: line.stream, text: DisplayText(String(rest)))
  }

  /// Writes what is due of the unfinished line.
  private mutating func writeQuestion(_ view: RunView) -> [Chunk] {
    guard let due = questionDue(view), due <= view.now.moment, let line = view.state.child.openLine
    else { return [] }
    let rest = written[line.stream].flatMap { line.text.rest(after: $0) }
    let chunk = Chunk(line.stream, Array((rest ?? line.text.description[...]).utf8))
    let isNext = openStream == line.stream && rest != nil
    let chunks = isNext ? [chunk] : endQuestion(before: [chunk])
    (written[line.stream], openStream) = (line.text, line.stream)
    patienceEnd = view.now.moment + Self.patience
    return chunks
  }

  /// When more of the unfinished line is to be written; nil for never.
  private func questionDue(_ view: RunView) -> Moment? {
    guard let line = view.state.child.openLine else { return nil }
    let part = written[line.stream]
    if part == line.text { return nil }
    // What is typed on a pseudo terminal is part of the line.
    if openStream == line.stream, let part, line.text.continues(part) { return line.since }
    guard line.kind == .begun else { return nil }
    return line.text.endsLikeQuestion() ? line.turn : nil
  }
}
