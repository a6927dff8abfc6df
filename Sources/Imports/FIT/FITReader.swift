// Reads the messages of a FIT file one after another (FIT protocol 2.0).

import Model

/// Reads a FIT file in one pass. Its memory does not depend on the file.
///
/// A file that is cut off or damaged gives the messages before the damage; `isDamaged` tells.
struct FITReader: ~Copyable {
  /// Whether the file ended before it should, a checksum differs, or a message has no definition.
  private(set) var isDamaged = false
  /// The part of a chained file that the last message belongs to, from 0.
  private(set) var part = -1

  static let headerSize = 12

  private let source: InputBuffer
  private var checksum = FITChecksum()
  private var isInputDamaged = false
  /// Bytes of the part's data that are still to come; nil for a part whose recorder has not written
  /// its size.
  private var left: Int?
  private var isInPart = false

  private var plans = [FITPlan?](repeating: nil, count: 16)
  private var developerFields: [UInt16: FITDeveloperField] = [:]
  private var lastTimestamp: UInt32?

  // The values of the last message.
  private let values = UnsafeMutablePointer<Double>.allocate(capacity: FITKey.allCases.count)
  private var known: UInt64 = 0
  /// The native fields of records that were once not 0: developer fields stand in for others only.
  private(set) var measured: UInt64 = 0
  /// The values of the last message that stand in for a 0.
  private(set) var standIns: UInt64 = 0
  private var plan = FITPlan(nil, isBigEndian: false)
  /// The bytes of the last message, after its header.
  private var data = UnsafeRawBufferPointer(start: nil, count: 0)

  init(_ input: InputBuffer) {
    source = input
    values.initialize(repeating: 0, count: FITKey.allCases.count)
  }

  deinit { values.deallocate() }

  /// The next message that is read; nil at the end.
  ///
  /// - Throws: `stopped` and `noZlib`.
  mutating func next() throws(ImportError) -> FITMessage? {
    while !isDamaged {
      if !isInPart {
        guard try beginPart() else { return nil }
        continue
      }
      if left == 0 {
        try endPart()
        continue
      }
      guard try fill(1) else { return cut() }
      let header = source.bytes[0]
      if header & 0xC0 == 0x40 {
        guard try define(header) else { return cut() }
        continue
      }
      let local = header & 0x80 == 0 ? header & 0x0F : header >> 5 & 3
      guard let plan = plans[Int(local)], let bytes = try take(1 &+ plan.fields.size) else {
        return cut()
      }
      data = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
      if let message = decode(plan, header) { return message }
    }
    return nil
  }

  // MARK: Values of the last message

  /// A value in the unit of its field; nil if the message has none.
  @inline(__always)
  subscript(key: FITKey) -> Double? { known & key.mask == 0 ? nil : values[Int(key.rawValue)] }

  /// A whole number; nil if there is none, or it is not in the range of 32 bits.
  func whole(_ key: FITKey) -> Int? {
    self[key].flatMap { $0.magnitude < 4_294_967_296 ? Int($0.rounded(.towardZero)) : nil }
  }

  /// A time in seconds since 1970; nil for one that counts from the moment of switching on.
  func time(_ key: FITKey) -> Int64? {
    guard let seconds = self[key], seconds >= 268_435_456, seconds < 4_294_967_295 else {
      return nil
    }
    let time = Int64(seconds) &+ 631_065_600
    return RideLimits.times.contains(time) ? time : nil
  }

  /// Like `time`; a time that counts from the moment of switching on stays as it is.
  func clock(_ key: FITKey) -> Int64? {
    if let time = time(key) { return time }
    return whole(key).flatMap { RideLimits.sinceSwitchingOn.contains(Int64($0)) ? Int64($0) : nil }
  }

  /// The offset of the recorder's clock from UTC in seconds east; nil for a message without a
  /// plausible one.
  var localOffset: Int? {
    guard let time = self.time(.timestamp), let local = self.time(.localTimestamp) else {
      return nil
    }
    return LocalOffset.plausible(local &- time)
  }

  /// The rider's threshold power; nil for a message without a plausible one.
  var ftpWatts: Int? {
    whole(.thresholdPower).flatMap { RiderSettings.plausibleFTP.contains($0) ? $0 : nil }
  }

