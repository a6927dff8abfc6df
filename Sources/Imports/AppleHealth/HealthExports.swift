// Apple Health exports that a person named, read on a thread of their own.

import Platform
package import Model
import Synchronization

/// Exports to import: zip archives, the XML inside them, or the folders that hold it.
package struct HealthExports: ImportService {
  private let paths: [String]
  private let files: any FileSystem & RecordFiles
  private let rMSSD: Variability

  /// The rMSSD of some beats in milliseconds; nil when they give none.
  package typealias Variability = @Sendable ([HeartBeat]) -> Double?

  /// - Parameters:
  ///   - paths: absolute; failures name them so.
  ///   - rMSSD: computes it from the beats of one record.
  package init(
    _ paths: [String], on files: any FileSystem & RecordFiles, rMSSD: @escaping Variability
  ) {
    self.paths = paths
    self.files = files
    self.rMSSD = rMSSD
  }

  package var source: Source { .appleHealth }

  package var name: DisplayText {
    guard let path = paths.first, paths.count == 1 else { return "\(paths.count) files" }
    return DisplayText(path.split(separator: "/").last.map(String.init) ?? path)
  }

  /// Reads all of them; what several say of one day or workout becomes one. Memory depends on how
  /// many days there are, not on how long the files are.
  ///
  /// - Parameter progress: counts bytes, of an archive those of the packed member. The total is known
  ///   as soon as all files are found.
  /// - Throws: `missingInput` for a path with nothing there, `badExport` for everything else that is
  ///   wrong with a file, whichever comes first, before anything is returned; `interrupted` when the
  ///   task is cancelled, at once; `config` when the system has no zlib;
  ///   `internal` when it has no thread.
  package func read(progress: Gauge) async throws(SyncFailure) -> ImportedRecords {
    let work = HealthWork()
    let (paths, files, rMSSD) = (paths, files, rMSSD)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        guard work.begin(caller) else { return }
        let hasThread = DedicatedThread.start {
          work.end(Self.read(paths, on: files, rMSSD, work, progress))
        }
        if !hasThread { work.end(.failure(.exhausted(.threads))) }
      }
    } onCancel: {
      work.end(.failure(.interrupted))
    }
    return try result.get()
  }

  private static func read(
    _ paths: [String], on files: any FileSystem & RecordFiles, _ rMSSD: @escaping Variability,
    _ work: HealthWork, _ progress: Gauge
  ) -> HealthWork.Outcome {
    Result { () throws(SyncFailure) in
      var documents: [HealthDocument] = []
      for path in paths { documents.append(try HealthDocument.open(path, on: files)) }
      progress.expect(documents.reduce(0) { $0 + Int($1.size) })
      var reader = HealthReader(rMSSD: rMSSD)
      var done = 0
      for document in documents {
        do throws(HealthFault) {
          let input = HealthInput(try document.input(), after: done, work, progress)
          try reader.read(input, file: document.file, member: document.member)
        } catch {
          throw document.failure(error)
        }
        done += Int(document.size)
        progress.set(done)
      }
      return reader.takeImport()
    }
  }
}

typealias Variability = HealthExports.Variability

/// What the thread and the task that waits for it share.
final class HealthWork: Sendable {
  typealias Outcome = Result<ImportedRecords, SyncFailure>

  private enum State {
    case idle
    case running(CheckedContinuation<Outcome, Never>)
    case over(Outcome)
  }

  private let state = Mutex(State.idle)
  private let hasEnded = Atomic(false)

  /// Whether nobody waits for the work any more.
  var isOver: Bool { hasEnded.load(ordering: .relaxed) }

  /// False when it is over before it began; the caller has its answer.
  func begin(_ caller: CheckedContinuation<Outcome, Never>) -> Bool {
    let early: Outcome? = state.withLock { state in
      if case .over(let outcome) = state { return outcome }
      state = .running(caller)
      return nil
    }
    if let early { caller.resume(returning: early) }
    return early == nil
  }

  /// Answers the caller, the first time.
  func end(_ outcome: Outcome) {
    hasEnded.store(true, ordering: .relaxed)
    let caller: CheckedContinuation<Outcome, Never>? = state.withLock { state in
      switch state {
      case .over: return nil
      case .idle:
        state = .over(outcome)
        return nil
      case .running(let caller):
        state = .over(outcome)
        return caller
      }
    }
    caller?.resume(returning: outcome)
  }
}

/// A document whose progress is told, and that breaks off when nobody waits for it.
private final class HealthInput: XMLInput {
  var consumed: Int64 { input.consumed }

  private let input: any XMLInput
  private let before: Int
  private let work: HealthWork
  private let progress: Gauge

  init(_ input: any XMLInput, after before: Int, _ work: HealthWork, _ progress: Gauge) {
    (self.input, self.before, self.work, self.progress) = (input, before, work, progress)
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(HealthFault) -> Int {
    if work.isOver { throw .stopped }
    let count = try input.read(into: room)
    progress.set(before + Int(input.consumed))
    return count
  }
}

extension HealthFault {
  /// As a run's failure, of the file called `name`.
  func failure(_ name: DisplayText) -> SyncFailure {
    switch self {
    case .damaged(let line): .badExport(file: name, .damaged(line: line))
    case .unsuitable(let trouble): .badExport(file: name, trouble)
    case .stopped: .interrupted
    case .noZlib: .config(.noLibz("libz.so.1"))
    }
  }
}
