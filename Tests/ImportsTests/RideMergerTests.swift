// Rides that several files of an import tell of are one.

import Model
import Support
import Testing

@testable import Imports

@Suite struct RideMergerTests {
  /// Exports of accounts, and rides that several files tell of.
  private static func files() throws -> [(name: String, bytes: [UInt8])] {
    let whole = TrueRide(seconds: 240)
    let other = TrueRide(start: whole.start + 7, seconds: 240)
    var weak = whole
    (weak.hasPower, weak.start) = (false, whole.start + 3)
    let entries = [9, 10, 8].map { StravaExport.Entry(whole, id: $0) }
    let strava = StravaExport(.english103, entries + [StravaExport.Entry(other, id: 10)])
    var rides = (0..<3).map { TrueRide(start: whole.start + $0 * 86_400, seconds: 240) }
    // Without the export, it would be of another source.
    rides[2].maker = 255
    let garmin = GarminExport(
      nights: [GarminNight(start: whole.start - 40_000)], rides: rides)
    let uploads = try ZipMaker.archive(garmin.uploads.map { ZipFile($0.name, $0.bytes) })
    let account = garmin.files + [(GarminExport.uploadsPath, uploads)]
    return [
      ("a.gpx", Array(whole.gpx().utf8)), ("b.fit", whole.fit()), ("c.fit", weak.fit()),
      ("d.tcx", Array(other.tcx().utf8)), ("e.fit", Array(weak.fit().prefix(weak.fit().count / 2))),
      ("strava.zip", try strava.archive()),
      ("garmin.zip", try ZipMaker.archive(account.map { ZipFile($0.name, $0.bytes) })),
    ]
  }

  private func reader(
    of files: [(name: String, bytes: [UInt8])]
  ) throws -> DocumentReader {
    var reader = DocumentReader(
      DocumentReader.Settings(formulas: noFormulas),
      progress: .unseen { false })
    for (name, bytes) in files {
      let isUsed = try reader.read(
        MemoryFile(bytes), at: DocumentLocation(file: "/rides/\(name)"))
      expect(isUsed, "\(name)")
    }
    return reader
  }

  private func rides(in reader: DocumentReader) -> [Source: [ImportedRide]] {
    var reader = reader
    return reader.collection.takeRecords().mapValues(\.rides)
  }

  @Test func `rides of accounts and files are listed once`() throws {
    let rides = try rides(in: reader(of: Self.files()))
    // Rides of one start are in order of their ids.
    expectEqual(rides[.strava]?.map { String($0.activity.id.sourceID) }, ["10", "8", "9"])
    for (source, list) in rides {
      expect(list.allSatisfy { $0.activity.id.source == source }, "\(source)")
    }
    let start: Int64 = 1_773_472_502
    expectEqual(
      rides[.garmin]?.map { $0.activity.start.seconds - start }, [0, 7, 86_400, 2 * 86_400])
    expectEqual(rides[.garmin]?.compactMap(\.quality?.format), [.fit, .tcx, .fit, .fit])
    expectEqual(rides[.files]?.compactMap(\.quality?.format), [.gpx])
    expectEqual(rides[.strava]?.compactMap(\.quality), [])
  }

  /// Of each pair of a length the second file is richer; it begins 4 s, or 2 s, later.
  @Test func `files that come to one start are one ride`() throws {
    let pairs: [(gap: Int64, seconds: Int, hasPower: Bool)] = [
      (0, 100, false), (2, 1_000, false), (4, 100, true), (4, 1_000, true),
    ]
    let files = pairs.enumerated().map { index, pair in
      var ride = TrueRide(start: 1_773_472_502 + pair.gap, seconds: pair.seconds)
      ride.hasPower = pair.hasPower
      return ("\(index).gpx", Array(ride.gpx().utf8))
    }
    let rides = try rides(in: reader(of: files))
    expectEqual(rides[.files]?.map { String($0.activity.id.sourceID) }, ["20260314T071506Z"])
    expectEqual(rides[.files]?.map(\.activity.elapsedSeconds), [1_000])
  }

  @Test(arguments: [[1_000, 970], [970, 1_000]])
  func `of copies that differ little the longest counts, in any order`(_ seconds: [Int]) throws {
    let files = seconds.enumerated().map { index, seconds in
      ("\(index).gpx", Array(TrueRide(seconds: seconds).gpx().utf8))
    }
    let rides = try rides(in: reader(of: files))
    expectEqual(rides[.files]?.map(\.activity.elapsedSeconds), [1_000])
  }

  @Test func `an ID that Strava lists twice is one ride`() throws {
    let entries = (0..<12).map { index in
      StravaExport.Entry(
        TrueRide(start: 1_773_472_502 + Int64(index) * 86_400, seconds: 60 + index),
        id: index % 11 + 1)
    }
    let rides = try rides(
      in: reader(of: [("strava.zip", StravaExport(.english103, entries).archive())]))
    let ids = rides[.strava]?.map { String($0.activity.id.sourceID) } ?? []
    expectEqual(ids.sorted(), (1...11).map { "\($0)" }.sorted())
  }
}
