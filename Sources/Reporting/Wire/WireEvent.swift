// An event as it came over the wire, whoever wrote it.

package import Codec
package import Model

/// One line of the stream: the event with the members that all types have.
package struct WireLine: Hashable, Sendable {
  /// The wall clock when it happened; absent in what a wrapped command writes.
  package let ts: Timestamp?
  /// Its number in the stream, from 1.
  package let seq: Int?
  /// How long after the beginning of the run it happened.
  package let elapsed: Duration?
  package let event: WireEvent
  /// Members that this version does not know, or not of this type; they change nothing.
  package let ignored: [DisplayText]
  /// Members that count as absent, because they are a number out of range or have one inside.
  package let outOfRange: JSONWordSet
  /// Whether all members are there that the format demands of the type, and none counts as absent.
  package let isComplete: Bool
}

/// What a line says. Optional are the members that some writers leave out; an absent list is empty.
/// Large and rare ones are indirect, so that every line need not be moved about as one of them.
package enum WireEvent: Hashable, Sendable {
  case version(Version)
  indirect case runStarted(RunStarted)
  case stageStarted(StageStarted)
  case stageFinished(StageFinished)
  case status(Status)
  /// How far a source, or the run as a whole, is; a word of it that is not known is absent. This is
  /// what most lines are: as trivial as it is, moving it about costs next to nothing.
  case progress(ReportedProgress)
  indirect case sourceFinished(SourceFinished)
  indirect case score(Score)
  indirect case waiting(Waiting)
  indirect case notice(ExternalMessage)
  indirect case source(SourceState)
  indirect case fitness(Fitness)
  indirect case routine(Routine)
  indirect case prep(Prep)
  indirect case signIn(SignIn)
  indirect case request(Request)
  case log(Log)
  indirect case warning(ExternalMessage)
  indirect case error(Failure)
  indirect case summary(Summary)
  /// A type that this version does not know.
  case unknown(type: DisplayText)
}

extension WireEvent {
  init(_ type: WireType, _ fields: inout WireFields) throws(WireError) {
    self =
      switch type {
      case .version: .version(try Version(&fields))
      case .runStarted: .runStarted(try RunStarted(&fields))
      case .stageStarted: .stageStarted(try StageStarted(&fields))
      case .stageFinished: .stageFinished(try StageFinished(&fields))
      case .status: .status(try Status(&fields))
      case .progress: .progress(try ReportedProgress(&fields))
      case .sourceFinished: .sourceFinished(try SourceFinished(&fields))
      case .score: .score(try Score(&fields))
      case .waiting: .waiting(try Waiting(&fields))
      case .notice: .notice(try ExternalMessage(&fields, .notice))
      case .source: .source(try SourceState(&fields))
      case .fitness: .fitness(try Fitness(&fields))
      case .routine: .routine(try Routine(&fields))
      case .prep: .prep(try Prep(&fields))
      case .signIn: .signIn(try SignIn(&fields))
      case .request: .request(try Request(&fields))
      case .log: .log(try Log(&fields))
      case .warning: .warning(try ExternalMessage(&fields, .warning))
      case .error: .error(try Failure(&fields))
      case .summary: .summary(try Summary(&fields))
      }
  }
}

extension Optional {
  /// The member, without which an event of this type says nothing.
  func required(_ field: WireField, of type: WireType) throws(WireError) -> Wrapped {
    guard let self else { throw .missing(field, of: type) }
    return self
  }
}
