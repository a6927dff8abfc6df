// Files that Strava's catalogue names and that hold no ride, and rows of it that hold none.

import Imports
import Model
import Platform
import Support
import Testing

@Suite(.blocking) struct StravaFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  private static let entries = (0..<3).map { index in
    StravaExport.Entry(TrueRide(start: 1_773_472_502 + Int64(index) * 86_400), id: index + 1)
  }

  /// Imports an export after a change of its files.
  private func read(
    isPacked: Bool = true, _ change: (inout [(name: String, bytes: [UInt8])]) -> Void
  ) async throws -> ImportedFiles {
    var files = try StravaExport(.english103, Self.entries).files()
    change(&files)
    let path = folder / "export"
    if isPacked {
      let members = files.map { file in
        var member = ZipFile(file.name, "")
        member.bytes = file.bytes
        return member
      }
      try Disk.write(ZipMaker.archive(members), to: path)
    } else {
      for file in files {
        try Disk.makeFolders(above: "\(path)/\(file.name)")
        try Disk.write(file.bytes, to: "\(path)/\(file.name)")
      }
    }
    let found = try await FileImport([path], on: POSIXFiles(), formulas: noFormulas)
      .find(except: FileIndex())
    return try await found.read(progress: Gauge(), files: Gauge(), rider: FileRider())
  }

  private func rides(_ files: ImportedFiles) -> [String?] {
    files.records[.strava]?.activities.map { $0.device ?? "the row" } ?? []
  }

  @Test(
    arguments: [
      ([UInt8](repeating: 0, count: 4_000), .foreign), (Array("not found".utf8), .text),
      (Array("<!DOCTYPE html><html></html>".utf8), .webPage), ([], .empty), (nil, .missing),
      (Array(TrueRide().fit().prefix(10)), .damaged(line: nil)),
      (Array(TrueRide().fit().prefix(300)), .damaged(line: nil)), (WellnessFIT.settings(), .noRide),
      (Array(TrueRide().gpx().utf8.prefix(400)), .damaged(line: 6)),
      (Array("<gpx version=\"1.1\"></gpx>".utf8), .noRide),
    ] as [([UInt8]?, ExportFailure)], [true, false])
  func `a named file without a ride is reported`(
    _ file: ([UInt8]?, ExportFailure), _ isPacked: Bool
  ) async throws {
    let (bytes, fault) = file
    let name = try #require(Self.entries[1].file)
    let files = try await read(isPacked: isPacked) { files in
      files.removeAll { $0.name == name }
      if let bytes { files.append((name, bytes)) }
    }
    expectEqual(rides(files), ["Garmin Edge 530", "the row", "Garmin Edge 530"])
    let path = folder / "export"
    let shown = isPacked ? "\(path) (\(name))" : "\(path)/\(name)"
    // Folders pass empty files over.
    let expected = fault == .empty && !isPacked ? ExportFailure.missing : fault
    expectEqual(files.problems, [Warning.fileRefused(file: DisplayText(shown), expected)])
    expectEqual(files.refused, 1)
  }

  /// Somebody has unpacked the export with its members, and packed it again.
  @Test(arguments: [true, false]) func `a member may be unpacked`(_ isPacked: Bool) async throws {
    let files = try await read(isPacked: isPacked) { files in
      for entry in Self.entries {
        files.removeAll { $0.name == entry.file }
        files.append((entry.file.map { String($0.dropLast(3)) } ?? "", entry.ride.fit()))
      }
    }
    expectEqual(rides(files), ["Garmin Edge 530", "Garmin Edge 530", "Garmin Edge 530"])
    expectEqual(files.records[.strava]?.activities.map(\.id.sourceID), ["1", "2", "3"])
    expectEqual(files.records.keys.map(\.rawValue), ["strava"])
    expectEqual(files.problems, [])
    // One that holds no ride is named as it is.
    let name = try #require(Self.entries[1].file?.dropLast(3))
    let broken = try await read(isPacked: isPacked) { files in
      files.removeAll { $0.name.hasPrefix(name) }
      files.append((String(name), Array("not found".utf8)))
    }
    let path = folder / "export"
    let shown = isPacked ? "\(path) (\(name))" : "\(path)/\(name)"
    expectEqual(broken.problems, [Warning.fileRefused(file: DisplayText(shown), .text)])
    expectEqual(broken.refused, 1)
  }

  @Test func `a gzip of nothing is reported`() async throws {
    let gzip = try Deflate.gzip([UInt8](repeating: 0, count: 99))
    let files = try await read { files in
      for index in files.indices where files[index].name.hasSuffix(".fit.gz") {
        files[index].bytes = gzip
      }
    }
    expectEqual(rides(files), ["the row", "the row", "the row"])
    expectEqual(files.refused, 3)
  }

  @Test func `what the catalogue does not name is ignored`() async throws {
    let files = try await read { files in
      files.append(("activities/1.jpg", [0, 0, 0]))
      files.append(("activities/inProgressActivity.fit", []))
    }
    expectEqual(rides(files), ["Garmin Edge 530", "Garmin Edge 530", "Garmin Edge 530"])
    expectEqual(files.problems, [])
    expectEqual(files.refused, 0)
  }

  /// A ride without a date is lost without its file, and so is one without an id.
  @Test func `rows that cannot be read are counted`() async throws {
    let files = try await read { files in
      guard let index = files.firstIndex(where: { $0.name == "activities.csv" }) else { return }
      let names = Self.entries.compactMap(\.file)
      for row in ["7,Mar 32 2026,a,Ride", "8,,b,Ride", "x,2026-03-01 10:00:00,c,Ride"] {
        files[index].bytes += Array("\(row)\n".utf8)
      }
      // Its file has the date.
      let cells = ["9", "some day", "d", "Ride"] + Array(repeating: "", count: 8) + [names[0]]
      files[index].bytes += Array((cells.joined(separator: ",") + "\n").utf8)
    }
    expectEqual(rides(files).count, 3)
    expectEqual(files.problems, [Warning.rowsUnreadable(.strava, count: 3)])
    expectEqual(files.unreadableRows, 3)
    expectEqual(files.refused, 0)
  }
}
