// One type of event as a table, which the decoder, the encoder, the schema and the manual page go
// by, and the lists of words of the format.

package import Codec
package import Model

/// The tables of all types of event.
package enum Events {}

/// The members of one type of event, and how they become an event of the model.
///
/// `Members` is a value that has them all while a line is read or written: a type of the model
/// where one has them, else one that is made for it.
package struct EventTable<Members: Sendable>: Sendable {
  package let type: EventType
  /// In the order in which they are written.
  let members: Table<Members>
  let blank: Members

  /// - Parameters:
  ///   - name: the name of the type.
  ///   - rows: the members besides those of all types, in the order in which they are described.
  ///   - blank: what reading starts from. What stands there for a required member is never seen.
  ///   - event: makes an event of the members; nil if the model has no words for it.
  init(
    _ name: StaticString, _ about: StaticString, from blank: Members, _ rows: [Field<Members>],
    event: @escaping @Sendable (Members, inout EventReading) throws(EventError) -> SyncEvent.Kind?
  ) {
    self.blank = blank
    members = Table(rows.filter(\.leads) + rows.filter { !$0.leads })
    let head = LineHead.table.fields.map { field in
      field.within({ (line: Line) in line.head }, read: { field.access.read($0, &$1.head) })
    }
    let own = members.fields.map { field in
      field.within({ (line: Line) in line.members }, read: { field.access.read($0, &$1.members) })
    }
    let line = Table(head + own)
    type = EventType(name, about, rows.map(\.description)) {
      object, type, reading throws(EventError) in
      var read = Line(head: LineHead(), members: blank)
      let fields = line.read(object, into: &read)
      return try reading.line(read.head, type, fields, line) { reading throws(EventError) in
        try event(read.members, &reading)
      }
    }
  }

  private struct Line {
    var head: LineHead
    var members: Members
  }

  /// Writes a line.
  package func write(_ members: Members, _ head: LineHead, to json: inout JSONWriter) {
    var head = head
    head.type = type.displayName
    json.object { json in
      LineHead.table.write(head, to: &json)
      self.members.write(members, to: &json)
    }
    json.endLine()
  }
}

/// The members that all types have.
package struct LineHead: Sendable {
  var type: DisplayText = ""
  var stamp: Timestamp?
  var sequence: Int?
  /// In milliseconds.
  var elapsed: Int?

  init() {}

  /// - Parameters:
  ///   - type: the name of the type; a table writes its own.
  ///   - elapsed: milliseconds since the start of the run.
  package init(type: DisplayText = "", at stamp: Timestamp, sequence: Int, elapsed: Int) {
    (self.type, self.stamp, self.sequence, self.elapsed) = (type, stamp, sequence, elapsed)
  }

  package static let table = Table<LineHead>([
    .init(
      "type", "What happened; decides which other members there are.",
      // The table that reads the line was chosen by it.
      .parts(
        .word(EventType.nameList), write: { $2.member($1, $0.type.description) },
        read: { _, _ in nil }),
      isAlways: true),
    .init(
      "ts", "Wall-clock time of the event.", .eventTime.at({ $0.stamp }, { $0.stamp = $1 }),
      isAlways: true),
    .init(
      "seq", "Line number in the stream, without gaps.",
      .ordinal.at({ $0.sequence }, { $0.sequence = $1 }), isAlways: true),
    .init(
      "elapsed_ms", "Time since the start of the run, by a monotonic clock.",
      .integer(EventRange.milliseconds).at({ $0.elapsed }, { $0.elapsed = $1 }), isAlways: true),
  ])
}

/// One type of event, whatever its members are.
package final class EventType: Sendable {
  typealias Reader = @Sendable (JSONView, EventType, EventReading) throws(EventError) -> EventLine

  package let name: StaticString
  /// One sentence.
  package let about: StaticString
  /// Without the members that all types have.
  package let rows: [MemberDescription]
  let displayName: DisplayText
  private let reader: Reader

  fileprivate init(
    _ name: StaticString, _ about: StaticString, _ rows: [MemberDescription],
    reader: @escaping Reader
  ) {
    self.name = name
    self.about = about
    self.rows = rows
    self.reader = reader
    displayName = DisplayText(name.description)
  }

  /// Reads a line of this type.
  ///
  /// - Parameter name: the name of the type as the line has it.
  func read(
    _ object: JSONView, named name: JSONView, _ context: EventContext
  ) throws(EventError) -> EventLine {
    try reader(object, self, EventReading(context: context, typeName: name))
  }
}

extension EventType {
  /// All types, in the order in which a run has them.
  package static let all: [EventType] = [
    Events.version.type, Events.runStarted.type, Events.stageStarted.type,
    Events.stageFinished.type, Events.status.type, Events.progress.type,
    Events.sourceFinished.type, Events.score.type, Events.waiting.type, Events.notice.type,
    Events.source.type, Events.fitness.type, Events.power.type, Events.routine.type,
    Events.prep.type, Events.chart.type, Events.activity.type, Events.total.type,
    Events.signIn.type, Events.request.type, Events.log.type,
    Events.warning.type, Events.failure.type, Events.summary.type,
  ]

  /// Stands for every type that this version does not know.
  static let unknown = EventTable("", "Unknown.", from: true, []) { _, _ in nil }.type

  static var nameList: WordList {
    WordList(name: "type", words: all.map(\.name.description), mayGrow: true)
  }

  /// The members that all types have.
  package static let common = LineHead.table.fields.map(\.description)

  /// Whether this is the name of a member that all types have.
  package static func isCommon(_ name: JSONView) -> Bool { LineHead.table.has(name) }
}

extension SyncStatus.Name: FieldWord { static var listName: String { "status" } }
extension FailureCode: FieldWord { static var listName: String { "code" } }
extension Source: FieldWord { static var listName: String { "source" } }
extension Work.Unit: FieldWord { static var listName: String { "unit" } }
extension Wait.Reason.Name: FieldWord { static var listName: String { "wait_reason" } }
extension SourceReport.State: FieldWord { static var listName: String { "source_state" } }
extension Band: FieldWord { static var listName: String { "band" } }
extension ActivityKind: FieldWord { static var listName: String { "kind" } }
extension ListedRide.Rank: FieldWord { static var listName: String { "rank" } }
extension RideGrouping: FieldWord { static var listName: String { "by" } }
extension LoadOrigin: FieldWord { static var listName: String { "load_from" } }
extension Chart: FieldWord { static var listName: String { "chart" } }
extension ChartSeries.Name: FieldWord { static var listName: String { "series" } }
extension ChartSeries.Unit: FieldWord { static var listName: String { "unit_of_series" } }

// MARK: Lists that never grow

extension Stage: FixedFieldWord { static var listName: String { "stage" } }
extension RunSummary.Outcome: FixedFieldWord { static var listName: String { "outcome" } }
extension SourceOutcome: FixedFieldWord { static var listName: String { "source_outcome" } }
extension ScoreKind: FixedFieldWord { static var listName: String { "score" } }
extension OutputStream: FixedFieldWord { static var listName: String { "stream" } }
extension Weekday: FixedFieldWord { static var listName: String { "weekday" } }
