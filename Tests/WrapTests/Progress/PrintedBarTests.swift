// What the run around a command is told of the progress that the command prints.

import Model
import Terminal
import Testing

@testable import Wrap

@Suite struct PrintedBarTests {
  private var host = TestHost()
  private var bar = PrintedBar(isOn: true)

  /// Takes lines that end `milliseconds` after each other.
  private mutating func take(_ lines: String..., after milliseconds: Int64 = 100) {
    for line in lines {
      host.moment = host.moment + .milliseconds(milliseconds)
      bar.update(.line(LogLine(stream: .standardOutput, text: DisplayText(line))), &host)
    }
  }

  /// A line stays, whatever it says.
  @Test mutating func `numbers are shown and are a bar`() {
    take("20", "40", "70", "100", "done")
    #expect(host.shown == ["20", "40", "70", "100", "done"])
    #expect(host.fractions.last == 1)
  }

  /// A full bar stays beside lines that follow at once, and does not stay for what comes later.
  @Test mutating func `a full bar ends with other work`() {
    take("[1/3] one", "[2/3] two", "[3/3] three", "linked")
    take("packed", after: 1_800)
    #expect(host.ends == 0)
    host.moment = host.moment + .milliseconds(300)
    bar.makeWay(&host)
    #expect(host.ends == 1)
    take("more", after: 5_000)
    #expect(host.ends == 1)
  }

  /// What the command says by events wins over what it prints, from then on.
  @Test mutating func `events end the bar`() {
    take("10%", "100%", "other work")
    let before = host.fractions
    bar.stop(&host)
    take("30%", "40%", after: 5_000)
    bar.makeWay(&host)
    #expect(host.fractions == before && host.ends == 0 && host.child.statedLine == nil)
    #expect(host.shown.suffix(2) == ["30%", "40%"])
  }
}

/// A run that remembers what it was told.
private struct TestHost: WrapHost {
  var child = ChildView()
  var moment = Moment(nanoseconds: 0)
  let window = WindowSize(columns: 80, rows: 24)
  let hasLostReader = false
  private(set) var shown: [String] = []
  private(set) var fractions: [Double?] = []
  private(set) var ends = 0

  var now: Now { Now(moment: moment, wall: Timestamp(seconds: 0)) }

  mutating func relay(_ change: OutputChange) { shown += change.newLines.map(\.text.description) }
  mutating func handle(_ event: SyncEvent) {
    if case .progress(let report) = event.kind { fractions.append(report.fraction) }
  }
  mutating func together(_ body: (inout Self) -> Void) { body(&self) }
  mutating func endBar() { ends += 1 }
  func write(_ bytes: [UInt8]) {}
  func giveScreen(_ isGiven: Bool) {}
  func handle(_ signal: Signal) {}
}
