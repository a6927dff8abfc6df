// The notice about activities without a load: the same in every face.

import Codec
import Reporting
import Support
import Model
import Testing

@Suite(.blocking) struct LoadShortageTests {
  private static let heart: [RiderSettings.Setting] = [
    .sex, .maxHeartRate, .restingHeartRate, .thresholdHeartRate,
  ]

  private static func shortage(
    _ activities: Int, power: Int, heartRate: Int, _ settings: [RiderSettings.Setting] = []
  ) -> LoadShortage {
    LoadShortage(
      activities: activities, withPower: power, withHeartRate: heartRate, settings: settings)
  }

  @Test(arguments: [
    (shortage(3, power: 3, heartRate: 0), "Set --ftp to get a load for 3 activities."),
    (
      shortage(1, power: 0, heartRate: 1, heart),
      "Set all of --sex, --max-hr, --rest-hr and --threshold-hr to get a load for 1 activity."
    ),
    (
      shortage(1200, power: 0, heartRate: 1200, [.sex]),
      "Set --sex to get a load for 1,200 activities."
    ),
    (
      shortage(12, power: 12, heartRate: 12, heart),
      """
      Set --ftp, or all of --sex, --max-hr, --rest-hr and --threshold-hr, to get a load for \
      12 activities.
      """
    ),
    (
      shortage(2, power: 2, heartRate: 2, [.restingHeartRate]),
      "Set --ftp or --rest-hr to get a load for 2 activities."
    ),
    (
      shortage(12, power: 5, heartRate: 9, [.sex, .maxHeartRate]),
      """
      Set --ftp for rides with power and all of --sex and --max-hr for rides with heart rate, \
      to get a load for 12 activities.
      """
    ),
  ])
  func everyFaceNamesWhatIsMissing(_ shortage: LoadShortage, _ text: String) throws {
    let pipe = told(
      shortage,
      by: Show(
        PlainFace(
          messages: messages, glyphs: .unicode, style: PlainStyle(),
          troubles: TroubleLines(messages: messages, glyphs: .unicode),
          began: Moment(nanoseconds: 0))))
    let events = told(
      shortage,
      by: Show(JSONFace(messages: messages, isQuiet: false, isVerbose: false, version: "0.1.0")))
    expectEqual(pipe.lines.last, "2026-11-20T06:00:01Z \(text)")
    #expect(screen(told(shortage, by: live())).visibleLines.contains(text))
    expectEqual(told(shortage, by: accessible()).lines.last, text)
    let event = try JSONValue(parsing: Array(try #require(events.lines.last).utf8))
    expectEqual(event["code"]?.string, "load_missing")
    expectEqual(event["message"]?.string, text)
  }

  private func told(_ shortage: LoadShortage, by show: Show) -> Show {
    var show = show
    show.columns = 200
    show.start()
    show.wait(1000)
    show.post(.notice(.loadsMissing(shortage)))
    return show
  }
}
