// Output without progress: no line of it may become a bar.
//
// `PrintedOutput/ordinary.txt` holds recorded and written outputs, each after a line `=== name`.

import Model
import Support
import Testing
import Wrap

@Suite(.blocking) struct OrdinaryOutputTests {
  /// The outputs with their names.
  static let outputs: [(name: Substring, lines: [Substring])] = {
    let lines = PrintedCorpus.text("ordinary.txt").split(
      separator: "\n" as Character, omittingEmptySubsequences: false)
    var outputs: [(name: Substring, lines: [Substring])] = []
    for line in lines {
      if line.hasPrefix("=== ") {
        outputs.append((line.dropFirst(4), []))
      } else if !outputs.isEmpty {
        outputs[outputs.count - 1].lines.append(line)
      }
    }
    return outputs
  }()

  /// Written at once, as programs write tables, and slowly, as they write logs.
  @Test(arguments: [1, 250] as [Int64]) func noneShowsABar(_ pause: Int64) {
    for output in Self.outputs {
      // Numbers that come slowly are progress.
      let isNumbers = output.lines.contains { $0.allSatisfy { $0 == " " || $0.isNumber } }
      if pause > 1, isNumbers { continue }
      var printed = PrintedProgress()
      for (index, line) in output.lines.enumerated() {
        let text = DisplayText(String(line))
        let moment = Moment(nanoseconds: Int64(index) * pause * 1_000_000)
        let found = printed.read(text, .whole, at: moment)
        expectEqual(found.reading, nil, "\(output.name): \(line)")
        expectEqual(found.words, nil, "\(output.name): \(line)")
      }
    }
  }

  /// The same lines in one stream: one output may not complete another's pattern.
  @Test func noneShowsABarAfterAnother() {
    #expect(Self.outputs.count >= 200 && Self.outputs.flatMap(\.lines).count > 2000)
    var printed = PrintedProgress()
    for (index, line) in Self.outputs.flatMap(\.lines).enumerated() {
      let moment = Moment(nanoseconds: Int64(index) * 1_000_000)
      let found = printed.read(DisplayText(String(line)), .whole, at: moment)
      expectEqual(found.reading, nil, "\(line)")
    }
  }
}
