// The pictures of the README: real frames of the live line as SVG.

import Codec
import Model
import Format
import Reporting
import Support
import Terminal
import Testing

/// Recorded like the gallery: see ``GalleryTests``.
@Suite(.blocking) struct PictureTests {
  /// A dry run that was recorded with `velo-sync --dry-run --events rehearsal.ndjson`.
  @Test func theRehearsalMoves() throws {
    var picture = SVGPicture(
      columns: 80,
      title: "velo-sync syncs: a spinner, a bar over three stages, score rings that fill")
    let events = try Gallery.events(of: "rehearsal.ndjson")
    let start = try #require(events.first?.stamp)
    var show = live(palette: .theme, style: LiveStyle(firstTip: 0), start: start)
    let prompt = "$ velo-sync --dry-run\r\n"
    var screen = TestScreen(columns: show.columns, rows: show.rows)
    screen.feed(prompt)
    picture.add(screen)
    for event in events { show.play(event) }
    for write in show.writes {
      screen.feed(write.bytes, translatingNewlines: true)
      picture.add(screen, at: write.at)
    }
    #expect(screen.unknown.isEmpty)
    #expect(screen.text.contains("183 new"))
    let text = picture.text(lasting: show.milliseconds + 4000)
    #expect(text.utf8.count < 200_000)
    try Gallery.compare(text, with: "rehearsal.svg")
  }

  @Test(arguments: [
    ("error.svg", "failed: sign in again", 80),
    ("narrow.svg", "62 of 183, time left, a tip", 40),
  ])
  func momentsStandStill(_ file: String, _ scene: String, _ columns: Int) throws {
    let scene = try #require(GalleryScene.layout.first { $0.name == scene })
    var show = live(palette: .theme, style: LiveStyle(firstTip: 0))
    show.columns = columns
    scene.play(&show)
    let screen = screen(show)
    var picture = SVGPicture(columns: columns, title: screen.visibleLines.joined(separator: ". "))
    picture.add(screen)
    try Gallery.compare(picture.text(), with: file)
  }

  /// The list of a rider's last two weeks.
  @Test func ridesAreListed() throws {
    let rides:
      [(
        ago: Int, name: String, metres: Double, seconds: Int, climb: Double, watts: Double,
        load: Double
      )] = [
        (1, "Over-unders on the trainer", 38_210, 3600, 212, 221, 84),
        (3, "Home the long way", 31_480, 4320, 305, 174, 58),
        (5, "Sunday with the club", 104_730, 13_740, 1180, 187, 182),
        (6, "Coffee in the old town", 42_160, 6120, 264, 148, 51),
        (8, "Four times eight minutes", 36_900, 4500, 318, 214, 92),
        (10, "Rain, short", 18_350, 2580, 96, 166, 33),
        (12, "Gravel around the lake", 67_020, 10_380, 742, 176, 121),
      ]
    var show = live(palette: .theme)
    show.start(command: "rides")
    for ride in rides {
      let start = Timestamp(seconds: Show.dawn.seconds - Int64(ride.ago) * 86_400)
      var activity = Activity(
        id: ActivityID(source: .garmin, sourceID: "\(ride.ago)"), start: start)
      (activity.name, activity.sport) = (ride.name, "Ride")
      (activity.distanceMetres, activity.durationSeconds) = (ride.metres, ride.seconds)
      (activity.elevationGainMetres, activity.averagePowerWatts) = (ride.climb, ride.watts)
      (activity.averageHeartRate, activity.load) = (90 + ride.watts / 4, ride.load)
      show.post(.activity(ListedRide(activity)))
    }
    show.end()
    let screen = screen(show)
    #expect(screen.text.contains("7 rides"))
    var picture = SVGPicture(columns: 80, title: "velo-sync rides: a list of rides and their sum")
    picture.add(screen)
    try Gallery.compare(picture.text(), with: "rides.svg")
  }
}
