// The dates, numbers and sports of Strava's catalogue.

import Model
import Support
import Testing

@testable import Imports

@Suite(.blocking) struct StravaWordTests {
  @Test(
    arguments: [
      ("Apr 7, 2018, 9:05:12 AM", "2018-04-07T09:05:12Z"),
      ("Apr 7, 2018, 9:05:12\u{202F}PM", "2018-04-07T21:05:12Z"),
      ("Apr 7, 2018, 9:05:12\u{A0}PM", "2018-04-07T21:05:12Z"),
      ("Dec 31, 2020, 12:00:01 AM", "2020-12-31T00:00:01Z"),
      ("Feb 29, 2024, 12:59:59 PM", "2024-02-29T12:59:59Z"),
      ("Sept 3, 2021, 11:00:00 p.m.", "2021-09-03T23:00:00Z"),
      ("7 Apr 2018, 09:05:12", "2018-04-07T09:05:12Z"),
      ("7 May 2018, 19:05:12", "2018-05-07T19:05:12Z"),
      ("21.07.2026, 15:09:27", "2026-07-21T15:09:27Z"),
      ("1.2.2026, 05:09:27", "2026-02-01T05:09:27Z"),
      ("1. März 2026, 05:09:27", "2026-03-01T05:09:27Z"),
      ("24 mai 2012 à 16:27:40", "2012-05-24T16:27:40Z"),
      ("14 mars 2026, 07:15:02", "2026-03-14T07:15:02Z"),
      ("1 janv. 2020 à 00:00:00", "2020-01-01T00:00:00Z"),
      ("3 fe\u{301}vr. 2020 a\u{300} 10:00:00", "2020-02-03T10:00:00Z"),
      ("3 juil. 2020 à 10:00:00", "2020-07-03T10:00:00Z"),
      ("3 août 2020 à 10:00:00", "2020-08-03T10:00:00Z"),
      ("3 déc. 2020 à 10:00:00", "2020-12-03T10:00:00Z"),
      ("9 mei 2026, 00:03:01", "2026-05-09T00:03:01Z"),
      ("6 mrt. 2024 14:23:15", "2024-03-06T14:23:15Z"),
      ("2018-09-12 15:02:23", "2018-09-12T15:02:23Z"),
      ("2018-09-12T15:02:23Z", "2018-09-12T15:02:23Z"),
      ("Apr, 7, 2018, 9:05:12 AM", "2018-04-07T09:05:12Z"),
      ("2018年9月12日 上午12:02:23", "2018-09-12T00:02:23Z"),
      // Other forms are not guessed at.
      ("", nil), ("date", nil), ("4/7/2018, 09:05:12", nil), ("07-04-2018 09:05:12", nil),
      ("7 wrzx 2018, 09:05:12", nil), ("Apr 7, 2018", nil), ("Apr 7, 2018, 9:05", nil),
      ("Apr 7 May, 2018, 9:05:12 AM", nil), ("12 7 2018 Apr 09:05:12", nil),
      ("7 Apr 18, 09:05:12", nil), ("Apr 7, 2018, 9:05:12 AM PM", nil),
      ("2018-09-12 15:02 +02", nil), ("2018-09-12 15 02 23", nil),
      ("2018年9月12日 下午13:02:23", nil),
      ("Apr 7, 2018, 13:05:12 PM", nil), ("Apr 7, 2018, 0:05:12 AM", nil),
      ("Apr 31, 2018, 9:05:12 AM", nil), ("29.02.2026, 15:09:27", nil),
      ("21.13.2026, 15:09:27", nil), ("21.07.26, 15:09:27", nil), ("2018-09-12 24:02:23", nil),
      ("2018-09-12 15:60:23", nil), ("2018-09-12 15:02:61", nil), ("2018-09-12 15:02:23 +02", nil),
      ("2018-09-12 15:02:23 CET", nil), ("1018-09-12 15:02:23", nil), ("9999-09-12 15:02:23", nil),
      ("99999999999999999999-09-12 15:02:23", nil),
      ("Apr 7, ٢٠١٨, 9:05:12 AM", nil),
    ] as [(String, String?)])
  func datesOfEveryFormAreRead(_ text: String, _ expected: String?) {
    expectEqual(StravaDate(text)?.seconds(in: nil), expected.flatMap { Timestamp($0)?.seconds })
  }

  @Test(arguments: [
    ("10,20", 10.2), ("10.20", 10.2), ("0,5", 0.5), ("1.234,5", 1234.5), ("1,234.5", 1234.5),
    ("1 234,5", 1234.5), ("1\u{202F}234,5", 1234.5), ("1\u{A0}234.50", 1234.5), ("1’234.5", 1234.5),
    ("1,234,567", 1_234_567), ("1.234.567,25", 1_234_567.25), ("1234,567", 1234.567),
    ("0,123", 0.123), ("1468", 1468), ("3189", 3189),
  ])
  func numbersOfEveryLanguageAreRead(_ text: String, _ expected: Double) {
    for hasDecimalComma in [true, false, nil] {
      expectEqual(StravaNumber.written(text, hasDecimalComma: hasDecimalComma), expected)
    }
  }

  @Test func threeDigitsAfterAMarkNeedTheLanguage() {
    for (text, values) in [("1,234", [1.234, 1234, nil]), ("1.234", [1234, 1.234, nil])] {
      let hasDecimalComma: [Bool?] = [true, false, nil]
      expectEqual(hasDecimalComma.map { StravaNumber.written(text, hasDecimalComma: $0) }, values)
    }
  }

  @Test(arguments: [
    "", ",", ".", "-5", "5,", ",5", "1,,5", "12,34,5", "1.23.4", "1e5", "NaN", "inf", "0x10", "١٢",
    "1 2", "1234 567", "1.234.56,7", String(repeating: "1", count: 65), "1.234,567.8",
  ])
  func whatIsNoNumberIsNothing(_ text: String) {
    for hasDecimalComma in [true, false, nil] {
      expectEqual(StravaNumber.written(text, hasDecimalComma: hasDecimalComma), nil)
    }
  }

  @Test(arguments: [
    ("Ride", "Ride"), ("Radfahrt", "Ride"), ("Sortie à vélo", "Ride"), ("Fietsrit", "Ride"),
    ("Virtual Ride", "VirtualRide"), ("Virtuelle Radfahrt", "VirtualRide"),
    ("Virtuele fietsrit", "VirtualRide"), ("E-Bike Ride", "EBikeRide"), ("EBikeRide", "EBikeRide"),
    ("Mountain Bike Ride", "MountainBikeRide"), ("E-Mountain Bike Ride", "EMountainBikeRide"),
    ("Gravel Ride", "GravelRide"), ("gravel\u{A0}ride", "GravelRide"), ("Lauf", "Run"),
    ("Course a\u{300} pied", "Run"), ("Hardloopsessie", "Run"), ("Trail Run", "TrailRun"),
    ("Virtual Run", "VirtualRun"), ("Spaziergang", "Walk"), ("Randonnée", "Hike"),
    ("Zwemmen", "Swim"), ("Weight Training", "WeightTraining"),
    ("High Intensity Interval Training", "HighIntensityIntervalTraining"),
  ])
  func sportsAreNamedAsTheAPIDoes(_ written: String, _ expected: String) {
    expectEqual(StravaSport.word(for: written), expected)
  }

  @Test(arguments: ["", " ", "Quidditch", "Jízda na kole", String(repeating: "Ride", count: 1000)])
  func unknownSportsHaveNoWord(_ written: String) {
    expectEqual(StravaSport.word(for: written), nil)
  }
}
