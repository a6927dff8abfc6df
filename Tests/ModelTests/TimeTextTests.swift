// Texts of times: our own format, and those of the services.

import Model
import Support
import Testing

@Suite(.blocking) struct TimeTextTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
      ("2001-09-09T01:46:40Z", 1_000_000_000),
      ("2026-11-20T06:00:01Z", 1_795_154_401), ("0001-01-01T00:00:00Z", -62_135_596_800),
      ("9999-12-31T23:59:59Z", 253_402_300_799), ("2038-01-19T03:14:08Z", 2_147_483_648),
    ] as [(String, Int64)])
  func utcTimesRoundTrip(_ text: String, _ seconds: Int64) {
    expectEqual(Timestamp(text)?.seconds, seconds)
    expectEqual(Timestamp(seconds: seconds).description, text)
  }

  @Test func randomTimesRoundTrip() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<20_000 {
      let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &random)
      expectEqual(Timestamp(Timestamp(seconds: seconds).description)?.seconds, seconds)
    }
  }

  @Test(arguments: [
    "2026-11-20T06:00:01Z", "2026-11-20T06:00:01+", "2026-11-20T06:00Z", "2027-11-20T06:00:01Z", "",
  ])
  func bytesAndTextsAreReadAlike(_ text: String) {
    let stamp = Array(text.utf8).withUnsafeBufferPointer { Timestamp(utf8: $0) }
    expectEqual(stamp, Timestamp(text))
  }

  @Test func timesBeyondTheCalendarAreClampedInText() {
    expectEqual(Timestamp(seconds: .max).description, "9999-12-31T23:59:59Z")
    expectEqual(Timestamp(seconds: .min).description, "0001-01-01T00:00:00Z")
  }

  @Test func aLeapSecondBecomesTheSecondAfter59() {
    expectEqual(Timestamp("2016-12-31T23:59:60Z"), Timestamp("2017-01-01T00:00:00Z"))
    expectEqual(LocalTime("2016-12-31T23:59:60")?.description, "2017-01-01T00:00:00")
    expectEqual(LocalTime("9999-12-31T23:59:60"), nil)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T06:00:01", "2026-11-20T06:00:01z", "2026-11-20 06:00:01Z",
    "2026-11-20T06:00:01.5Z", "2026-11-20T06:00:01+00:00", "2026-11-20T06:00Z",
    "2026-11-20T24:00:00Z",
    "2026-11-20T06:60:00Z", "2026-11-20T06:00:61Z", "2026-02-29T06:00:00Z", "2026-11-20T6:00:00Z",
    "2026-11-20T06:00:01Z ", "2026-11-20T-6:00:00Z", "2026-11-20T06:00:01ZZ",
  ])
  func timestampsHaveOneForm(_ text: String) {
    expectEqual(Timestamp(text), nil)
  }

  @Test func localTimesHaveNoZone() throws {
    let time = try #require(LocalTime("2026-03-29T02:30:05"))
    #expect(time.day.calendar == (2026, 3, 29))
    expectEqual(time.second, 2 * 3600 + 30 * 60 + 5)
    expectEqual(time.description, "2026-03-29T02:30:05")
    expectEqual(LocalTime("2026-03-29T02:30:05Z"), nil)
    expectEqual(LocalTime("2026-03-29T02:30"), nil)
    expectEqual(LocalTime("2026-02-29T02:30:00"), nil)
    let later = try #require(LocalTime("2026-03-29T02:30:06"))
    #expect(time < later)
  }

  @Test(
    arguments: [
      ("2026-11-20T06:00:01Z", 1_795_154_401, "2026-11-20T06:00:01"),
      ("2026-11-20T06:00:01.987Z", 1_795_154_401, "2026-11-20T06:00:01"),
      ("2026-11-20T06:00:01+00:00", 1_795_154_401, "2026-11-20T06:00:01"),
      ("2026-11-20T08:00:01+0200", 1_795_154_401, "2026-11-20T08:00:01"),
      ("2026-11-20T11:45:01.5+05:45", 1_795_154_401, "2026-11-20T11:45:01"),
      ("2026-11-19T22:00:01 -0800", 1_795_154_401, "2026-11-19T22:00:01"),
      ("2026-11-19 22:00:01 -0800", 1_795_154_401, "2026-11-19T22:00:01"),
      ("2026-11-20T08:00:01+02", 1_795_154_401, "2026-11-20T08:00:01"),
      ("2026-11-20t06:00:01z", 1_795_154_401, "2026-11-20T06:00:01"),
      ("2026-11-20T06:00Z", 1_795_154_400, "2026-11-20T06:00:00"),
      ("2026-11-20T06:00:01", nil, "2026-11-20T06:00:01"),
      ("2026-11-20T06:00:01.000", nil, "2026-11-20T06:00:01"),
      ("2026-11-20T06:00", nil, "2026-11-20T06:00:00"),
    ] as [(String, Int64?, String)])
  func parsesAllFormsOfServices(_ text: String, _ seconds: Int64?, _ clock: String) throws {
    let time = try #require(WrittenTime(text))
    expectEqual(time.secondsSince1970, seconds)
    expectEqual(time.clock.description, clock)
    let fromBytes = Array(text.utf8).withUnsafeBufferPointer { WrittenTime(utf8: $0) }
    expectEqual(fromBytes, time)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T", "2026-11-20T06", "2026-11-20T06:00:", "2026-11-20T06:00:01.",
    "2026-11-20T06:00:01.Z", "2026-11-20T06:00:01+", "2026-11-20T06:00:01+2",
    "2026-11-20T06:00:01+02:",
    "2026-11-20T06:00:01+02:0", "2026-11-20T06:00:01+24:00", "2026-11-20T06:00:01+02:60",
    "2026-11-20T06:00:01 ", "2026-11-20T06:00:01  Z", "2026-11-20T06:00:01Z+02",
    "2026-11-20T06:00:01 CET",
    "2026-02-29T06:00:01Z", "2026-11-20X06:00:01Z", "2026-11-20T25:00:00Z",
  ])
  func rejectsOtherForms(_ text: String) {
    expectEqual(WrittenTime(text), nil)
  }
}
