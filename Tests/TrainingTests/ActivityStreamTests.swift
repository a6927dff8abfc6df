// Streams made from the lists that services send.

import Model
import Support
import Testing

struct ActivityStreamTests {
  private typealias Power = ActivityStream<Watts>

  @Test(
    arguments: [
      // A value lasts until the next one.
      ([0, 4, 5], [100, 200, 300], [[100, 100, 100, 100, 200, 300]]),
      // Unordered lists and duplicate seconds are sorted.
      ([2, 0, 1, 1], [300, 100, 150, 200], [[100, 200, 300]]),
      // Impossible times are ignored.
      ([.min, -1, 0, 1, 1_000_000_000, .max], [1, 2, 100, 200, 5, 6], [[100, 200]]),
      // Lists of different length are cut to the shorter.
      ([0, 1, 2], [100], [[100]]), ([], [100], []),
    ] as [([Int], [Double], [[Double]])])
  func `lists become runs of seconds`(_ times: [Int], _ values: [Double], _ runs: [[Double]]) {
    let stream = Power(times: times, values: values)
    expectEqual(stream.runs.map(\.values), runs)
    expectEqual(stream.seconds, runs.joined().count)
  }

  @Test func `a pause ends a run`() {
    let stream = Power(times: [0, 1, 600, 601], values: [100, 200, 300, 400])
    expectEqual(stream.runs.map(\.values), [[100, 200], [300, 400]])
    expectEqual(stream.runs.map(\.start), [0, 600])
    #expect(stream.seconds == 4 && stream.average == 250)
  }

  @Test func `values last ten seconds for power and thirty for heart rate`() {
    expectEqual(Power(times: [0, 10], values: [100, 200]).seconds, 11)
    expectEqual(Power(times: [0, 11], values: [100, 200]).seconds, 2)
    #expect(ActivityStream<BeatsPerMinute>(times: [0, 30], values: [100, 120]).seconds == 31)
    #expect(ActivityStream<BeatsPerMinute>(times: [0, 31], values: [100, 120]).seconds == 2)
  }

  @Test func `long sensor gaps end a run`() {
    var list: [Double?] = Array(repeating: 200, count: 100)
    for second in 30..<60 { list[second] = nil }
    list[80] = nil
    let stream = Power(everySecond: list)
    expectEqual(stream.runs.map(\.start), [0, 60])
    expectEqual(stream.seconds, 70)
  }

  @Test func `a stream may begin and end without values`() {
    let stream = Power(everySecond: [nil, nil, 100, 200, nil])
    expectEqual(stream.runs.map(\.values), [[100, 200]])
    expectEqual(stream.runs.map(\.start), [2])
    expectEqual(Power(everySecond: []).average, nil)
  }

  @Test func `values that no sensor measures are ignored`() {
    let stream = Power(everySecond: [.nan, .infinity, -1, 65_535, 0, 100])
    expectEqual(stream.runs.map(\.values), [[0, 100]])
    // A strap without contact writes zero.
    #expect(ActivityStream<BeatsPerMinute>(everySecond: [0, 0, 0]).isEmpty)
  }
}
