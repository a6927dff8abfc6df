// Line 1 of the live block: the status, its count and the time left.

import Model
import Terminal

extension LiveBlock {
  /// The line after its spinner.
  ///
  /// - Parameter percent: shown at the right end instead of the count, 0…100; nil for no
  ///   percentage.
  func statusLine(percent: Int?) -> [Span] {
    let now = view.now.moment
    if let stopping { return line(stopping, .warn) }
    if let signIn = state.signIn {
      let left = max(0, signIn.until.seconds - view.now.wall.seconds)
      return line(
        fitting(
          messages.awaitingSignIn(signIn.source, left: signIn.isPasted ? nil : .seconds(left))))
    }
    if let wait {
      let seconds = max(1, state.waits.left(at: now).inSeconds.rounded(.up))
      let left = Duration.seconds(seconds)
      let texts = [messages.text(wait, left: left)] + messages.shortTexts(wait, left: left)
      return line(fitting(texts), .warn)
    }
    // Beside the name of a program its newest line is shown anyway.
    let program = status == .initial ? state.run?.wrappedName : nil
    let room = max(0, width - 2)
    if let percent {
      let right = messages.percent(percent)
      let most = room - right.cells - 1
      let left = cut(text(program, room: most), to: most)
      return [Span(" "), Span(left), Span(blanks(room - left.cells - right.cells)), Span(right)]
    }
    let item = state.counted(beside: status)
    var details = details(of: item)
    let text = text(program, room: room - joined(details).cells - 2)
    func fits(_ details: [String]) -> Bool { text.cells + 2 + joined(details).cells <= room }
    // The name is shown only if everything else fits, too.
    if let name = item?.name?.description, fits([name] + details) {
      details.insert(name, at: 0)
    }
    while !details.isEmpty, !fits(details) { details.removeLast() }
    let left = cut(text, to: room)
    let right = joined(details)
    let gap = Span(blanks(room - left.cells - right.cells))
    return [Span(" "), Span(left)] + (right.isEmpty ? [] : [gap, Span(right, .muted)])
  }

  /// The first text that fits, else the last.
  private func fitting(_ texts: [DisplayText]) -> DisplayText {
    texts.first { glyphs.fit($0).cells <= width - 2 } ?? texts.last ?? ""
  }

  /// A line that has nothing beside it.
  private func line(_ text: DisplayText, _ role: Role = .plain) -> [Span] {
    [Span(" "), Span(cut(glyphs.fit(text), to: max(0, width - 2)), role)]
  }

  /// The newest line of a program, or the status.
  private func text(_ program: DisplayText?, room: Int) -> DisplayText {
    guard let program else {
      return glyphs.fit(
        state.isChecking
          ? messages.checking
          : status == .initial && state.isAgain
            ? messages.tryingAgain : messages.text(status, now: view.now.wall))
    }
    let line = state.lastLine
    return glyphs.fit(
      messages.running(
        program, line?.text, grows: line?.grows == true, room: max(0, room), glyphs))
  }

  /// Count and time left, shown only beside the status that they belong to; the duration so far if
  /// no progress is known.
  private func details(of item: Progress.Item?) -> [String] {
    let now = view.now.moment
    if let silence = state.silence(beside: status, at: now) { return [messages.silent(silence)] }
    return [
      item.flatMap { messages.fileCount($0) }, item.flatMap { messages.count($0) },
      item.flatMap { state.timeLeft(of: $0, at: now) }.map(messages.left),
      state.isMeasured ? nil : messages.elapsed(state.duration(at: now)),
    ].compactMap { $0 }
  }

  private func joined(_ details: [String]) -> DisplayText {
    glyphs.fit(DisplayText(details.joined(separator: " · ")))
  }

  private func cut(_ text: DisplayText, to room: Int) -> DisplayText {
    text.truncated(to: room, ellipsis: glyphs.fit("…"))
  }
}

/// `count` blanks; none if it is negative.
func blanks(_ count: Int) -> DisplayText {
  DisplayText(String(decoding: repeatElement(0x20, count: max(0, count)), as: UTF8.self))
}
