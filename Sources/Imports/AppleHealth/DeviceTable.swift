// Numbers the devices and UTC offsets of records, so that each takes two bytes.

struct DeviceTable {
  /// A device or app by its name in the export.
  typealias Device = UInt16
  /// A device and a UTC offset.
  typealias ID = UInt16

  private struct Entry: Hashable {
    let device: Device
    let offset: Int
  }

  private var entries: [Entry] = []
  private var ids: [Entry: ID] = [:]
  private var names: [[UInt8]] = []
  private var devices: [[UInt8]: Device] = [:]
  /// The device of the previous record, which most often wrote the next one.
  private var last: Device = 0
  /// A limit on memory, far above real exports.
  private static let most = 4096

  /// nil if there are too many devices or the name is too long.
  mutating func device(_ name: UnsafeBufferPointer<UInt8>) -> Device? {
    if Int(last) < names.count, names[Int(last)].elementsEqual(name) { return last }
    guard name.count <= XMLLimit.name else { return nil }
    let bytes = Array(name)
    if let device = devices[bytes] {
      last = device
      return device
    }
    guard names.count < Self.most else { return nil }
    last = Device(names.count)
    names.append(bytes)
    devices[bytes] = last
    return last
  }

  /// nil if there are too many.
  mutating func id(_ device: Device, offset: Int) -> ID? {
    let entry = Entry(device: device, offset: offset)
    if let id = ids[entry] { return id }
    guard entries.count < ID.max else { return nil }
    let id = ID(entries.count)
    entries.append(entry)
    ids[entry] = id
    return id
  }

  func device(of id: ID) -> Device { entries[Int(id)].device }

  func offset(of id: ID) -> Int { entries[Int(id)].offset }

  func name(of device: Device) -> [UInt8] { names[Int(device)] }

  /// Orders devices by name only.
  func precedes(_ one: Device, _ other: Device) -> Bool {
    name(of: one).lexicographicallyPrecedes(name(of: other))
  }
}
