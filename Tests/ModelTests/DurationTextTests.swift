// Durations as typed and as shown.

import Model
import Support
import Testing

@Suite(.blocking) struct DurationTextTests {
  @Test(
    arguments: [
      ("0s", 0), ("250ms", 250), ("1s", 1000), ("1m", 60_000), ("1m30s", 90_000), ("90s", 90_000),
      ("2h", 7_200_000), ("1d", 86_400_000), ("1d2h3m4s5ms", 93_784_005), ("30s1m", 90_000),
      ("1s1s", 2000), ("007s", 7000), ("9223372036854775807ms", .max),
      ("106751991167d", 9_223_372_036_828_800_000),
    ] as [(String, Int64)])
  func reads(_ text: String, _ milliseconds: Int64) {
    expectEqual(DurationText.milliseconds(text), milliseconds)
  }

  @Test(
    arguments: [
      "", "5", "1m30", "5 m", "m", "-5s", "+5s", "1.5h", "5m ", " 5m", "5m,3s", "5x", "5min",
      "5M", "1m5w", "٥s", "9223372036854775808ms", "106751991168d", "99999999999999999999999s",
      "9223372036854775807ms1ms",
    ])
  func refuses(_ text: String) {
    expectEqual(DurationText.milliseconds(text), nil)
  }

  @Test(
    arguments: [
      (0, "0.0 s"), (49, "0.0 s"), (50, "0.1 s"), (4200, "4.2 s"), (4249, "4.2 s"), (4250, "4.3 s"),
      (18_400, "18.4 s"), (59_949, "59.9 s"), (59_950, "1 min"), (60_000, "1 min"),
      (200_400, "3 min 20 s"),
      (-5, "0.0 s"), (7_500_000, "2 h 5 min"), (.max, "106751991167 d 7 h"),
    ] as [(Int64, String)])
  func showsPreciseDurations(_ milliseconds: Int64, _ text: String) {
    expectEqual(DurationText.precise(milliseconds), text)
  }

  @Test(
    arguments: [
      (0, "0 s"), (499, "0 s"), (500, "1 s"), (12_000, "12 s"), (59_499, "59 s"), (59_500, "1 min"),
      (200_000, "3 min 20 s"), (300_000, "5 min"), (3_599_499, "59 min 59 s"), (3_599_500, "1 h"),
      (7_500_000, "2 h 5 min"), (7_484_000, "2 h 5 min"), (7_200_000, "2 h"),
      (86_369_000, "23 h 59 min"),
      (86_370_000, "1 d"), (273_600_000, "3 d 4 h"), (-1, "0 s"), (.min, "0 s"),
      (.max, "106751991167 d 7 h"),
    ] as [(Int64, String)])
  func showsWholeDurations(_ milliseconds: Int64, _ text: String) {
    expectEqual(DurationText.whole(milliseconds), text)
  }
}
