// Imports Apple Health exports on a separate thread.

import Platform
package import Model

/// Exports to import: zip archives, the XML file inside, or folders that contain it.
package struct HealthExports: ImportService {
  private let paths: [String]
  private let files: any FileSystem & RecordFiles
  private let rMSSD: Variability

  /// The rMSSD of beats in milliseconds; nil if it cannot be computed.
  package typealias Variability = @Sendable ([HeartBeat]) -> Double?

  /// - Parameters:
  ///   - paths: absolute; used in failures.
  ///   - rMSSD: computes the rMSSD of one record's beats.
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

  /// Reads all exports and merges records of the same day or workout. Memory depends on the number
  /// of days, not on the file sizes.
  ///
  /// - Parameter progress: counts bytes, compressed ones in an archive. The total is set once all
  ///   files are found.
  /// - Throws: the first failure: `missingInput` for a path that does not exist, `badExport` for a
  ///   file that cannot be imported, `interrupted` at once if the task is cancelled, `config`
  ///   without zlib, `exhausted` without a thread. Returns nothing then.
  package func read(progress: Gauge) async throws(SyncFailure) -> ImportedRecords {
    let work = ImportResult()
    let (paths, files, rMSSD) = (paths, files, rMSSD)
    if Task.isCancelled { throw .interrupted }
    let hasThread = DedicatedThread.start {
      work.resolve(Self.read(paths, on: files, rMSSD, work, progress))
    }
    if !hasThread { work.resolve(.failure(.exhausted(.threads))) }
    return try await work.wait(orCancelled: .interrupted).get()
  }

  private static func read(
    _ paths: [String], on files: any FileSystem & RecordFiles, _ rMSSD: @escaping Variability,
    _ work: ImportResult, _ progress: Gauge
  ) -> ImportResult.Outcome {
    Result { () throws(SyncFailure) in
      var documents: [HealthDocument] = []
      for path in paths { documents.append(try HealthDocument.open(path, on: files)) }
      progress.expect(documents.reduce(0) { $0 + Int($1.size) })
      var reader = HealthReader(rMSSD: rMSSD)
      var done = 0
      for document in documents {
        do throws(ImportFault) {
          let input = HealthInput(try document.input(), after: done, work, progress)
          try reader.read(input, file: document.file, member: document.member)
        } catch {
          throw document.failure(error)
        }
        done += Int(document.size)
        progress.set(done)
      }
      return reader.takeRecords()
    }
  }
}

typealias Variability = HealthExports.Variability

/// The result of an import; the thread stops once there is one.
typealias ImportResult = FirstResult<ImportedRecords, SyncFailure>

/// Reports progress and stops when the import is cancelled.
private final class HealthInput: ByteInput {
  var consumed: Int64 { input.consumed }

  private let input: any ByteInput
  private let before: Int
  private let work: ImportResult
  private let progress: Gauge

  init(_ input: any ByteInput, after before: Int, _ work: ImportResult, _ progress: Gauge) {
    (self.input, self.before, self.work, self.progress) = (input, before, work, progress)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFault) -> Int {
    if work.isResolved { throw .stopped }
    let count = try input.read(into: buffer)
    progress.set(before + Int(input.consumed))
    return count
  }
}

extension ImportFault {
  /// The failure of a run, for the file called `name`.
  func failure(_ name: DisplayText) -> SyncFailure {
    switch self {
    case .damaged(let line): .badExport(file: name, .damaged(line: line))
    case .unsuitable(let trouble): .badExport(file: name, trouble)
    case .stopped: .interrupted
    case .noZlib: .config(.noLibz("libz.so.1"))
    }
  }
}
