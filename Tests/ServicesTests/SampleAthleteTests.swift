// The sample athlete: the same every time, and slow enough to be read.

import Services
import SyncModel
import Testing

@Suite struct SampleAthleteTests {
  private let today = Day(number: 20_778)

  @Test func isTheSameEveryTime() {
    let (one, other) = (SampleAthlete(today: today), SampleAthlete(today: today))
    #expect(one.activities == other.activities)
    #expect(one.nights == other.nights)
  }

  @Test(arguments: 20_700..<20_714)
  func hasFreshDataOnAnyDay(_ day: Int) {
    let athlete = SampleAthlete(today: Day(number: day))
    let activities = athlete.activities
    #expect(activities.count == 183)
    #expect(Set(activities.map(\.id)).count == 183)
    #expect(activities.map(\.start) == activities.map(\.start).sorted())
    #expect(activities.last?.day == athlete.today)
    #expect(activities.allSatisfy { $0.raw != nil && $0.name != nil && $0.day <= athlete.today })
    #expect(athlete.nights.count == 120)
    #expect(athlete.nights.last?.date == athlete.today)
    #expect(athlete.nights.allSatisfy { ($0.sleepSeconds ?? 0) > 4 * 3600 })
  }

  /// Each step lasts as long as its status is held, and all together 8 to 10 seconds.
  @Test func isSlowEnoughToBeRead() {
    let holds: [Step: Duration] = [
      .fetchHealthData: .milliseconds(800), .contact: .milliseconds(800),
      .download: .milliseconds(1200), .generateRoutine: .milliseconds(800),
      .processData: .milliseconds(1000), .computeZones: .milliseconds(800),
      .scoreDay: .milliseconds(1000), .buildPrep: .milliseconds(800), .save: .milliseconds(800),
      .finalize: .milliseconds(500),
    ]
    for step in Step.allCases { #expect(step.samplePause >= holds[step] ?? .seconds(99)) }
    let whole = Step.allCases.reduce(Duration.zero) { $0 + $1.samplePause }
    #expect(whole >= .seconds(8) && whole <= .seconds(10))
  }
}
