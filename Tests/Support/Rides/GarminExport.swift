// Garmin's account export: the documents and files of a rider whose truth is known.

/// A night as Garmin has it. Its stages follow each other: light, deep, awake, REM.
package struct GarminNight: Sendable {
  /// Seconds since 1970.
  package var start: Int64
  package var deep = 5_400
  package var light = 14_400
  package var rem = 7_200
  package var awake = 1_200
  package var score: Int? = 81

  package init(start: Int64) { self.start = start }
  package var asleep: Int { deep + light + rem }
  package var end: Int64 { start + Int64(asleep + awake) }
}

/// What is measured on a date beside the night.
package struct GarminMeasures: Sendable {
  /// `2026-03-14`
  package var date: String
  package var restingHeartRate: Int?
  package var hrv: Double?
  package var weightKilograms: Double?
  package var wakingRespiration: Double?

  package init(
    _ date: String, restingHeartRate: Int? = nil, hrv: Double? = nil,
    weightKilograms: Double? = nil, wakingRespiration: Double? = nil
  ) {
    self.date = date
    (self.restingHeartRate, self.hrv) = (restingHeartRate, hrv)
    (self.weightKilograms, self.wakingRespiration) = (weightKilograms, wakingRespiration)
  }
}

package struct GarminExport: Sendable {
  package var nights: [GarminNight] = []
  package var days: [GarminMeasures] = []
  package var rides: [TrueRide] = []
  /// The rider's seconds east of UTC.
  package var localOffset: Int64 = 3_600
  /// Whether the nights tell their local times.
  package var hasLocalTimes = false

  package init(
    nights: [GarminNight] = [], days: [GarminMeasures] = [], rides: [TrueRide] = []
  ) {
    (self.nights, self.days, self.rides) = (nights, days, rides)
  }

  /// The path of the zip that holds `uploads`, inside the export.
  package static let uploadsPath =
    "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip"

  package var files: [(name: String, bytes: [UInt8])] {
    [
      ("DI-Connect-Fitness/rider_0_summarizedActivities.json", summaries()),
      ("DI-Connect-Wellness/2026-01-01_2026-04-11_1234567_sleepData.json", sleepData()),
      ("DI-Connect-Wellness/2026-01-01_2026-04-11_1234567_healthStatusData.json", healthStatus()),
      ("DI-Connect-Wellness/1234567_userBioMetrics.json", biometrics()),
      ("DI-Connect-Aggregator/UDSFile_2026-01-01_2026-04-11.json", dailySummaries()),
      ("DI-Connect-User/user_profile.json", #"{"userName":"rider","weight":1}"#),
      ("DI-Connect-Wellness/1234567_heartRateZones.json", #"[{"restingHeartRateUsed":40}]"#),
    ].map { ("DI_CONNECT/" + $0.0, Array($0.1.utf8)) }
  }

  /// The FIT files of the rides, the nights and the days, with the names that they have in the zip.
  package var uploads: [(name: String, bytes: [UInt8])] {
    let fits =
      rides.map { $0.fit() } + nights.map { WellnessFIT.sleep($0) }
      + days.compactMap { WellnessFIT.status($0) }
      + [WellnessFIT.settings()]
    return fits.enumerated().map { ("rider@example.com_\(80_000_000 + $0.offset).fit", $0.element) }
  }

  package func summaries() -> String {
    let list = rides.enumerated().map { index, ride in
      let metres = ride.metres(ride.seconds)
      var text = """
        {"activityId":\(90_000_001 + index),"name":\(JSONText.quoted(ride.name)),
        "activityType":"road_biking","sportType":"CYCLING","beginTimestamp":\(ride.start * 1000),
        "startTimeGmt":\(ride.start)000.0,
        "startTimeLocal":\((ride.start + (ride.localOffset ?? 0)) * 1000).0,
        "duration":\(ride.timerSeconds * 1000).0,"elapsedDuration":\(ride.seconds * 1000).0,
        "movingDuration":1000.0,"distance":\(metres * 100),"elevationGain":12340.0,
        "avgSpeed":0.8,"calories":1234.0,"avgBikeCadence":89.5,
        """
      if ride.hasPower { text += #""avgPower":174.0,"maxPower":199.0,"normPower":177.0,"# }
      if ride.hasHeartRate { text += #""avgHr":134.0,"maxHr":149.0,"# }
      return text + #""splits":[{"type":17,"measurements":[{"value":1.0}]}],"favorite":false}"#
    }
    return #"[{"summarizedActivitiesExport":[\#(list.joined(separator: ",\n"))]}]"#
  }

  package func sleepData() -> String {
    Self.array(
      nights.map { night in
        var text = """
          {"sleepStartTimestampGMT":"\(Self.stamp(night.start))",
          "sleepEndTimestampGMT":"\(Self.stamp(night.end))",
          "calendarDate":"\(date(of: night))","sleepWindowConfirmationType":"ENHANCED_FINAL",
          "deepSleepSeconds":\(night.deep),"lightSleepSeconds":\(night.light),
          "awakeSleepSeconds":\(night.awake),"unmeasurableSeconds":0,"retro":false,"napList":[],
          "averageRespiration":14.5
          """
        if night.rem > 0 { text += ",\"remSleepSeconds\":\(night.rem)" }
        if hasLocalTimes {
          text += ",\"sleepEndTimestampLocal\":\"\(Self.stamp(night.end + localOffset))\""
        }
        if let score = night.score {
          text += ",\"sleepScores\":{\"overallScore\":\(score),\"feedback\":\"POSITIVE {[\\\"\"}"
        }
        return text + "}"
      })
  }

  package func healthStatus() -> String {
    Self.array(
      days.map { day in
        let value = day.hrv.map { ",\"value\":\($0)" } ?? ""
        return """
          {"userProfilePK":1,"calendarDate":"\(day.date)","metrics":[
          {"type":"HRV"\(value),"status":"IN_RANGE","baselineLowerLimit":0.0},
          {"type":"HR","value":51.0},{"type":"SPO2"},{"type":"SKIN_TEMP_C","value":-0.2},
          {"type":"RESPIRATION","value":15.5}]}
          """
      })
  }

  package func dailySummaries() -> String {
    Self.array(
      days.map { day in
        var text = #"{"calendarDate":"\#(day.date)","totalSteps":4321"#
        if let rate = day.restingHeartRate { text += ",\"restingHeartRate\":\(rate)" }
        if let value = day.wakingRespiration {
          text += ",\"respiration\":{\"avgWakingRespirationValue\":\(value)}"
        }
        return text + "}"
      })
  }

  package func biometrics() -> String {
    Self.array(
      days.compactMap { day in
        day.weightKilograms.map { weight in
          """
          {"metaData":{"calendarDate":"\(day.date)T07:00:00.0","sequence":1},
          "weight":{"weight":\(weight * 1000),"sourceType":"INDEX_SCALE",
          "timestampGMT":"\(day.date)T06:00:00.0"},"height":180.0}
          """
        }
      })
  }

  /// The date on which a night ends for the rider.
  package func date(of night: GarminNight) -> String {
    String(Civil(epoch: Int(night.end + localOffset)).text.prefix(10))
  }

  static func stamp(_ seconds: Int64) -> String { Civil(epoch: Int(seconds)).text + ".0" }

  private static func array(_ objects: [String]) -> String {
    "[ \(objects.joined(separator: ", \n")) ]"
  }
}
