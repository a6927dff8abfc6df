// Echo and line mode of the terminal during a run, restored on every exit.

package import Platform
import Synchronization

/// Sets how the terminal handles input. Signal keys stay enabled; other settings are unchanged. All
/// calls are idempotent and do nothing if the descriptor is not a terminal.
package final class TerminalMode: Sendable {
  /// How input is handled.
  package enum Typing: Hashable, Sendable {
    /// The original settings.
    case untouched
    /// No echo, so that typing does not disturb the block.
    case silent
    /// Every key is passed on to a pseudo terminal, which echoes. Either that terminal or, if
    /// others share it, this one sends the signals of keys and ends lines with CR LF.
    case forwarded(isShared: Bool)
    /// Only newlines are echoed: for secrets.
    case newlineOnly
    /// No echo and non-canonical mode: for single-key prompts.
    case keys
  }

  private struct State {
    /// The original settings; nil while they are unchanged.
    var found: TerminalAttributes?
    var typing = Typing.untouched
    /// Whether any setting may have changed since the original ones were read: every key was passed
    /// on.
    var isForeign = false
    /// Whether pending input is still to be discarded.
    var mustFlush = false
    /// Whether this process was last known to be in the foreground.
    var isForeground = true
  }

  private let descriptor: Int32
  private let taskbar: Taskbar?
  private let state = Mutex(State())

  /// - Parameter taskbar: the one to clear on a crash, too.
  package init(descriptor: Int32, taskbar: Taskbar? = nil) {
    (self.descriptor, self.taskbar) = (descriptor, taskbar)
  }

  deinit { restore() }

  /// Changes how input is handled. Keys typed before `keys` was set are discarded, because they
  /// cannot be the answer; other pending input is kept. In the background the terminal belongs to
  /// another job, so the change applies only on `resume`.
  package func set(_ typing: Typing) {
    if typing == .untouched { return restore() }
    state.withLock { state in
      if typing != state.typing { state.mustFlush = typing == .keys }
      state.typing = typing
      apply(&state)
    }
  }

  /// Discards pending input.
  package func discardTyped() {
    if TerminalDevice.isForeground(descriptor) { TerminalDevice.discardInput(descriptor) }
  }

  /// Restores the original settings.
  package func restore() {
    state.withLock { state in
      state.typing = .untouched
      restoreFound(&state)
    }
  }

  /// Restores the original settings while the process is stopped.
  func pause() { state.withLock { restoreFound(&$0) } }

  /// Applies the settings again after a stop, because another process may have changed them.
  package func resume() {
    state.withLock { state in
      if state.typing != .untouched { apply(&state) }
    }
  }

  /// Applies the settings when the process comes to the foreground, which a shell does not signal.
  /// Call with every frame; cheap while nothing changes.
  package func follow(isForeground: Bool) {
    state.withLock { state in
      guard isForeground != state.isForeground else { return }
      state.isForeground = isForeground
      if isForeground, state.typing != .untouched { apply(&state) }
    }
  }

  /// The original settings; nil if the descriptor is not a terminal.
  package var original: TerminalAttributes? {
    state.withLock { $0.found } ?? TerminalAttributes(of: descriptor)
  }

  private func apply(_ state: inout State) {
    state.isForeground = TerminalDevice.isForeground(descriptor)
    guard state.isForeground, var terminal = TerminalAttributes(of: descriptor) else { return }
    let found = state.found ?? terminal
    if state.found == nil {
      state.found = found
      // While echo is off, the cursor is in the block's first line or after a prompt.
      TerminalDevice.restoreAfterCrash(on: descriptor, writing: eraseFromHere, taskbar?.clear ?? "")
    }
    if state.isForeign { terminal = found } else { terminal.copyInputSettings(from: found) }
    switch state.typing {
    case .untouched: break
    case .silent: terminal.hideTyping(showsNewline: false)
    case .newlineOnly: terminal.hideTyping(showsNewline: true)
    case .keys:
      terminal.hideTyping(showsNewline: false)
      terminal.takeSingleKeys()
    case .forwarded(let isShared):
      state.isForeign = true
      terminal.takeEveryKey(isShared: isShared)
    }
    terminal.install(on: descriptor)
    guard state.mustFlush else { return }
    state.mustFlush = false
    TerminalDevice.discardInput(descriptor)
  }

  private func restoreFound(_ state: inout State) {
    guard let found = state.found else { return }
    state.found = nil
    TerminalDevice.leaveAfterCrash()
    guard var terminal = TerminalAttributes(of: descriptor) else { return }
    // In the background the shell may be editing a line; it restores its own settings.
    if !TerminalDevice.isForeground(descriptor), !terminal.isByLine { return }
    if state.isForeign { terminal = found } else { terminal.copyInputSettings(from: found) }
    state.isForeign = false
    terminal.install(on: descriptor)
  }
}

private let eraseFromHere: StaticString = "\r\u{1B}[J"
