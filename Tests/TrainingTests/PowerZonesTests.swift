// Power zones and their edges.

import SyncModel
import Testing

@testable import Training

struct PowerZonesTests {
  private struct Probes: Decodable {
    struct Probe: Decodable {
      let ftp: Double
      let watts: Double
      let zone_lower_inclusive: Int
    }
    let probes: [Probe]
  }

  @Test func zonesFollowTheVectors() throws {
    let probes = try Vector.json("scores_time_in_zones.json", as: Probes.self).probes
    #expect(probes.count > 10)
    for probe in probes {
      #expect(PowerZones.zone(of: probe.watts, ftp: probe.ftp) == probe.zone_lower_inclusive)
    }
  }

  @Test func anEdgeBelongsToTheZoneAboveItWhateverDoublesSay() {
    for ftp in stride(from: 100, through: 400, by: 20) {
      #expect(PowerZones.zone(of: Double(ftp) * 55 / 100, ftp: Double(ftp)) == 2)
    }
  }

  @Test func theSheetsZonesAreWholeWattsWithoutGaps() {
    let zones = PowerZones.zones(ftp: 250)
    #expect(zones.map(\.fromWatts) == [0, 138, 188, 225, 263, 300, 375])
    #expect(zones.dropLast().map(\.toWatts) == zones.dropFirst().map(\.fromWatts))
    #expect(zones.last?.toWatts == nil)
    for (index, zone) in zones.enumerated() {
      #expect(PowerZones.zone(of: Double(zone.fromWatts), ftp: 250) == index + 1)
      #expect(index == 0 || PowerZones.zone(of: Double(zone.fromWatts - 1), ftp: 250) == index)
    }
  }

  @Test func withoutAThresholdThereAreNoZones() {
    #expect(PowerZones.zones(ftp: 0).isEmpty)
  }
}
