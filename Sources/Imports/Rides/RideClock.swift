// Leaves out what was recorded while a recorder's clock was wrong.

extension RideSamples {
  /// Leaves out samples whose time is wrong, as before a clock's first fix, and puts the others in
  /// order of time.
  ///
  /// The first sample that counts is one that the next three confirm. After it, runs of fewer than
  /// four samples do not count when they are further than `gap` from their neighbours. Where no
  /// sample is confirmed, or most come before it, the recorder writes too rarely to tell.
  ///
  /// - Parameters:
  ///   - start: the index of the first sample.
  ///   - gap: in seconds.
  ///   - isOneRide: whether the samples are of one ride: what is further from the longest run than a
  ///     ride can last does not count, however much it is.
  mutating func removeWrongTimes(from start: Int = 0, gap: Int64, isOneRide: Bool) {
    defer { sort(from: start) }
    let count = list.count - start
    guard count >= Self.leastRun,
      let confirmed = (start...list.count - Self.leastRun).first(where: isConfirmed)
    else { return }
    let runs = runs(from: 2 * (confirmed - start) < count ? confirmed : start, gap: gap)
    guard let longest = runs.max(by: { $0.count < $1.count }) else { return }
    let middle = list[longest.lowerBound].time
    keep(
      runs.filter { run in
        run.count >= Self.leastRun
          && (!isOneRide
            || (list[run.lowerBound].time - middle).magnitude <= RideLimits.longestRide)
      }, from: start)
  }

  /// Samples that confirm one another.
  static let leastRun = 4
  /// The longest time between two that do, in seconds.
  private static let longestConfirmation = 3_600

  private func isConfirmed(_ index: Int) -> Bool {
    (index + 1..<index + Self.leastRun).allSatisfy { step(to: $0) <= Self.longestConfirmation }
  }

  /// Seconds between a sample and the one before.
  private func step(to index: Int) -> UInt64 {
    (list[index].time - list[index - 1].time).magnitude
  }

  /// The samples without steps of more than `gap` seconds.
  private func runs(from start: Int, gap: Int64) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var first = start
    for index in list.indices.dropFirst(start + 1) where step(to: index) > gap {
      runs.append(first..<index)
      first = index
    }
    return runs + [first..<list.count]
  }
}
