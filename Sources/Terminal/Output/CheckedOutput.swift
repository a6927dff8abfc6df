// Writes to the standard outputs: every byte, or the reason why not.

package import Model
import Platform
import Synchronization

/// The process's outputs through `write`. A reader that pauses is waited for in `poll`, beside the
/// signals, so that the process can still be told to leave or to stop. Nothing is buffered, and
/// the descriptors' flags, which other processes share, are never changed.
///
/// SIGPIPE and SIGTTOU must be ignored; `ProcessSignals` sees to that.
package final class CheckedOutput: Output {
  /// nil when it was closed from the beginning.
  private let output: Target?
  private let error: Target?
  private let signals: SignalQueue?
  private let patience: Duration
  private let suspend: @Sendable () -> Void
  private let left: @Sendable () -> Duration?
  /// Set once a reader was given up: from then on nobody waits for one.
  private let hasGivenUp = Atomic(false)

  /// - Parameters:
  ///   - closed: outputs that were closed when the process began.
  ///   - signals: where wishes to leave arrive.
  ///   - patience: for how long a sleeping reader is waited for after the first wish to leave.
  ///   - suspend: stops the process; called when that is wished while a reader sleeps.
  ///   - left: how long a sleeping reader may still be waited for at all; nil is without end.
  package init(
    output: Int32 = 1, error: Int32 = 2, closed: Set<OutputStream> = [], signals: SignalQueue?,
    patience: Duration = .seconds(3), suspend: @escaping @Sendable () -> Void = {},
    left: @escaping @Sendable () -> Duration? = { nil }
  ) {
    let credit = Credit()
    let first = closed.contains(.standardOutput) ? nil : Target(output, credit)
    var second = closed.contains(.standardError) ? nil : Target(error, Credit())
    // What one of them writes into a pipe is room that the other has no more.
    if let one = first, let other = second, one.isSameFile(as: other) {
      second = Target(error, credit)
    }
    (self.output, self.error) = (first, second)
    self.signals = signals
    self.patience = patience
    self.suspend = suspend
    self.left = left
  }

  /// - Throws: `closed` when nobody reads any more; `interrupted` when the reader sleeps and there
  ///   was a second wish to leave, or the patience after the first ended, or no time is left; `trouble` for all else,
  ///   an output that was closed from the beginning included.
  package func write(_ bytes: [UInt8], to stream: OutputStream) throws(OutputFailure) {
    guard let target = stream == .standardOutput ? output : error else {
      throw .trouble(.closed)
    }
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + target.piece)
      if target.isStream, !target.credit.take(end - start) {
        try waitUntilWritable(target)
        if target.isPipe { target.credit.renew(lessThan: end - start) }
      }
      switch target.write(bytes[start..<end]) {
      case .success(let count): start += count
      case .failure(let error) where error.isInterruption || error.wouldBlock:
        target.credit.drop()
        try waitUntilWritable(target)
      case .failure(let error): throw OutputFailure(error)
      }
    }
  }

  /// Returns when a piece can be written, or when `write` has something to say about why it cannot.
  private func waitUntilWritable(_ target: Target) throws(OutputFailure) {
    // Nearly always there is room; one descriptor is asked faster than two.
    var wanted = PollEntry(target.descriptor, .writing)
    if case .success(1) = wanted.wait(timeout: 0) { return }
    while true {
      if hasGivenUp.load(ordering: .relaxed) { throw .interrupted }
      if signals?.takeSuspend() == true { suspend() }
      let wishes = signals?.requestsToLeave ?? 0
      if wishes >= 2 { throw giveUp() }
      var waiting = [wanted, PollEntry(signals?.descriptor ?? -1, .reading)]
      let limit = [wishes == 0 ? nil : patience, left()].compactMap { $0 }.min()
      let timeout = limit.map { Int32(clamping: max(0, $0.milliseconds)) } ?? -1
      switch PollEntry.wait(for: &waiting, timeout: timeout) {
      case .success(0): throw giveUp()
      case .success where waiting[0].isReady: return
      case .failure(let error) where !error.isInterruption && !error.wouldBlock:
        throw OutputFailure(error)
      default: break
      }
    }
  }

  private func giveUp() -> OutputFailure {
    hasGivenUp.store(true, ordering: .relaxed)
    return .interrupted
  }
}

/// One output and what its kind means for writing to it.
private struct Target {
  let descriptor: Int32
  /// A pipe or a socket: a write is begun only when there is room. A terminal that is held (Ctrl-S)
  /// lets go on Ctrl-C by itself.
  let isStream: Bool
  let isPipe: Bool
  /// How much is written at once. Of a pipe with room `poll` promises this much and no more; a frame
  /// for a terminal stays whole.
  let piece: Int
  let credit: Credit
  private let identity: FileIdentity?

  init(_ descriptor: Int32, _ credit: Credit) {
    self.descriptor = descriptor
    self.credit = credit
    let status = DescriptorStatus(of: descriptor)
    identity = status?.identity
    isPipe = status?.kind == .pipe
    isStream = isPipe || status?.kind == .socket
    piece = isStream ? RawDescriptor.pipeWrite : Int.max / 2
  }

  func isSameFile(as other: Target) -> Bool { identity != nil && identity == other.identity }

  func write(_ bytes: ArraySlice<UInt8>) -> Result<Int, SystemError> {
    bytes.withUnsafeBytes { RawDescriptor.write(descriptor, $0) }
  }
}

/// How many bytes a pipe was said to have room for, and has since: what only grows by its reader and
/// shrinks by us. Small writes fill one page after another, so that asking once for every page is
/// enough. Sockets make no such promise: each write costs them more than its bytes.
private final class Credit: Sendable {
  private let left = Atomic(0)

  /// Uses it; false, and all the same as before, when there is not enough.
  func take(_ count: Int) -> Bool {
    let left = left.load(ordering: .relaxed)
    guard left >= count else { return false }
    self.left.store(left - count, ordering: .relaxed)
    return true
  }

  /// `poll` has just said that there is room; some of it is used now.
  func renew(lessThan used: Int) {
    left.store(RawDescriptor.pipeWrite - used, ordering: .relaxed)
  }

  /// Somebody else used it.
  func drop() {
    left.store(0, ordering: .relaxed)
  }
}

extension OutputFailure {
  fileprivate init(_ error: SystemError) {
    self = error.isBrokenPipe ? .closed : .trouble(StorageTrouble.Reason(error))
  }
}
