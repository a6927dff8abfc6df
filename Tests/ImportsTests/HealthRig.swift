// Imports exports from real files.

import Platform
import Imports
import Support
import Model

/// A folder of exports.
struct HealthRig {
  let folder: TemporaryFolder
  var files: any FileSystem & RecordFiles = POSIXFiles()
  /// A stand-in for the rMSSD computation.
  var variability: @Sendable ([HeartBeat]) -> Double? = { Double($0.count) }
  /// The beats passed to it for each record.
  let handed = Monitor<[[HeartBeat]]>([])

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
  }

  /// Imports a file with these bytes.
  func read(
    _ bytes: some Sequence<UInt8>, as name: String = "export.xml", progress: Gauge = Gauge()
  ) async throws(SyncFailure) -> ImportedRecords {
    let path = folder / name
    do {
      try Disk.makeFolders(above: path)
      try Disk.write(Array(bytes), to: path)
    } catch {
      throw .internal(DisplayText("\(error)"))
    }
    return try await read([name], progress: progress)
  }

  /// Imports this path.
  func read(
    _ names: [String], progress: Gauge = Gauge()
  ) async throws(SyncFailure) -> ImportedRecords {
    let formulas = ImportFormulas(
      rMSSD: { beats in
        handed.withLock { $0.append(beats) }
        return variability(beats)
      }, weightedPower: { _ in nil }, analyze: { _, _, _ in nil }, localOffset: { _ in 0 })
    let found = try await FileImport(
      names.map { folder / $0 }, on: files, formulas: formulas
    ).find(except: FileIndex())
    let files = try await found.read(progress: progress, files: Gauge(), rider: FileRider())
    if let failure = files.failure { throw failure }
    return files.records[.appleHealth] ?? ImportedRecords(days: [], activities: [])
  }

  /// The failure of importing these bytes; nil on success.
  func failure(_ bytes: some Sequence<UInt8>, as name: String = "export.xml") async -> SyncFailure?
  {
    do throws(SyncFailure) {
      _ = try await read(bytes, as: name)
      return nil
    } catch {
      return error
    }
  }

  /// The failure for a damaged file in the folder.
  func damaged(_ name: String = "export.xml", line: Int? = nil) -> SyncFailure {
    found(.damaged(line: line), name)
  }

  /// The failure for another kind of file.
  func found(_ trouble: ExportFailure, _ name: String = "export.xml") -> SyncFailure {
    .badExport(file: DisplayText(folder / name), trouble)
  }
}

/// Imports an export.
func imported(_ export: ExportText) async throws -> ImportedRecords {
  try await HealthRig().read(export.description.utf8)
}

/// The day with this date, if it occurs exactly once.
func day(_ date: String, of export: ExportText) async throws -> WellnessDay? {
  let days = try await imported(export).days.filter { $0.date == Day(date) }
  return days.count <= 1 ? days.first : nil
}

/// Formulas for files that hold nothing to compute.
let noFormulas = ImportFormulas(
  rMSSD: { _ in nil }, weightedPower: { _ in nil }, analyze: { _, _, _ in nil },
  localOffset: { _ in 0 })
