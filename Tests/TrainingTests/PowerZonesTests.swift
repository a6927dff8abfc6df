// Power zones and their edges.

import Model
import Support
import Testing

@testable import Training

struct PowerZonesTests {
  /// The zone, 1…7, in which a second at this power counts; nil for an invalid power.
  private func zone(of watts: Double, ftp: Double) -> Int? {
    let second = ActivityStream<Watts>(everySecond: [watts])
    let seconds = PowerZones.seconds(of: second, rider: RiderSettings(ftpWatts: Int(ftp)))
    return seconds?.firstIndex(of: 1).map { $0 + 1 }
  }

  @Test func `zones follow the vectors`() throws {
    let probes = try Vector.json("scores_time_in_zones.json").probes.list
    #expect(probes.count > 10)
    for probe in probes {
      expectEqual(
        zone(of: probe.watts.value, ftp: probe.ftp.value), probe.zone_lower_inclusive.integer)
    }
  }

  @Test func `times in zones follow the vectors`() throws {
    let streams = try Vector.powerStreams()
    let rides = try Vector.json("scores_time_in_zones.json").cases.list
    expectEqual(rides.count, 20)
    for ride in rides {
      let stream = try #require(streams[ride.stream.text ?? ""])
      let seconds = PowerZones.seconds(
        of: stream, rider: RiderSettings(ftpWatts: ride.ftp.integer))
      expectEqual(seconds, ride.seconds_lower_inclusive.list.map(\.integer))
    }
  }

  @Test func `seconds without power are in no zone`() {
    let values: [Double?] =
      Array(repeating: 0, count: 20) + Array(repeating: nil, count: 15)
      + Array(repeating: 250, count: 10)
    let seconds = PowerZones.seconds(
      of: ActivityStream(everySecond: values), rider: RiderSettings(ftpWatts: 250))
    // Coasting counts; sensor gaps do not.
    expectEqual(seconds, [20, 0, 0, 10, 0, 0, 0])
    let rider = RiderSettings(ftpWatts: 250)
    expectEqual(PowerZones.seconds(of: .even(200, seconds: 5), rider: RiderSettings()), nil)
    expectEqual(PowerZones.seconds(of: ActivityStream(everySecond: []), rider: rider), nil)
  }

  @Test func `an edge belongs to the zone above despite rounding`() {
    for ftp in stride(from: 100, through: 400, by: 20) {
      expectEqual(zone(of: Double(ftp) * 55 / 100, ftp: Double(ftp)), 2)
    }
  }

  @Test func `zones are whole watts without gaps`() {
    let zones = PowerZones.zones(ftp: 250)
    expectEqual(zones.map(\.fromWatts), [0, 138, 188, 225, 263, 300, 375])
    expectEqual(zones.dropLast().map(\.toWatts), zones.dropFirst().map(\.fromWatts))
    expectEqual(zones.last?.toWatts, nil)
    for (index, zone) in zones.enumerated() {
      expectEqual(self.zone(of: Double(zone.fromWatts), ftp: 250), index + 1)
      #expect(index == 0 || self.zone(of: Double(zone.fromWatts - 1), ftp: 250) == index)
    }
  }
}
