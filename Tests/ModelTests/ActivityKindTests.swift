// What kind of sport the words of services, recorders and programs mean.

import Model
import Support
import Testing

@Suite struct ActivityKindTests {
  /// Words of Strava, Intervals.icu, Wahoo, Apple Health, Garmin, FIT, TCX and GPX.
  @Test(arguments: [
    (
      ActivityKind.ride,
      """
      Ride GravelRide MountainBikeRide EBikeRide EMountainBikeRide VirtualRide Velomobile Handcycle \
      BIKING BIKING_ROAD BIKING_INDOOR_CYCLING_CLASS FE_BIKE EBIKING HANDCYCLING Cycling HandCycling \
      road_biking virtual_ride gravel_cycling cyclocross bmx indoor_cycling cycling e_biking Biking \
      e-bike Bicicleta Ciclismo Cykeltur Sykkeltur Bisiklet Bersepeda
      """
    ),
    (
      .run,
      """
      Run TrailRun VirtualRun RUNNING RUNNING_TREADMILL FE_TREADMILL Running trail_running \
      treadmill_running street_running Indoor-Run
      """
    ),
    (.swim, "Swim SWIMMING_LAP Swimming lap_swimming open_water_swimming"),
    (
      .walk,
      """
      Walk Hike Snowshoe WALKING_TREADMILL WALKING_NORDIC HIKING Walking Hiking speed_walking \
      MOUNTAINEERING
      """
    ),
    (
      .ski,
      """
      AlpineSki NordicSki BackcountrySki RollerSki Snowboard SKIINGCROSS_COUNTRY SNOWBOARDING \
      CrossCountrySkiing alpine_skiing resort_skiing
      """
    ),
    (.row, "Rowing VirtualRow ROWING FE_ROWER indoor_rowing Row"),
    (
      .strength,
      "WeightTraining Crossfit TraditionalStrengthTraining strength_training"
    ),
    (
      .other,
      """
      Yoga Workout Kayaking Elliptical BIKING_MOTOCYCLING motorcycling horseback_riding \
      MENTAL_STRENGTH Wheelchair water_skiing wheelchair_push_run 999 Prunes 自転車
      """
    ),
  ])
  func wordsMean(_ kind: ActivityKind, _ words: String) {
    for word in words.split(separator: " ") {
      expectEqual(ActivityKind(sport: String(word)), kind, "\(word)")
    }
  }

  @Test func anActivityWithoutASportHasNoKind() {
    var activity = Activity(
      id: ActivityID(source: .files, sourceID: "1"), start: Timestamp(seconds: 0))
    expectEqual(activity.kind, nil)
    activity.sport = ""
    expectEqual(activity.kind, .other)
    activity.sport = String(repeating: "x", count: 1_000_000) + "ride"
    expectEqual(activity.kind, .other)
  }
}
