// Stores many readings compactly, because their nights are known only after the last record.

/// A value at a time, or the mean of `count` values around it.
struct Reading {
  var time: UInt32
  var recorder: DeviceTable.ID
  var count: UInt16
  var value: Double
}

/// Readings of one kind. Beyond its capacity, duplicates are removed, then readings of one device
/// within some minutes are merged.
struct Readings {
  enum Rule {
    /// Merge to the mean.
    case mean
    /// Keep the last.
    case last
  }

  private let capacity: Int
  private let rule: Rule
  private var list: [Reading] = []
  /// The interval within which readings of one device are merged, in seconds.
  private var grain: UInt32 = 1

  private static let firstGrain: UInt32 = 300
  /// A quarter of a day; a longer interval would mix nights and days.
  private static let lastGrain: UInt32 = 21_600

  init(capacity: Int, _ rule: Rule) {
    self.capacity = capacity
    self.rule = rule
  }

  /// Adds a reading; false if the capacity is exceeded.
  mutating func add(
    _ value: Double, at time: UInt32, _ recorder: DeviceTable.ID, _ recorders: DeviceTable
  ) -> Bool {
    if list.count == capacity {
      // The capacity is reserved up front: growing needs twice the memory.
      compact(recorders)
      if list.count > capacity / 4 * 3 { return false }
    } else if list.isEmpty {
      list.reserveCapacity(capacity)
    }
    list.append(Reading(time: time, recorder: recorder, count: 1, value: value))
    return true
  }

  /// Returns the readings without duplicates, sorted by device and time, and frees the data.
  mutating func take(_ recorders: DeviceTable) -> [Reading] {
    defer { list = [] }
    sort(recorders)
    removeDoubles(recorders)
    return list
  }

  private mutating func compact(_ recorders: DeviceTable) {
    sort(recorders)
    removeDoubles(recorders)
    // Merge readings added since the last time with the current interval.
    if grain > 1 { join(recorders) }
    while list.count > capacity / 4 * 3, grain * 2 <= Self.lastGrain {
      grain = max(Self.firstGrain, grain * 2)
      join(recorders)
    }
  }

  private mutating func sort(_ recorders: DeviceTable) {
    list.sort { one, other in
      let (first, second) = (
        recorders.device(of: one.recorder), recorders.device(of: other.recorder)
      )
      return (first, one.time, one.value) < (second, other.time, other.value)
    }
  }

  private mutating func removeDoubles(_ recorders: DeviceTable) {
    keep { last, next in
      last.time == next.time && last.value == next.value
        && recorders.device(of: last.recorder) == recorders.device(of: next.recorder)
    }
  }

  private mutating func join(_ recorders: DeviceTable) {
    let (rule, grain) = (rule, grain)
    keep { last, next in
      guard last.time / grain == next.time / grain,
        recorders.device(of: last.recorder) == recorders.device(of: next.recorder)
      else { return false }
      switch rule {
      case .last: last = next
      case .mean:
        let (one, other) = (Double(last.count), Double(next.count))
        last.value = (last.value * one + next.value * other) / (one + other)
        last.count = UInt16(clamping: Int(last.count) + Int(next.count))
      }
      return true
    }
  }

  /// Removes, in place, each reading that `absorb` merges into its predecessor.
  private mutating func keep(_ absorb: (inout Reading, Reading) -> Bool) {
    guard !list.isEmpty else { return }
    var last = 0
    for next in 1..<list.count where !absorb(&list[last], list[next]) {
      last += 1
      list[last] = list[next]
    }
    list.removeSubrange((last + 1)...)
  }
}
