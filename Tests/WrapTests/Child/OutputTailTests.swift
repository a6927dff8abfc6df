// The end of a command's output that is kept until it is known whether the command failed.

import Model
import Testing

@testable import Wrap

@Suite struct OutputTailTests {
  private var tail = OutputTail()

  private mutating func take(_ text: String, from stream: OutputStream = .standardOutput) {
    tail.append(Array(text.utf8), from: stream)
  }

  private var kept: [String] {
    tail.shown { _ in .bytes }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test mutating func `the last thousand lines are kept`() {
    for end in [1200, 3100] {
      take((1...end).map { "\($0)\n" }.joined())
      #expect(kept == (end - 999...end).map { "\($0)\n" })
    }
  }

  @Test mutating func `a line in pieces is one line`() {
    take("one, ")
    take("two\nthr")
    take("error\n", from: .standardError)
    take("ee\n")
    #expect(kept == ["one, two\n", "thr", "error\n", "ee\n"])
    #expect(
      tail.shown { _ in .bytes }.map(\.stream) == [
        .standardOutput, .standardOutput, .standardError, .standardOutput,
      ])
  }

  /// Of a line that is too long, nothing is shown once its beginning is gone.
  @Test mutating func `an endless line takes little memory`() {
    let piece = String(repeating: "x", count: 100_000)
    for _ in 1...100 {
      take(piece)
      #expect(kept.reduce(0) { $0 + $1.utf8.count } <= 8 << 20)
    }
    // What failed may stand at the end of it.
    take("failed\n")
    #expect(kept.count == 1 && kept[0].hasSuffix("xfailed\n"))
  }
}
