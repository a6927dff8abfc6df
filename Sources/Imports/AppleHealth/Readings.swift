// Stores many readings compactly, because their nights are known only after the last record.

import Model

/// A value at a time.
struct Reading {
  let time: HealthTime
  let device: DeviceTable.Device
  let value: Double
}

/// Readings of one kind. Beyond its capacity, duplicates are removed: exports of several days have
/// the same readings.
struct Readings {
  private let capacity: Int
  private var list: [Reading] = []

  init(capacity: Int = ImportLimits.appleReadings) {
    self.capacity = capacity
  }

  /// Adds a reading; false if the capacity is exceeded.
  mutating func add(_ reading: Reading) -> Bool {
    if list.count == capacity {
      sort()
      if list.count > capacity / 4 * 3 { return false }
    } else if list.isEmpty {
      // Growing needs twice the memory; what is not used takes none.
      list.reserveCapacity(capacity)
    }
    list.append(reading)
    return true
  }

  /// Returns the readings without duplicates, sorted by device and time, and frees the data.
  mutating func take() -> [Reading] {
    defer { list = [] }
    sort()
    return list
  }

  private mutating func sort() {
    func key(_ reading: Reading) -> (DeviceTable.Device, UInt32, Double) {
      (reading.device, reading.time.seconds, reading.value)
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
