// Writes to the standard outputs: every byte, or the reason why not.

package import Model
import Platform
import Synchronization

/// The process's outputs through `write`. A reader that pauses is waited for in `poll`, beside the
/// signals, so that the process can still be told to leave or to stop. Nothing is buffered, and
/// the descriptors' flags, which other processes share, are never changed.
///
/// SIGPIPE and SIGTTOU must be ignored, as `ProcessSignals` does.
package final class CheckedOutput: Output {
  /// nil when it was closed from the start.
  private let output: Target?
  private let error: Target?
  private let signals: SignalQueue?
  private let patience: Duration
  private let suspend: @Sendable () -> Void
  private let left: @Sendable () -> Duration?
  /// Set once a wait for a reader was abandoned: from then on no reader is waited for.
  private let hasGivenUp = Atomic(false)

  /// - Parameters:
  ///   - closed: outputs that were closed when the process began.
  ///   - signals: the queue of requests to leave.
  ///   - patience: how long to wait for a reader after the first request to leave.
  ///   - suspend: stops the process; called on request during a wait.
  ///   - left: the time left for any wait; nil for no limit.
  package init(
    output: Int32 = 1, error: Int32 = 2, closed: Set<OutputStream> = [], signals: SignalQueue?,
    patience: Duration = .seconds(3), suspend: @escaping @Sendable () -> Void = {},
    left: @escaping @Sendable () -> Duration? = { nil }
  ) {
    let credit = Credit()
    let first = closed.contains(.standardOutput) ? nil : Target(output, credit)
    var second = closed.contains(.standardError) ? nil : Target(error, Credit())
    // What one of them writes into a pipe reduces the space for the other.
    if let one = first, let other = second, one.isSameFile(as: other) {
      second = Target(error, credit)
    }
    (self.output, self.error) = (first, second)
    self.signals = signals
    self.patience = patience
    self.suspend = suspend
    self.left = left
  }

  /// - Throws: `closed` when there is no reader; `interrupted` when the wait for a reader ends with
  ///   a second request to leave, `patience` after the first one, or at the time limit; `trouble`
  ///   for anything else, including an output that was closed from the start.
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

  /// Returns when a part can be written, or when `write` can report why not.
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

/// One output and its kind.
private struct Target {
  let descriptor: Int32
  /// A pipe or a socket: a write begins only when there is space. A terminal stopped with Ctrl-S
  /// continues on Ctrl-C.
  let isStream: Bool
  let isPipe: Bool
  /// The most bytes of one write. For a pipe, `poll` guarantees this much; a frame for a terminal
  /// is never split.
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

/// The known free space of a pipe, which only the reader increases and only we reduce. Small writes
/// fill one page after another, so polling once for every page is enough. Sockets guarantee
/// nothing: each write costs them more than its bytes.
private final class Credit: Sendable {
  private let left = Atomic(0)

  /// Uses some of it; false, without effect, when there is not enough.
  func take(_ count: Int) -> Bool {
    let left = left.load(ordering: .relaxed)
    guard left >= count else { return false }
    self.left.store(left - count, ordering: .relaxed)
    return true
  }

  /// `poll` has just reported space, of which some is used now.
  func renew(lessThan used: Int) {
    left.store(RawDescriptor.pipeWrite - used, ordering: .relaxed)
  }

  /// Another writer used it.
  func drop() {
    left.store(0, ordering: .relaxed)
  }
}

extension OutputFailure {
  fileprivate init(_ error: SystemError) {
    self = error.isBrokenPipe ? .closed : .trouble(StorageTrouble.Reason(error))
  }
}