  /// The values of an array, without invalid ones.
  func values(_ key: FITKey) -> [Double] {
    guard let step = plan.fields.steps.first(where: { $0.key == key }) else { return [] }
    return (0..<Int(step.count)).compactMap { index in
      step.type.value(
        data, at: Int(step.offset) + index * step.type.size, isBig: plan.isBigEndian
      )
      .map(step.value)
    }
  }

  /// A field of three bytes; nil if the message has none, or all its bits are set.
  func packed24(_ key: FITKey) -> UInt32? {
    let bytes = rawBytes(key)
    guard bytes.count == 3 else { return nil }
    let value = UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16
    return value == 0xFF_FFFF ? nil : value
  }

  func rawBytes(_ key: FITKey) -> [UInt8] {
    guard let step = plan.fields.steps.first(where: { $0.key == key }) else { return [] }
    return Array(data.dropFirst(Int(step.offset)).prefix(Int(step.count) * step.type.size))
  }

  /// A text up to its NUL; nil if it is empty, or damage rather than text.
  func text(_ key: FITKey) -> String? {
    let text = String(decoding: rawBytes(key).prefix { $0 != 0 }, as: UTF8.self)
    func isDamage(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "\u{FFFD}" || DisplayText.isHarmful(scalar.value)
    }
    return text.isEmpty || text.unicodeScalars.contains(where: isDamage) ? nil : text
  }

  // MARK: Parts

  /// Reads the header of a part; false at the end of the file, or for what is no header.
  private mutating func beginPart() throws(ImportError) -> Bool {
    // What follows the last part and is no header belongs to nobody; before the first it is damage.
    func end(_ isDamage: Bool) -> Bool {
      isDamaged = isDamage || isInputDamaged
      return false
    }
    guard try fill(Self.headerSize) else { return end(part < 0 || !source.bytes.isEmpty) }
    let size = Int(source.bytes[0])
    (left, checksum) = (nil, FITChecksum())
    guard source.bytes[8..<12].elementsEqual(".FIT".utf8), size >= Self.headerSize,
      let header = try take(size)
    else { return end(true) }
    let length = header.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    left = length == 0 ? nil : Int(UInt32(littleEndian: length))
    part += 1
    isInPart = true
    plans = [FITPlan?](repeating: nil, count: 16)
    developerFields = [:]
    lastTimestamp = nil
    return true
  }

  /// Compares the checksum behind the data.
  private mutating func endPart() throws(ImportError) {
    left = nil
    // Over data and checksum together it is 0.
    if try take(2) == nil || checksum.value != 0 { isDamaged = true }
    isInPart = false
  }

  private mutating func cut() -> FITMessage? {
    isDamaged = true
    return nil
  }

  // MARK: Definitions

  /// Reads a definition; false if it is cut off.
  private mutating func define(_ header: UInt8) throws(ImportError) -> Bool {
    guard try fill(6) else { return false }
    let nativeEnd = 6 + 3 * Int(source.bytes[5])
    var size = nativeEnd
    if header & 0x20 != 0 {
      guard try fill(size + 1) else { return false }
      size += 1 + 3 * Int(source.bytes[size])
    }
    guard let bytes = try take(size) else { return false }
    let isBigEndian = bytes[2] != 0
    let number = bytes.loadUnaligned(fromByteOffset: 3, as: UInt16.self)
    let message = FITMessage(
      rawValue: isBigEndian ? UInt16(bigEndian: number) : UInt16(littleEndian: number))
    var fields = FITFieldList()
    for at in stride(from: 6, to: nativeEnd, by: 3) {
      fields.append(
        FITField.read(bytes[at], of: message), size: Int(bytes[at + 1]), code: bytes[at + 2])
    }
    for at in stride(from: nativeEnd + 1, to: size, by: 3) {
      let described = developerFields[Self.key(bytes[at + 2], bytes[at])]
      fields.append(
        message.flatMap { described?.native(in: $0) }, size: Int(bytes[at + 1]),
        code: described?.code ?? 0x0D, isDeveloper: true)
    }
    plans[Int(header & 0x0F)] = FITPlan(message, isBigEndian: isBigEndian, fields: fields)
    return true
  }

  private static func key(_ index: UInt8, _ number: UInt8) -> UInt16 {
    UInt16(index) << 8 | UInt16(number)
  }

