// Every field of every stored record: written and read, at its bounds, and with values of other
// kinds.

import Codec
import Model
import Support
import Testing

@testable import Format

@Suite(.blocking) struct TableTests {
  private let ride = Activity(
    id: ActivityID(source: .garmin, sourceID: "123"), start: Timestamp(seconds: 1_790_000_000))
  private let wellness = WellnessDay(source: .appleHealth, date: Day(number: 20_000))

  @Test func `every field of a ride`() throws {
    var activity = ride
    activity.loadFrom = .power
    activity.from = FileOrigin(file: "export.xml")
    try check(Activity.fields, sample: activity)
    try check(FileOrigin.fields, sample: FileOrigin(file: "export.xml", line: 7, member: "a.xml"))
  }

  @Test func `every field of a day`() throws {
    try check(WellnessDay.fields, sample: wellness)
    try check(Score.table, sample: score)
    try check(ScoreDay.fields, sample: day)
  }

  @Test func `an import takes power and nights as a whole`() {
    var old = ride
    (old.averagePowerWatts, old.maxPowerWatts, old.measuredPower) = (200, 700, true)
    old.name = "old"
    var new = ride
    expectEqual(new.filled(from: old), old)
    new.weightedPowerWatts = 210
    var named = new
    named.name = "old"
    expectEqual(new.filled(from: old), named)

    var (night, day) = (wellness, wellness)
    (night.sleepSeconds, night.awakeSeconds, night.sleepScore) = (25_000, 600, 80)
    (day.awakeSeconds, day.weightKilograms) = (5, 70)
    var both = night
    both.weightKilograms = 70
    expectEqual(day.filled(from: night), both)
    day.sleepSeconds = 20_000
    expectEqual(day.filled(from: night), day)
  }

  @Test func `numbers out of range are absent`() {
    var activity = ride
    (activity.load, activity.averagePowerWatts, activity.elapsedSeconds) = (.infinity, .nan, -1)
    (activity.distanceMetres, activity.durationSeconds) = (1e16, .max)
    expectEqual(activity, ride)
    (activity.distanceMetres, activity.durationSeconds) = (CompactDouble.range.upperBound, 0)
    #expect(activity.distanceMetres == 9_007_199_254_740_992 && activity.durationSeconds == 0)
  }

  // MARK: Helpers

  private let score = Score(
    value: 72, band: .good, inputsUsed: 3, inputsTotal: 4, atLeast: true, reason: .noLoad)

  private var day: ScoreDay {
    var day = ScoreDay(date: Day(number: 20_000), recovery: score, sleep: score, strain: score)
    (day.load, day.fitness, day.fatigue, day.form) = (80, 60.25, 70, -9.75)
    return day
  }

  /// Checks each field alone on top of a sample that has all required ones.
  private func check<Record>(_ table: Table<Record>, sample: Record) throws {
    expectEqual(Set(table.fields.map(\.key.description)).count, table.fields.count)
    #expect(table.fields.count <= 64)
    let order = table.fields.map(\.role.rawValue)
    expectEqual(order, order.sorted())
    for field in table.fields {
      let about = field.about.description
      #expect(about.hasSuffix(".") && about.count > 1, "\(field.key)")
      let sent = try #require(String(validating: table.file(sample), as: UTF8.self))
      for value in values(of: field) {
        let line = try replacing(field.key.description, in: sent, with: value)
        let record = try #require(table.read(line, from: sample), "\(field.key): \(value)")
        let written = try JSONValue(parsing: table.file(record))
        let again = try #require(written[field.key.description], "\(field.key): \(value)")
        expectEqual(again.literal, value, "\(field.key)")
        #expect(table.agree(record, table.read(written, from: sample) ?? sample))
      }
      for value in strangers(to: field) {
        let line = try replacing(field.key.description, in: sent, with: value)
        #expect(
          (table.read(line, from: sample) != nil) == field.isLenient, "\(field.key): \(value)")
      }
      let absent = try replacing(field.key.description, in: sent, with: "null")
      #expect((table.read(absent, from: sample) == nil) == field.isRequired, "\(field.key)")
    }
  }

  /// The object of `text` with another value for one member, which is added when it is absent.
  private func replacing(_ key: String, in text: String, with value: String) throws -> JSONValue {
    let object = try JSONValue(parsing: Array(text.utf8))
    var members: [String] = []
    for member in try #require(object.members) where member.name != key {
      members.append("\"\(member.name)\":\(member.value.literal)")
    }
    members.append("\"\(key)\":\(value)")
    return try JSONValue(parsing: Array("{\(members.joined(separator: ","))}".utf8))
  }

  /// Values that are written as they were read, the ends of a range among them.
  private func values<Record>(of field: Field<Record>) -> [String] {
    switch field.access.kind() {
    // These follow from other fields.
    case .text where ["id", "source", "source_id", "date", "ride"].contains(field.key.description):
      []
    case .text: field.key.description == "reason" ? ["\"no_load\""] : ["\"\"", "\"é 🚴\""]
    case .word where field.key.description == "kind": []
    case .word(let list): list.words.map { "\"\($0)\"" }
    case .time:
      ["\"0001-01-01T00:00:00Z\"", "\"2026-11-20T06:00:01Z\"", "\"9999-12-31T23:59:59Z\""]
    case .localTime:
      ["\"0001-01-01T00:00:00\"", "\"2026-11-20T07:00:01\"", "\"9999-12-31T23:59:59\""]
    case .date: ["\"0001-01-01\"", "\"2024-02-29\"", "\"9999-12-31\""]
    case .number(let range, let decimals):
      [range.lowerBound, range.upperBound].map { number($0) } + (decimals == 2 ? ["0.25"] : ["0.1"])
    case .integer(let range): ["\(range.lowerBound)", "\(range.upperBound)", "1"]
    case .flag: field.key.description == "excluded" ? ["true"] : ["true", "false"]
    // What they may be depends on the field: the sample has one, or others have tests of their own.
    case .object, .list: []
    // No stored record has these.
    case .ordinal, .seconds, .fraction, .version, .point, .orNull: []
    }
  }

  /// Values that are no value of the field.
  private func strangers<Record>(to field: Field<Record>) -> [String] {
    switch field.access.kind() {
    case .text, .word: ["1", "true", "[]", "{}"]
    case .time: ["1", "\"\"", "\"2026-11-20\"", "\"2026-13-20T06:00:01Z\"", "[]"]
    case .localTime: ["1", "\"\"", "\"2026-11-20\"", "\"2026-11-20T07:60:01\"", "[]"]
    case .date: ["1", "\"\"", "\"2026-02-29\"", "\"2026-11-20T07:00:01\"", "{}"]
    case .number(let range, _):
      ["\"1\"", "true", "[]", "1e300", number(range.upperBound + max(1, range.upperBound / 8))]
    case .integer(let range):
      ["\"1\"", "1.5", "false", "{}", "1e300"]
        + (range.upperBound < .max ? ["\(range.upperBound + 1)"] : [])
    case .flag: ["0", "\"true\"", "[]"]
    // A field of a record inside may be a number.
    case .object, .list: ["\"\"", "true"]
    case .ordinal, .seconds, .fraction, .version, .point, .orNull: []
    }
  }

  private func number(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
