// Numbers the devices of records, so that each takes two bytes.

import Model

struct DeviceTable {
  /// A device or app by its name in the export.
  typealias Device = UInt16

  private var names: [[UInt8]] = []
  private var devices: [[UInt8]: Device] = [:]
  /// The device of the previous record, which most often wrote the next one.
  private var last: Device = 0

  /// nil if there are too many devices or the name is too long.
  mutating func device(_ name: UnsafeBufferPointer<UInt8>) -> Device? {
    if Int(last) < names.count, names[Int(last)].elementsEqual(name) { return last }
    guard name.count <= XMLLimit.name else { return nil }
    let bytes = Array(name)
    if let device = devices[bytes] {
      last = device
      return device
    }
    guard names.count < ImportLimits.appleDevices else { return nil }
    last = Device(names.count)
    names.append(bytes)
    devices[bytes] = last
    return last
  }

  func name(of device: Device) -> [UInt8] { names[Int(device)] }

  /// Orders devices by name only.
  func precedes(_ one: Device, _ other: Device) -> Bool {
    name(of: one).lexicographicallyPrecedes(name(of: other))
  }
}
