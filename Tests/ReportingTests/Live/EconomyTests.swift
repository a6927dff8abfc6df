// The live renderer sends few bytes, and only what has changed.

import Reporting
import Support
import Model
import Terminal
import Testing

/// The writes during some time.
private func writes(
  of show: inout Show, for milliseconds: Int
) -> ArraySlice<(at: Int, bytes: [UInt8])> {
  let before = show.writes.count
  show.wait(milliseconds)
  return show.writes[before...]
}

/// The sizes of the writes while a gauge rises twenty times a second, the smallest first.
private func sizes(of show: inout Show, as gauge: Gauge, does work: ClosedRange<Int>) -> [Int] {
  let before = show.writes.count
  for done in work {
    gauge.set(done)
    show.wait(50)
  }
  return show.writes[before...].map(\.bytes.count).sorted()
}

@Suite(.blocking) struct EconomyTests {
  /// The limits hold with colours, which cost the most.
  @Test(arguments: [Glyphs.unicode, .ascii])
  func `an idle second takes ten small writes`(_ glyphs: Glyphs) {
    var show = live(glyphs: glyphs, palette: .theme)
    _ = downloading(&show, done: 62, of: 183)
    for kind in ScoreKind.allCases { show.post(score(kind, 71, .good)) }
    // Without a time left, which would change every second.
    show.post(.status(.processingData))
    show.wait(4000)
    for _ in 0..<5 {
      let second = writes(of: &show, for: 1000)
      #expect(second.count <= 10 && second.count >= 4)
      #expect(second.allSatisfy { $0.bytes.count <= 8 })
      #expect(second.reduce(0) { $0 + $1.bytes.count } <= 100)
    }
  }

  @Test(arguments: [Glyphs.unicode, .ascii])
  func `a pulse stays small`(_ glyphs: Glyphs) {
    var show = live(glyphs: glyphs, palette: .theme)
    _ = downloading(&show, done: 0, of: nil)
    show.wait(4000)
    // Five cycles.
    let writes = writes(of: &show, for: 6000)
    #expect(writes.count <= 60)
    #expect(writes.reduce(0) { $0 + $1.bytes.count } <= 6 * 200)
  }

  @Test(arguments: [Glyphs.unicode, .ascii])
  func `a tip costs three writes`(_ glyphs: Glyphs) {
    var show = live(glyphs: glyphs, palette: .theme, style: LiveStyle(firstTip: 0))
    _ = downloading(&show, done: 0, of: nil)
    for kind in ScoreKind.allCases { show.post(score(kind, 71, .good)) }
    show.wait(2990)
    for _ in 0..<15 {
      let change = writes(of: &show, for: 400).filter { $0.bytes.count > 8 }
      #expect(change.count <= 3 && !change.isEmpty)
      #expect(change.reduce(0) { $0 + $1.bytes.count } <= 350)
      show.wait(2600)
    }
  }

  /// Nine of ten frames with spinner, bar and percentage moving.
  @Test(arguments: [Glyphs.unicode, .ascii], [100, 80, 60])
  func `a moving bar takes few bytes a frame`(_ glyphs: Glyphs, _ columns: Int) {
    var show = live(glyphs: glyphs, palette: .theme)
    show.columns = columns
    show.start()
    show.post(.stageStarted(.routine))
    show.post(.status(.processingData))
    for kind in ScoreKind.allCases { show.post(score(kind, 71, .good)) }
    let gauge = show.work(nil, nil, of: 200)
    show.wait(1000)
    let sizes = sizes(of: &show, as: gauge, does: 1...200)
    #expect(sizes[sizes.count * 9 / 10] <= 60)
    #expect(sizes.allSatisfy { $0 <= 80 })
  }

  @Test func `counts and time left cost little more`() {
    var show = live(palette: .theme)
    let gauge = downloading(&show, done: 1, of: 900)
    for kind in ScoreKind.allCases { show.post(score(kind, 71, .good)) }
    show.wait(4000)
    let sizes = sizes(of: &show, as: gauge, does: 60...400)
    // The first frame with a time left is longer.
    #expect(sizes.dropLast().allSatisfy { $0 <= 80 })
  }
}
