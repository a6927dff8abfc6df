// Fuzz targets of events: pipes, recordings, renderers, charts and pictures.

import Codec
import Format
import Model
import Reporting
import Support

private let eventWords =
  jsonWords
  + EventType.all.flatMap { type in
    ["{\"type\":\"\(type.name)\","] + type.rows.map { "\"\($0.name)\":" }
  }
  + EventWords.fuzzed

private enum EventWords {
  static let fuzzed =
    EventType.common.map { "\"\($0.name)\":" } + Source.allCases.map { "\"\($0.rawValue)\"" }
    + ["\"2026-11-20\"", "\"2026-11-20T06:00:00Z\"", "[\"2026-11-20\",3.5]", "[5,812]"]
}

/// One line of each type of event with some of its members.
@Sendable private func eventSeeds() throws -> [[UInt8]] {
  EventType.all.map { type in
    let members = (EventType.common.dropFirst() + type.rows).map { row in
      "\"\(row.name)\":\(usual(row.kind))"
    }
    let line = "{\"type\":\"\(type.name)\",\(members.joined(separator: ","))}\n"
    return [0, 80, 24] + Array((line + line).utf8)
  }
}

private func usual(_ kind: ValueKind) -> String {
  switch kind {
  case .text: "\"Riding…\""
  case .time, .localTime: "\"2026-11-20T06:00:00Z\""
  case .date: "\"2026-11-20\""
  case .integer, .seconds, .ordinal, .number: "3"
  case .fraction: "0.25"
  case .flag: "true"
  case .version: "\"1.0\""
  case .word(let list): "\"\(list.words[0])\""
  case .list(let kind): "[\(usual(kind))]"
  case .object(let object):
    "{" + object.rows.map { "\"\($0.name)\":\(usual($0.kind))" }.joined(separator: ",") + "}"
  case .orNull(let kind): usual(kind)
  case .point: "[\"2026-11-20\",3.5]"
  }
}

let eventTargets = [
  // Text renderers write no controls; a stream is JSON that our own reader takes without a fault;
  // the live renderer writes no sequence of others and leaves the terminal as it was.
  Target("events", words: eventWords, seeds: eventSeeds) { bytes in
    var choices = Choices(bytes)
    let control = choices.byte()
    let renderer = FuzzedRenderer.allCases[control % 7]
    var show = RendererShow(
      renderer, columns: 1 + choices.byte() % 120, rows: 1 + choices.byte() % 40)
    let keepsLines = renderer == .json || renderer == .recorder
    if control & 0x80 == 0 {
      for event in recorded(Array(choices.rest), keepsLines: keepsLines) { show.play(event) }
    } else {
      var pipe = EventPipeReader(keepsLines: keepsLines)
      let now = Timestamp(seconds: 1_795_154_400)
      for piece in pieces(choices.rest, 200) { pipe.feed(piece, now: now) { show.pass($0) } }
      pipe.end(now: now) { show.pass($0) }
    }
    show.end()
    check(show.output, of: renderer)
  },
  // A recorded run is found where it begins, whatever the pieces.
  Target("recording", words: eventWords, seeds: eventSeeds) { bytes in
    var starts: [Int?] = []
    for size in [bytes.count, 7] {
      var search = RecordingReader(keepsLines: false)
      for piece in pieces(bytes, size) {
        piece.withUnsafeBufferPointer { search.read($0) }
        while search.nextItem() != nil {}
      }
      starts.append(search.lastRun)
    }
    require(starts[0] == starts[1], "the last run depends on the pieces")
    require((starts[0] ?? 0) <= bytes.count, "the last run begins after the end")
  },
  // Pictures are UTF-8 without controls, numbers that are none, or excess; charts fit their width.
  Target("charts", words: eventWords, seeds: chartSeeds) { bytes in
    var choices = Choices(bytes)
    let width = 1 + choices.byte() % 120
    let today = Day(number: 20_700 + choices.byte())
    var series: [ChartSeries] = []
    for event in recorded(Array(choices.rest), keepsLines: false) {
      if case .chart(let chart) = event.kind, series.count < 16 { series.append(chart) }
    }
    for chart in Chart.allCases {
      let lines = ChartText(chart, series, messages, .unicode, today: today, width: width).lines
      require(lines.count <= 400, "\(lines.count) lines")
      guard let picture = ChartSVG(chart, series, messages, today: today) else { continue }
      require(picture.bytes.count < 20_000_000, "\(picture.bytes.count) bytes")
      guard let svg = String(validating: picture.bytes, as: UTF8.self) else {
        fatalError("no UTF-8")
      }
      require(!svg.contains { $0.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" } }, svg)
      require(!svg.contains("\"nan") && !svg.contains("inf\"") && !svg.contains(" nan"), svg)
    }
  },
]

@Sendable private func chartSeeds() throws -> [[UInt8]] {
  ChartSeries.Name.allCases.flatMap { name in
    ["[\"2026-10-20\",40.5],[\"2026-11-20\",null]", "[5,812],[1200,281.5],[1201,null]"].flatMap {
      points in
      Chart.allCases.map { chart in
        let unit = points.first == "[" && chart == .power ? "watts" : "load"
        let line =
          "{\"type\":\"chart\",\"chart\":\"\(chart.rawValue)\",\"series\":\"\(name.rawValue)\","
          + "\"unit\":\"\(unit)\",\"points\":[\(points)]}\n"
        return [80, 80] + Array(line.utf8)
      }
    }
  }
}

private func recorded(_ bytes: [UInt8], keepsLines: Bool) -> [EventLine] {
  var reader = RecordingReader(keepsLines: keepsLines)
  bytes.withUnsafeBufferPointer { reader.read($0) }
  reader.end()
  var events: [EventLine] = []
  while let item = reader.nextItem() { if case .event(let event) = item { events.append(event) } }
  return events
}

private func check(_ output: [UInt8], of renderer: FuzzedRenderer) {
  guard let written = String(validating: output, as: UTF8.self) else { fatalError("no UTF-8") }
  guard renderer == .json || renderer == .recorder else {
    let hasControl = written.unicodeScalars.contains {
      $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value)
    }
    return require(!hasControl, "a control in \(renderer)")
  }
  for line in output.split(separator: 0x0A) {
    guard let event = try? JSONValue(parsing: Array(line)) else { fatalError(text(line)) }
    require(event["type"]?.string != nil && event["ts"]?.string?.count == 20, text(line))
    require(event["elapsed_ms"]?.integer.map { $0 >= 0 } ?? false, text(line))
  }
  var reader = RecordingReader(keepsLines: true)
  output.withUnsafeBufferPointer { reader.read($0) }
  reader.end()
  require(reader.faults.count == 0, "our own stream: \(reader.faults)")
}
