// Measurable work: the stages of a run, pieces of work, and the gauges that count them.

public import Synchronization

/// A measurable piece of work and its share of the run.
package struct Work: Sendable {
  /// What is counted.
  package enum Unit: String, CaseIterable, Sendable {
    case activities, nights, records, bytes, requests, files
  }

  package let stage: Stage
  /// The share of the whole run, 0…1. The weights of a stage add up to at most the span of the
  /// stage.
  package let weight: Double
  package let source: Source?
  package let unit: Unit?
  /// The name of the file being worked on, if any.
  package let name: DisplayText?
  package let gauge: Gauge

  package init(
    stage: Stage, weight: Double, source: Source?, unit: Unit?, name: DisplayText? = nil,
    gauge: Gauge
  ) {
    (self.stage, self.weight, self.source) = (stage, weight, source)
    (self.unit, self.name, self.gauge) = (unit, name, gauge)
  }
}

/// A stage of a run; the stage bar shows all three.
package enum Stage: String, CaseIterable, Hashable, Sendable {
  case routine, prep, saving

  /// The part of the run's fraction (0…1) that this stage covers.
  package var span: ClosedRange<Double> {
    switch self {
    case .routine: 0...0.33
    case .prep: 0.33...0.66
    case .saving: 0.66...1
    }
  }

  /// The stages before it.
  package var earlier: Set<Stage> {
    Set(Stage.allCases.filter { $0.span.lowerBound < span.lowerBound })
  }
}

/// How much of a piece of work is done. One producer writes; the reporter's loop reads whenever it
/// draws. Values in between are not queued.
///
/// The only `public` and inlinable type here: `package` members are not inlined across modules, and
/// this one is used in inner loops.
public final class Gauge: Sendable {
  @usableFromInline let count = Atomic<Int>(0)
  @usableFromInline let goal = Atomic<Int>(-1)

  /// Fills the longest cache line (128 bytes): two gauges on one line would slow each other down on
  /// two cores.
  private let padding: (Line, Line, Line) = ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
  private typealias Line = (Int, Int, Int, Int)

  /// A gauge at zero whose total is not known yet.
  public init() {}

  /// Units done so far.
  @inlinable public var done: Int { count.load(ordering: .relaxed) }

  /// Units in all; nil while unknown.
  @inlinable public var total: Int? {
    let goal = goal.load(ordering: .relaxed)
    return goal < 0 ? nil : goal
  }

  /// Sets the units done.
  @inlinable public func set(_ done: Int) { count.store(done, ordering: .relaxed) }

  /// Adds to the units done.
  @inlinable public func advance(by units: Int = 1) { count.wrappingAdd(units, ordering: .relaxed) }

  /// Sets the number of units in all.
  @inlinable public func expect(_ total: Int) { goal.store(total, ordering: .relaxed) }

  /// Marks the work as done: the total becomes the units done.
  @inlinable public func finish() { goal.store(count.load(ordering: .relaxed), ordering: .relaxed) }
}
