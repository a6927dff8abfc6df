// Line 1 of the live block: the status, its count and the time left.

import Model
import Terminal

extension LiveBlock {
  /// The line after its spinner.
  ///
  /// - Parameter percent: shown at the right end instead of the count, 0…100; nil for no
  ///   percentage.
  func statusLine(percent: Int?) -> [Span] {
    let headline = content.headline
    if let stopping = content.stopping { return line(stopping, .warn) }
    if let signIn = state.signIn {
      let left = max(0, signIn.until.seconds - view.now.wall.seconds)
      return line(
        fitting(
          messages.awaitingSignIn(signIn.source, left: signIn.isPasted ? nil : .seconds(left))))
    }
    if let wait = headline.wait {
      let left = max(.seconds(1), headline.waitLeft)
      let texts = [messages.text(wait, left: left)] + messages.shortTexts(wait, left: left)
      return line(fitting(texts), .warn)
    }
    // Beside the name of a program its newest line is shown anyway.
    let program = headline.status == .initial ? state.run?.wrappedName : nil
    let room = max(0, width - 2)
    if let percent {
      let right = messages.percent(percent)
      let most = room - right.cells - 1
      let left = cut(text(program, room: most), to: most)
      return [Span(" "), Span(left), Span(blanks(room - left.cells - right.cells)), Span(right)]
    }
    var details = details
    let text = text(program, room: room - joined(details).cells - 2)
    func fits(_ details: [String]) -> Bool { text.cells + 2 + joined(details).cells <= room }
    // The name is shown only if everything else fits, too.
    if let name = headline.count?.name?.description, fits([name] + details) {
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
          : content.headline.status == .initial && state.isAgain
            ? messages.tryingAgain : messages.text(content.headline.status, now: view.now.wall))
    }
    let line = state.lastLine
    return glyphs.fit(
      messages.running(
        program, line?.text, grows: line?.grows == true, room: max(0, room), glyphs))
  }

  /// Count and time left, shown only beside the status that they belong to; the duration so far if
  /// no progress is known.
  private var details: [String] {
    let headline = content.headline
    if let silence = headline.silence { return [messages.silent(silence)] }
    return [
      headline.count.flatMap(messages.fileCount), headline.count.flatMap(messages.text),
      headline.left.map(messages.left),
      state.isMeasured ? nil : messages.elapsed(state.duration(at: view.now.moment)),
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
