// How a terminal treats what is typed while a run lasts, and back on every way out.

import Platform
import Synchronization

/// What a terminal does with what is typed. Signals stay on, and all else is as it was found. Every
/// call may be repeated, and does nothing on a descriptor that is no terminal.
package final class TerminalMode: Sendable {
  /// What becomes of what is typed.
  package enum Typing: Hashable, Sendable {
    /// As it was found.
    case untouched
    /// Nothing shows: typing does not tear the block.
    case silent
    /// The same while whole lines are typed: a program beside us that reads keys has set the terminal
    /// to its own needs.
    case silentLines
    /// Only the end of the line shows: for secrets.
    case newlineOnly
    /// Nothing shows, and each key can be read at once: for a question that one key answers.
    case keys
  }

  private struct State {
    /// The settings as they were found; nil while they are untouched.
    var found: TerminalAttributes?
    var typing = Typing.untouched
    /// Whether what was typed before is still to be thrown away.
    var mustFlush = false
    /// Whether the terminal was ours when that was last known.
    var isForeground = true
  }

  private let descriptor: Int32
  private let clearsTaskbar: Bool
  private let state = Mutex(State())

  /// - Parameter clearsTaskbar: whether a crash must also clear the progress in the taskbar.
  package init(descriptor: Int32, clearsTaskbar: Bool = false) {
    self.descriptor = descriptor
    self.clearsTaskbar = clearsTaskbar
  }

  deinit {
    restore()
  }

  /// Changes what becomes of what is typed. Keys that were typed before they were awaited are thrown
  /// away: they cannot be the answer. All else that was typed ahead is kept. In the background
  /// nothing is changed but what `resume` will set: the terminal belongs to somebody else there.
  package func set(_ typing: Typing) {
    if typing == .untouched { return restore() }
    state.withLock { state in
      if typing != state.typing { state.mustFlush = typing == .keys }
      state.typing = typing
      apply(&state)
    }
  }

  /// Throws away what was typed and not read yet.
  package func discardTyped() {
    if TerminalDevice.isForeground(descriptor) { TerminalDevice.discardInput(descriptor) }
  }

  /// Gives the terminal back as it was found.
  package func restore() {
    state.withLock { state in
      state.typing = .untouched
      giveBack(&state)
    }
  }

  /// Gives the terminal back for as long as the process is stopped.
  func pause() {
    state.withLock { giveBack(&$0) }
  }

  /// Takes it again after a stop, as somebody else may have left it in the meantime.
  package func resume() {
    state.withLock { state in
      if state.typing != .untouched { apply(&state) }
    }
  }

  /// Takes note of whether the process is in the foreground, and takes the terminal when it has come
  /// there: a shell that brings a running job there says nothing. To be called with every frame; it
  /// costs nothing while nothing changes.
  package func follow(isForeground: Bool) {
    state.withLock { state in
      guard isForeground != state.isForeground else { return }
      state.isForeground = isForeground
      if isForeground, state.typing != .untouched { apply(&state) }
    }
  }

  private func apply(_ state: inout State) {
    state.isForeground = TerminalDevice.isForeground(descriptor)
    guard state.isForeground, var terminal = TerminalAttributes(of: descriptor) else { return }
    if state.typing == .silentLines, !terminal.isByLine { return }
    let found = state.found ?? terminal
    if state.found == nil {
      state.found = found
      // Where the echo is off the cursor is in the block's first line, or behind a question.
      found.restoreAfterCrash(
        on: descriptor, writing: eraseFromHere, clearsTaskbar ? Taskbar.clear : "")
    }
    terminal.takeTyping(from: found)
    if state.typing != .untouched {
      terminal.hideTyping(showsNewline: state.typing == .newlineOnly)
    }
    if state.typing == .keys { terminal.takeSingleKeys() }
    terminal.install(on: descriptor)
    guard state.mustFlush else { return }
    state.mustFlush = false
    TerminalDevice.discardInput(descriptor)
  }

  private func giveBack(_ state: inout State) {
    guard let found = state.found else { return }
    state.found = nil
    TerminalAttributes.leaveAfterCrash()
    guard var terminal = TerminalAttributes(of: descriptor) else { return }
    // In the background somebody may edit a line right now; it brings its own settings back.
    if !TerminalDevice.isForeground(descriptor), !terminal.isByLine { return }
    terminal.takeTyping(from: found)
    terminal.install(on: descriptor)
  }
}

private let eraseFromHere: StaticString = "\r\u{1B}[J"