  /// Notes which native field a developer field stands for.
  private mutating func describe() {
    guard let index = self[.developerIndex], let number = self[.fieldNumber],
      let code = self[.baseType], let field = self[.nativeField],
      let index = UInt8(exactly: index), let number = UInt8(exactly: number),
      let code = UInt8(exactly: code), let field = UInt8(exactly: field)
    else { return }
    let scale = self[.developerScale].flatMap { $0 > 0 ? $0 : nil } ?? 1
    developerFields[Self.key(index, number)] = FITDeveloperField(
      code: code, message: self[.nativeMessage].flatMap { UInt16(exactly: $0) }, field: field,
      scale: scale, offset: self[.developerOffset] ?? 0)
  }

  // MARK: Data

  /// Reads the message in `data`; nil if it is skipped.
  private mutating func decode(_ plan: FITPlan, _ header: UInt8) -> FITMessage? {
    // Locals stay in registers.
    var known: UInt64 = 0
    let values = values
    if let offset = plan.fields.timestamp {
      let raw = data.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let time = plan.isBigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)
      if time != .max { lastTimestamp = time }
    }
    if header & 0x80 != 0, let last = lastTimestamp {
      let offset = UInt32(header & 0x1F)
      let time = (last & ~31) &+ offset &+ (offset < last & 31 ? 32 : 0)
      lastTimestamp = time
      values[Int(FITKey.timestamp.rawValue)] = Double(time)
      known = FITKey.timestamp.mask
    }
    guard let message = plan.message else { return nil }
    let data = data
    let isBigEndian = plan.isBigEndian
    var standIns: UInt64 = 0
    plan.fields.steps.withUnsafeBufferPointer { steps in
      for step in steps {
        let isZero = step.isDeveloper && known & step.key.mask != 0
        if isZero, standIns & step.key.mask != 0 || isMeasured(step.key, in: message) { continue }
        guard let raw = step.type.value(data, at: Int(step.offset), isBig: isBigEndian) else {
          continue
        }
        values[Int(step.key.rawValue)] = step.value(raw)
        known |= step.key.mask
        if isZero { standIns |= step.key.mask }
      }
    }
    (self.known, self.standIns) = (known, standIns)
    // Most messages follow one of the same plan, whose count of references need not change.
    if self.plan !== plan { self.plan = plan }
    if message == .fieldDescription { describe() }
    return message
  }

  /// Whether the native field of a message that has a value has been other than 0 so far.
  private mutating func isMeasured(_ key: FITKey, in message: FITMessage) -> Bool {
    let isHere = values[Int(key.rawValue)] != 0
    guard message == .record else { return isHere }
    if isHere { measured |= key.mask }
    return measured & key.mask != 0
  }

  // MARK: Bytes

  /// Takes bytes of the part's data, which stay until more are read; nil if it or the file has
  /// fewer.
  private mutating func take(_ count: Int) throws(ImportError) -> UnsafeRawBufferPointer? {
    if let left, left < count { return nil }
    guard try fill(count) else { return nil }
    left? -= count
    let bytes = UnsafeRawBufferPointer(rebasing: source.bytes.prefix(count))
    checksum.add(bytes)
    source.advance(count)
    return bytes
  }

  /// Makes sure that so many bytes can be taken; false if the file has fewer.
  private mutating func fill(_ count: Int) throws(ImportError) -> Bool {
    do throws(ImportError) {
      return try source.fill(count)
    } catch .damaged {
      isInputDamaged = true
      return false
    }
  }
}

/// CRC-16/ARC: polynomial 0x8005 reflected, start 0 (FIT protocol, "CRC"). Eight bytes at a time
/// by tables: one byte at a time would take longer than everything else that reads a file.
struct FITChecksum {
  private(set) var value: UInt16 = 0

  private static let tables: [UInt16] = {
    var tables = [UInt16](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt16(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xA001 : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<8 * 256 {
      let shorter = tables[index - 256]
      tables[index] = shorter >> 8 ^ tables[Int(shorter & 0xFF)]
    }
    return tables
  }()

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var sum = value
    Self.tables.withUnsafeBufferPointer { tables in
      var at = 0
      while at &+ 8 <= bytes.count {
        let word =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
          ^ UInt64(sum)
        sum = 0
        for index in 0..<8 {
          let byte = Int(word &>> UInt64(8 &* index) & 0xFF)
          sum ^= tables[(7 &- index) &* 256 &+ byte]
        }
        at &+= 8
      }
      while at < bytes.count {
        sum = sum >> 8 ^ tables[Int(sum & 0xFF ^ UInt16(bytes[at]))]
        at &+= 1
      }
    }
    value = sum
  }
}
