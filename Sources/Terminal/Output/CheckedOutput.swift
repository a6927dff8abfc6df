// Writes to the standard outputs: every byte, or the reason why not.

package import Model
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
      case .failure(let code) where [EINTR, EAGAIN, EWOULDBLOCK].contains(code.value):
        target.credit.drop()
        try waitUntilWritable(target)
      case .failure(let code): throw OutputFailure(errno: code.value)
      }
    }
  }

  /// Returns when a piece can be written, or when `write` has something to say about why it cannot.
  private func waitUntilWritable(_ target: Target) throws(OutputFailure) {
    // Nearly always there is room; one descriptor is asked faster than two.
    var wanted = pollfd(fd: target.descriptor, events: Int16(POLLOUT), revents: 0)
    if poll(&wanted, 1, 0) == 1 { return }
    while true {
      if hasGivenUp.load(ordering: .relaxed) { throw .interrupted }
      if signals?.takeSuspend() == true { suspend() }
      let wishes = signals?.requestsToLeave ?? 0
      if wishes >= 2 { throw giveUp() }
      // A descriptor of -1 is passed over.
      var waiting = [
        wanted, pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let limit = [wishes == 0 ? nil : patience, left()].compactMap { $0 }.min()
      let timeout = limit.map { Int32(clamping: max(0, $0.milliseconds)) } ?? -1
      switch poll(&waiting, nfds_t(waiting.count), timeout) {
      case 0: throw giveUp()
      case 1... where waiting[0].revents != 0: return
      case -1 where errno != EINTR && errno != EAGAIN: throw OutputFailure(errno: errno)
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
    let status = stat(of: descriptor)
    identity = status.map { FileIdentity($0) }
    isPipe = status?.kind == S_IFIFO
    isStream = isPipe || status?.kind == S_IFSOCK
    piece = isStream ? Int(PIPE_BUF) : Int.max / 2
  }

  func isSameFile(as other: Target) -> Bool { identity != nil && identity == other.identity }

  func write(_ bytes: ArraySlice<UInt8>) -> Result<Int, SystemCode> {
    let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count) }
    return count >= 0 ? .success(count) : .failure(SystemCode(value: errno))
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
    left.store(Int(PIPE_BUF) - used, ordering: .relaxed)
  }

  /// Somebody else used it.
  func drop() {
    left.store(0, ordering: .relaxed)
  }
}

private struct SystemCode: Error {
  let value: Int32
}

private func send(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

extension OutputFailure {
  fileprivate init(errno code: Int32) {
    self =
      switch code {
      case EPIPE: .closed
      case ENOSPC, EDQUOT: .trouble(.diskFull)
      case EFBIG: .trouble(.tooLarge)
      case EIO: .trouble(.ioError)
      case EBADF: .trouble(.closed)
      case EROFS: .trouble(.readOnly)
      case EACCES, EPERM: .trouble(.notPermitted)
      default: .trouble(.system(code))
      }
  }
}
