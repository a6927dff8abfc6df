// The thread of an import: cancelling, progress, and the failures of files.

import Model
import Platform

/// Reads files on a thread of its own and waits for the result.
///
/// - Parameter body: may ask whether the work was cancelled.
/// - Throws: what `body` throws; `interrupted` at once if the task is cancelled, `exhausted`
///   without a thread.
func readingFiles<Success: Sendable>(
  _ body:
    @escaping @Sendable (_ isStopped: @escaping @Sendable () -> Bool) throws(SyncFailure) ->
    Success
) async throws(SyncFailure) -> Success {
  if Task.isCancelled { throw .interrupted }
  let result = FirstResult<Success, SyncFailure>()
  let hasThread = DedicatedThread.start {
    result.resolve(Result { () throws(SyncFailure) in try body { result.isResolved } })
  }
  if !hasThread { result.resolve(.failure(.exhausted(.threads))) }
  return try await result.wait(orCancelled: .interrupted).get()
}

/// The progress of an import over all of its files.
final class ReadingProgress {
  /// Bytes of the files before the current one.
  private(set) var before = 0
  let isStopped: () -> Bool
  private let bytes: Gauge
  private let files: Gauge

  /// - Parameters:
  ///   - bytes: counts bytes.
  ///   - files: counts files.
  ///   - isStopped: whether the import is cancelled.
  init(_ bytes: Gauge, files: Gauge, isStopped: @escaping () -> Bool) {
    (self.bytes, self.files, self.isStopped) = (bytes, files, isStopped)
  }

  /// Of reading that shows no progress.
  static func unseen(isStopped: @escaping () -> Bool) -> ReadingProgress {
    ReadingProgress(Gauge(), files: Gauge(), isStopped: isStopped)
  }

  func expect(_ total: Int) { bytes.expect(total) }

  /// How much a file counts: at most a terabyte. A sparse file may have any size, and a sum of
  /// sizes must not overflow.
  static func share(of size: Int64) -> Int { Int(min(max(size, 0), 1 << 40)) }

  /// The reading is at this offset of the current file.
  func reach(_ offset: Int64) { bytes.set(before + Self.share(of: offset)) }

  func finish(_ size: Int64) {
    before += Self.share(of: size)
    bytes.set(before)
    files.advance()
  }
}

/// A file, or a member of one, that reports progress and stops when the import is cancelled. It
/// ends at the first megabyte of NULs: a sparse file may have any size, and no document has so
/// many.
final class ReportingInput: ByteInput {
  var consumed: Int64 { input.consumed }

  private let input: any ByteInput
  private let progress: ReadingProgress
  private let start: Int64
  /// The NULs since the last read that had other bytes.
  private var zeros = 0

  /// - Parameter start: where in the file the input begins.
  init(_ input: any ByteInput, _ progress: ReadingProgress, from start: Int64 = 0) {
    (self.input, self.progress, self.start) = (input, progress, start)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    if progress.isStopped() { throw .stopped }
    let count = try input.read(into: buffer)
    // An archive may tell any offset.
    progress.reach(min(start, 1 << 60) + min(input.consumed, 1 << 60))
    zeros = buffer.prefix(count).contains { $0 != 0 } ? 0 : zeros + count
    if zeros >= ImportLimits.zeros { throw .damaged(line: nil) }
    return count
  }
}

extension ImportError {
  /// The failure of a run, for the file called `name`.
  func failure(_ name: DisplayText) -> SyncFailure {
    switch self {
    case .stopped: .interrupted
    case .noZlib where SystemLimit.reached == .memory: .exhausted(.memory)
    case .noZlib: .config(.noLibz("libz.so.1"))
    case .unsuitable(.unreadable(.tooManyFiles)): .exhausted(.descriptors)
    case .unsuitable(let failure): .badExport(file: name, failure)
    case .damaged(let line): .badExport(file: name, .damaged(line: line))
    }
  }

  /// What is wrong with the file; nil for failures that end the import.
  var failure: ExportFailure? {
    switch self {
    case .damaged(let line): .damaged(line: line)
    case .unsuitable(.unreadable(.tooManyFiles)), .stopped, .noZlib: nil
    case .unsuitable(let failure): failure
    }
  }
}
