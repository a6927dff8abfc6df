// Strava's dates in every language: what CLDR 49 gives for each month of 2018.

import Model
import Support
import Testing

@testable import Imports

@Suite(.blocking) struct StravaDateTests {
  private static let inFigures = [
    "DD.MM.2018, 15:02:23",
    "DD/MM/2018, 3:02:23 p. m.",
    "DD/MM/2018, 15:02:23",
    "2018/MM/DD 15:02:23",
    "2018年MM月DD日 15:02:23",
    "2018. MM. DD. 오후 3:02:23",
    "2018년 MM월 DD일 오후 3:02:23",
    "2018年MM月DD日 15:02:23",
    "2018年MM月DD日 下午3:02:23",
    "DD.MM.2018 15.02.23",
    "DD. MM. 2018 15:02:23",
    "DD-MM-2018 15:02:23", "MM/DD/2018, 3:02:23 PM", "2018-MM-DD 15:02:23",
  ]

  private static func expectMonth(_ month: Int, _ pattern: String, _ name: String) {
    let day = 13 + month
    let text = pattern.replacing("DD", with: "\(day)").replacing("MM", with: name)
    let expected = Civil(2018, month, day).epoch + 15 * 3_600 + 2 * 60 + 23
    expectEqual(StravaDate(text)?.seconds(in: nil), Int64(expected), "\(text)")
    // White space that does not break lines is as good.
    let other = String(text.map { $0 == " " ? "\u{A0}" : $0 })
    expectEqual(StravaDate(other)?.seconds(in: nil), Int64(expected), "\(other)")
  }

  /// CLDR's medium form, then the long date with the medium time.
  @Test func `every month of every language is read`() throws {
    let file = try Disk.read(Golden.path(of: "Tests/ImportsTests/StravaDates.txt"))
    var languages = Set<Substring>()
    for form in String(decoding: try #require(file), as: UTF8.self).split(separator: "\n\n") {
      let parts = form.split(separator: "\n", maxSplits: 1)
      let head = parts[0].split(separator: " | ")
      let names = parts[1].split(whereSeparator: \.isWhitespace)
      expectEqual(names.count, 12)
      languages.insert(head[0].prefix(2))
      for (index, name) in names.enumerated() {
        Self.expectMonth(index + 1, String(head[1]), String(name))
      }
    }
    // The others number their months.
    expectEqual(languages.count, 18)
  }

  @Test(arguments: inFigures) func `every month in figures is read`(_ pattern: String) {
    for month in 1...12 {
      let digits = month < 10 ? "0\(month)" : "\(month)"
      Self.expectMonth(month, pattern, digits)
      Self.expectMonth(month, pattern, "\(month)")
    }
  }

  /// The words for the parts of the day, and from which hour on they are said.
  @Test(arguments: [
    ("2018年9月14日 BH:02:23", "0 凌晨 5 清晨 8 上午 12 中午 13 下午 19 晚上"),
    ("2018年9月14日 BH:02:23", "0 凌晨 5 早上 8 上午 12 中午 13 下午 19 晚上"),
    ("2018年9月14日 BH:02:23", "0 午夜 1 上午 12 下午"),
    ("2018/09/14 BH:02:23", "0 夜中 4 朝 12 昼 16 夕方 19 夜 23 夜中"),
    ("2018/09/14 BH:02:23", "0 真夜中 1 午前 12 正午 13 午後"),
    ("2018. 9. 14. B H:02:23", "0 밤 3 아침 6 오전 12 오후 18 저녁 21 밤"),
    ("2018. 9. 14. B H:02:23", "0 자정 1 오전 12 정오 13 오후"),
    ("Sep 14, 2018, H:02:23 B", "0 AM 12 PM"), ("14/9/2018, H:02:23 B", "0 a. m. 12 p. m."),
  ])
  func `every hour of the day is read`(_ pattern: String, _ periods: String) {
    var period = ""
    var words: [Int: String] = [:]
    for word in periods.split(separator: " ") {
      if let hour = Int(word) {
        (period, words[hour]) = ("\(hour)", "")
      } else if let hour = Int(period) {
        words[hour] = [words[hour] ?? "", String(word)].filter { !$0.isEmpty }.joined(
          separator: " ")
      }
    }
    var named = ""
    for hour in 0..<24 {
      named = words[hour] ?? named
      let expected = Int64(Civil(2018, 9, 14).epoch + hour * 3_600 + 2 * 60 + 23)
      let written = hour % 12 == 0 ? 12 : hour % 12
      let text = pattern.replacing("B", with: named).replacing("H", with: "\(written)")
      expectEqual(StravaDate(text)?.seconds(in: nil), expected, "\(text)")
    }
    let late = pattern.replacing("B", with: named).replacing("H", with: "13")
    expectEqual(StravaDate(late)?.seconds(in: nil), nil)
  }

  private static func rides(_ dates: [String]) throws -> [String?] {
    let rows = dates.enumerated().map {
      "\($0.offset + 1),\"\($0.element)\",Tour,Ride,,60,500,,,\n"
    }
    let text = "id,date,name,type,description,elapsed_time,distance,commute,gear,filename\n"
    return try catalogue(text + rows.joined())?.rows.map { row in
      row.activity.map { "\($0.start)" }
    } ?? []
  }

  @Test(arguments: [
    (["4/7/2018 09:05:12", "13/7/2018 09:05:12"], ["2018-07-04", "2018-07-13"]),
    (["7/13/2018 09:05:12", "4/7/2018 09:05:12"], ["2018-07-13", "2018-04-07"]),
    (["04-07-2018 09:05:12", "28-02-2018 09:05:12"], ["2018-07-04", "2018-02-28"]),
    // Nothing tells, but where both are the same.
    (["4/7/2018 09:05:12", "5/5/2018 09:05:12"], [nil, "2018-05-05"]),
    // A table that contradicts itself.
    (
      ["13/7/2018 09:05:12", "7/13/2018 09:05:12", "4/7/2018 09:05:12"],
      ["2018-07-13", "2018-07-13", nil]
    ),
  ])
  func `the table tells the order of day and month`(_ dates: [String], _ days: [String?]) throws {
    try expectEqual(Self.rides(dates), days.map { day in day.map { "\($0)T09:05:12Z" } })
  }
}
