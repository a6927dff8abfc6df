// All figures of one frame come from one reading of the gauges.

import Model
import Reporting
import Support
import Testing

@Suite(.blocking) struct FrameReadingTests {
  @Test(
    arguments: [
      (.live, .resume), (.live, .progressRequest), (.plain, .progressRequest),
      (.accessible, .progressRequest), (.json, .tick),
    ] as [(TranscriptRenderer, Signal)])
  func `figures of a frame agree while a producer goes on`(
    _ renderer: TranscriptRenderer, _ signal: Signal
  ) {
    func output(changed: Bool) -> String {
      var show = renderer.show()
      let gauge = downloading(&show, done: 20, of: 100)
      show.wait(10_500)
      gauge.set(24)
      show.wait(400)
      let before = show.out.count
      gauge.set(26)
      show.pass(600)
      show.signal(signal) {
        guard changed else { return }
        gauge.set(90)
        gauge.expect(95)
      }
      return String(decoding: show.out[before...], as: UTF8.self)
    }
    let calm = output(changed: false)
    #expect(calm.contains("26"), "\(calm)")
    expectEqual(output(changed: true), calm)
  }

  @Test func `a frame shows bar count and time left of one reading`() {
    var show = live()
    let gauge = downloading(&show, done: 20, of: 100)
    show.wait(9_000)
    show.signal(.resume) {
      gauge.set(90)
      gauge.expect(95)
    }
    let lines = screen(show).visibleLines
    #expect(lines.contains { $0.hasSuffix("20 of 100 · 35 s left") }, "\(lines)")
    #expect(lines.contains { $0.hasSuffix("6 %") }, "\(lines)")
  }
}
