// Makes histories of ordinary and unusual rides, the same for the same seed.

package enum RideBuilder {
  /// Rides between two instants (seconds since 1970), oldest first, spread evenly with some
  /// randomness, in daylight when there is at most one a day. Most are in Berlin with power and
  /// heart rate; every seventh has estimated power, every eleventh is indoors, and journeys bring
  /// other time zones. About one in six has one of the oddities of real replies.
  package static func history(
    _ count: Int, from begin: Int = Civil(2021, 3, 1).epoch,
    to end: Int = Civil(2026, 11, 20).epoch,
    seed: UInt64 = 1
  ) -> [Ride] {
    var random = SeededRandom(seed: seed)
    let step = max(1, (end - begin) / max(1, count))
    return (0..<count).map { index in
      var ride = Ride(
        id: 9_000_000_000 + Int64(index) * 104_729,
        start: begin + index * step + random.pick(0...step - 1))
      fill(&ride, index: index, with: &random)
      if step >= 86400 { moveIntoDaylight(&ride, with: &random) }
      if index % 6 == 5 { oddities[index / 6 % oddities.count](&ride) }
      return ride
    }.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
  }

  /// Rides without anything unusual, oldest first, two days and some hours apart.
  static func plain(_ count: Int, until end: Int) -> [Ride] {
    (0..<count).map { index in
      var ride = Ride(measuredFrom: end - (count - index) * (2 * 86_400 + 3671))
      ride.name = "Ride \(index + 1)"
      ride.movingTime += index * 7 % 1800
      return ride
    }
  }

  /// Every known unusual property of real replies.
  private static let oddities: [@Sendable (inout Ride) -> Void] = [
    { $0.place = "null" },
    { $0.place = "[]" },
    { $0.place = nil },
    // Whole numbers as fractions.
    {
      $0.overrides["max_heartrate"] = "178.0"
      $0.overrides["max_watts"] = "812.0"
      $0.overrides["moving_time"] = "3600.0"
    },
    // More than 64 bits.
    { $0.uploadID = "987654321234567891234" },
    { ($0.averageWatts, $0.averageHeartRate, $0.maxHeartRate, $0.cadence) = (nil, nil, nil, nil) },
    {
      $0.overrides["average_watts"] = "null"
      $0.overrides["weighted_average_watts"] = "null"
    },
    // Estimated power.
    { ($0.deviceWatts, $0.weightedWatts) = (false, nil) },
    { $0.sportType = "HoverboardRide" },
    { $0.layout = .spaced },
    { $0.layout = .indented },
    { $0.layout = .tabbed },
    { $0.name = "Zażółć 日曜の朝 رحلة 🚴‍♀️ “Café”" },
    { $0.name = #"The "K\O/M" ride"# },
    { $0.name = "\u{1B}[31mred\u{7}\r\n\u{202E}ride" },
    { $0.overrides["name"] = #""Caf\u00e9 \ud83d\udeb4 \/ ride""# },
    { $0.name = "" },
    // The start time is hidden.
    { ride in
      let offset = ride.zone.offset(at: ride.start)
      ride.start = (ride.start + offset) / 86400 * 86400 + 1 - offset
    },
    {
      $0.overrides["zz_new_in_2027"] = #"{"deep":[1,2.50,{"e":1e-7}],"big":123456789012345678901}"#
    },
    // Deprecated keys.
    { $0.absent = ["type", "upload_id", "location_country"] },
    { $0.visibility = "only_me" },
    { ($0.distance, $0.movingTime, $0.elevationGain, $0.place) = (0, 0, 0, "[]") },
  ]

  /// One ride for each oddity, on successive days.
  package static func oddRides(from begin: Int = Civil(2026, 1, 5, 7).epoch) -> [Ride] {
    oddities.enumerated().map { index, makeOdd in
      var random = SeededRandom(seed: UInt64(index))
      var ride = Ride(id: 8_000_000_000 + Int64(index), start: begin + index * 86400)
      fill(&ride, index: index * 77 + 1, with: &random)
      makeOdd(&ride)
      return ride
    }
  }

  /// Moves a ride to between six in the morning and seven in the evening of the same local day.
  private static func moveIntoDaylight(_ ride: inout Ride, with random: inout SeededRandom) {
    let offset = ride.zone.offset(at: ride.start)
    let midnight = (ride.start + offset) / 86400 * 86400
    ride.start = midnight + random.pick(6 * 3600...19 * 3600) - offset
  }

  private static let names = [
    "Morning Ride", "Lunch Ride", "Evening Ride", "Feierabendrunde", "Sortie du dimanche",
    "Tour de Müggelsee", "朝ライド", "Intervals 5×4", "Coffee ☕ & cake",
  ]

  private static func fill(_ ride: inout Ride, index: Int, with random: inout SeededRandom) {
    if index / 40 % 5 == 4 {
      ride.zone = random.pick([.losAngeles, .kolkata, .auckland, .honolulu])
    }
    let isIndoors = index % 11 == 10
    ride.name = random.pick(names)
    ride.sportType = isIndoors ? "VirtualRide" : random.pick(["Ride", "Ride", "GravelRide"])
    ride.isTrainer = isIndoors
    let ranges = isIndoors ? [] : [520_000...529_999, 130_000...139_999]
    let degrees = ranges.map { "\(Double(random.pick($0)) / 10_000)" }
    ride.place = "[\(degrees.joined(separator: ","))]"
    ride.movingTime = random.pick(1800...14_400)
    ride.elapsedTime = ride.movingTime + random.pick(0...1800)
    let metresPerSecond = Double(random.pick(60...95)) / 10
    ride.distance = (Double(ride.movingTime) * metresPerSecond * 10).rounded() / 10
    ride.elevationGain = Double(random.pick(0...12_000)) / 10
    let watts = random.pick(1300...2600)
    ride.averageWatts = Double(watts) / 10
    ride.deviceWatts = index % 7 != 6
    ride.weightedWatts = index % 7 != 6 ? watts / 10 + random.pick(2...30) : nil
    ride.maxWatts = watts / 10 + random.pick(150...700)
    ride.averageHeartRate = Double(random.pick(1150...1580)) / 10
    ride.maxHeartRate = random.pick(160...192)
    ride.cadence = Double(random.pick(700...950)) / 10
    ride.kudos = random.pick(0...40)
    ride.uploadID = String(ride.id + 123_456_789)
  }
}
