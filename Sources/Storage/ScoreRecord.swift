// The scores of a day as one line of `scores/YEAR.ndjson`.

import Format
import Codec
import Model

extension ScoreDay: StoredRecord {
  var key: Day { date }
  var day: Day { date }
  var raw: [UInt8]? {
    get { nil }
    set {}
  }
  var from: FilePlace? { nil }

  func precedes(_ other: ScoreDay) -> Bool { date < other.date }

  init?(_ line: JSONValue, of source: Source?) {
    guard line.members != nil, let date = line["date"]?.string.flatMap({ Day($0) }),
      let recovery = line["recovery"].flatMap({ Score($0) }),
      let sleep = line["sleep"].flatMap({ Score($0) }),
      let strain = line["strain"].flatMap({ Score($0) })
    else { return nil }
    self.init(date: date, recovery: recovery, sleep: sleep, strain: strain)
    var read = FieldReader()
    readFitness(of: line, with: &read)
    guard read.isValid else { return nil }
  }

  /// Reads what `writeFitness` wrote.
  mutating func readFitness(of line: JSONValue, with read: inout FieldReader) {
    load = line["load"].flatMap { read.number($0, in: StoredRange.load) }
    fitness = line["fitness"].flatMap { read.number($0, in: StoredRange.load) }
    fatigue = line["fatigue"].flatMap { read.number($0, in: StoredRange.load) }
    form = line["form"].flatMap { read.number($0, in: StoredRange.form) }
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("date", date)
    writeScores(to: &json)
    writeFitness(to: &json)
  }

  /// The three scores.
  func writeScores(to json: inout JSONWriter) {
    json.object("recovery") { recovery.write(to: &$0) }
    json.object("sleep") { sleep.write(to: &$0) }
    json.object("strain") { strain.write(to: &$0) }
  }

  /// The figures beside the scores.
  func writeFitness(to json: inout JSONWriter) {
    json.rounded("load", load)
    json.rounded("fitness", fitness)
    json.rounded("fatigue", fatigue)
    json.rounded("form", form)
  }

  static func knows(_ key: JSONKey) -> Bool {
    switch key {
    case "date", "recovery", "sleep", "strain", "load", "fitness", "fatigue", "form": true
    default: false
    }
  }

  func agrees(with other: ScoreDay) -> Bool { isWritten(like: other) }
}

extension Score {
  /// Reads a score; nil when it is none.
  init?(_ json: JSONValue) {
    guard json.members != nil else { return nil }
    var read = FieldReader()
    self.init(
      value: json["value"].flatMap { read.integer($0, in: StoredRange.score) },
      band: json["band"].flatMap { read.text($0) }.flatMap { Band(rawValue: $0) },
      inputsUsed: json["inputs_used"].flatMap { read.integer($0, in: StoredRange.count) } ?? 0,
      inputsTotal: json["inputs_total"].flatMap { read.integer($0, in: StoredRange.count) } ?? 0,
      atLeast: json["at_least"].flatMap { read.flag($0) } ?? false,
      reason: json["reason"].flatMap { read.text($0) }.map { ScoreGap(named: DisplayText($0)) })
    guard read.isValid else { return nil }
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.member("value", value)
    json.member("band", band?.rawValue)
    json.member("inputs_used", inputsUsed)
    json.member("inputs_total", inputsTotal)
    json.member("at_least", atLeast)
    json.member("reason", reason?.name)
  }
}
