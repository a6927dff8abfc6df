// Stores many readings compactly, because their nights are known only after the last record.

import Model

/// A value at a time.
struct Reading {
  let time: UInt32
  let recorder: DeviceTable.ID
  let value: Double
}

/// Readings of one kind. Beyond its capacity, duplicates are removed: exports of several days have
/// the same readings.
struct Readings {
  private let capacity: Int
  private var list: [Reading] = []

  /// - Parameter capacity: 16 bytes each; by default a reading every quarter of an hour for thirty
  ///   years.
  init(capacity: Int = 1 << 20) {
    self.capacity = capacity
  }

  /// Adds a reading; false if the capacity is exceeded.
  mutating func add(
    _ value: Double, at time: UInt32, _ recorder: DeviceTable.ID, _ recorders: DeviceTable
  ) -> Bool {
    if list.count == capacity {
      // The capacity is reserved up front: growing needs twice the memory.
      sort(recorders)
      if list.count > capacity / 4 * 3 { return false }
    } else if list.isEmpty {
      list.reserveCapacity(capacity)
    }
    list.append(Reading(time: time, recorder: recorder, value: value))
    return true
  }

  /// Returns the readings without duplicates, sorted by device and time, and frees the data.
  mutating func take(_ recorders: DeviceTable) -> [Reading] {
    defer { list = [] }
    sort(recorders)
    return list
  }

  private mutating func sort(_ recorders: DeviceTable) {
    func key(_ reading: Reading) -> (DeviceTable.Device, UInt32, Double) {
      (recorders.device(of: reading.recorder), reading.time, reading.value)
    }
    list.sort { key($0) < key($1) }
    var count = 0
    // In place, because a list of many years is large.
    for index in list.indices where count == 0 || key(list[count - 1]) != key(list[index]) {
      list[count] = list[index]
      count += 1
    }
    list.removeSubrange(count...)
  }
}
