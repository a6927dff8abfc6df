// Streams made from the lists that services send.

import Model
import Support
import Testing

struct ActivityStreamTests {
  private typealias Power = ActivityStream<Watts>

  private func values(_ stream: Power) -> [[Double]] { stream.runs.map(\.values) }

  @Test func aValueLastsUntilTheNextOne() {
    let stream = Power(times: [0, 4, 5], values: [100, 200, 300])
    expectEqual(values(stream), [[100, 100, 100, 100, 200, 300]])
    expectEqual(stream.seconds, 6)
  }

  @Test func aPauseEndsARun() {
    let stream = Power(times: [0, 1, 600, 601], values: [100, 200, 300, 400])
    expectEqual(values(stream), [[100, 200], [300, 400]])
    expectEqual(stream.runs.map(\.start), [0, 600])
    expectEqual(stream.seconds, 4)
    expectEqual(stream.average, 250)
  }

  @Test func valuesLastTenSecondsForPowerAndThirtyForHeartRate() {
    expectEqual(Power(times: [0, 10], values: [100, 200]).seconds, 11)
    expectEqual(Power(times: [0, 11], values: [100, 200]).seconds, 2)
    #expect(ActivityStream<BeatsPerMinute>(times: [0, 30], values: [100, 120]).seconds == 31)
    #expect(ActivityStream<BeatsPerMinute>(times: [0, 31], values: [100, 120]).seconds == 2)
  }

  @Test func longSensorGapsEndARun() {
    var list: [Double?] = Array(repeating: 200, count: 100)
    for second in 30..<60 { list[second] = nil }
    list[80] = nil
    let stream = Power(everySecond: list)
    expectEqual(stream.runs.map(\.start), [0, 60])
    expectEqual(stream.seconds, 70)
  }

  @Test func aStreamMayBeginAndEndWithoutValues() {
    let stream = Power(everySecond: [nil, nil, 100, 200, nil])
    expectEqual(values(stream), [[100, 200]])
    expectEqual(stream.runs.map(\.start), [2])
  }

  @Test func valuesThatNoSensorMeasuresAreIgnored() {
    let stream = Power(everySecond: [.nan, .infinity, -1, 65_535, 0, 100])
    expectEqual(values(stream), [[0, 100]])
    // A strap without contact writes zero.
    #expect(ActivityStream<BeatsPerMinute>(everySecond: [0, 0, 0]).isEmpty)
  }

  @Test func unorderedListsAndDuplicateSecondsAreSorted() {
    let stream = Power(times: [2, 0, 1, 1], values: [300, 100, 150, 200])
    expectEqual(values(stream), [[100, 200, 300]])
  }

  @Test func impossibleTimesAreIgnored() {
    let stream = Power(
      times: [.min, -1, 0, 1, 1_000_000_000, .max], values: [1, 2, 100, 200, 5, 6])
    expectEqual(values(stream), [[100, 200]])
  }

  @Test func listsOfDifferentLengthAreCutToTheShorter() {
    expectEqual(Power(times: [0, 1, 2], values: [100]).seconds, 1)
    #expect(Power(times: [], values: [100]).isEmpty)
    expectEqual(Power(everySecond: []).average, nil)
  }
}
