// The table of events: what the decoder, the encoder, the schema and the manual page go by.

package import Codec
package import Model

/// One type of event.
package final class EventType: Sendable {
  package let name: StaticString
  /// One sentence.
  package let about: StaticString
  /// Without the members that all types have.
  package let rows: [EventRowEntry]
  /// Makes an event of its members.
  let read: @Sendable (inout EventFields) throws(EventError) -> SyncEvent.Kind
  /// The names of all members, those of all types first.
  let keys: [StaticString]
  /// The places among the keys of the members that must be there, without those of all types.
  let required: JSONWordSet

  init(
    _ name: StaticString, _ about: StaticString, _ rows: [EventRowEntry],
    read: @escaping @Sendable (inout EventFields) throws(EventError) -> SyncEvent.Kind
  ) {
    self.name = name
    self.about = about
    self.rows = rows
    self.read = read
    keys = EventType.commonKeys + rows.map(\.key)
    var required = JSONWordSet()
    for (place, row) in rows.enumerated() where row.isRequired {
      required.insert(EventType.commonKeys.count + place)
    }
    self.required = required
  }
}

extension EventType {
  /// All types, in the order in which a run has them.
  package static let all: [EventType] = [
    VersionEvent.type, RunStartedEvent.type, StageEvent.started, StageEvent.finished,
    StatusEvent.type, ProgressEvent.type, SourceFinishedEvent.type, ScoreEvent.type,
    WaitingEvent.type, MessageEvent.notice, SourceEvent.type, FitnessEvent.type, PowerEvent.type,
    RoutineEvent.type, PrepEvent.type, ChartEvent.type, SignInEvent.type, RequestEvent.type,
    LogEvent.type, MessageEvent.warning, ErrorEvent.type, SummaryEvent.type,
  ]

  /// Stands for every type that this version does not know.
  static let unknown = EventType("", "Unknown.", []) { fields throws(EventError) in fields.foreign }

  static let names = StringTable(all.map(\.name.description))

  /// The members that all types have.
  package static let common = entries(
    CommonMembers.type, CommonMembers.stamp, CommonMembers.sequence, CommonMembers.elapsed)

  static let commonKeys = common.map(\.key)

  private static let commonNames = StringTable(common.map(\.name))

  /// Whether this is the name of a member that all types have.
  package static func isCommon(_ name: JSONView) -> Bool { commonNames.index(of: name) != nil }
}

/// The members that all types have.
enum CommonMembers {
  static let type = EventRow<EventTypeName>(
    required: "type", "What happened; decides which other members there are.")
  static let stamp = EventRow<Timestamp>(required: "ts", "Wall-clock time of the event.")
  static let sequence = EventRow<Ordinal>(
    required: "seq", "Line number in the stream, without gaps.")
  static let elapsed = EventRow<Milliseconds>(
    required: "elapsed_ms", "Time since the start of the run, by a monotonic clock.")
}

extension JSONWriter {
  /// Begins a line with the members that all types have.
  ///
  /// - Parameters:
  ///   - head: see ``head(of:at:)``.
  ///   - elapsed: milliseconds since the start of the run.
  package mutating func beginLine(_ head: [UInt8], sequence: Int, elapsed: Int64) {
    beginObject(head, sequence)
    member(CommonMembers.elapsed.key, elapsed)
  }

  /// What the lines of one type and second have in common: the type, the time, and the key of the
  /// member `seq`.
  package static func head(of type: DisplayText, at stamp: Timestamp) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.put(CommonMembers.type, type)
      $0.put(CommonMembers.stamp, stamp)
      $0.key(escaping: CommonMembers.sequence.name)
    }
    return json.take().dropLast()
  }
}

/// The name of a type.
enum EventTypeName: EventText {
  static var kind: EventValueKind {
    let names = EventType.all.map(\.name.description)
    return .word(EventWords(name: "type", words: names, mayGrow: true))
  }
}

extension SyncEvent.Kind {
  /// The type of the event; nil for what is not written, and for another program's own type.
  package var type: EventType? {
    switch self {
    case .runStarted: RunStartedEvent.type
    case .stageStarted: StageEvent.started
    case .stageFinished: StageEvent.finished
    case .status(.initial): nil
    case .status: StatusEvent.type
    case .progress: ProgressEvent.type
    case .sourceFinished: SourceFinishedEvent.type
    case .score: ScoreEvent.type
    case .prep: PrepEvent.type
    case .fitness: FitnessEvent.type
    case .power: PowerEvent.type
    case .chart: ChartEvent.type
    case .routine: RoutineEvent.type
    case .waiting: WaitingEvent.type
    case .notice: MessageEvent.notice
    case .warning: MessageEvent.warning
    case .failure: ErrorEvent.type
    case .request: RequestEvent.type
    case .log: LogEvent.type
    case .source: SourceEvent.type
    case .signIn: SignInEvent.type
    case .summary: SummaryEvent.type
    case .work, .foreign: nil
    }
  }
}
