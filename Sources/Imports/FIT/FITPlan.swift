// How the data messages of one definition are read, and the values of their fields.

/// Reads one field of a data message.
struct FITStep {
  let offset: UInt32
  /// Values of the base type; more than one is an array.
  let count: UInt8
  let type: FITBaseType
  let key: FITKey
  /// Whether it stands in for a native field that has no value.
  let isDeveloper: Bool
  let scale: Double
  let bias: Double
  /// Whether the value is the number itself: dividing by 1 takes as long as everything else.
  let isPlain: Bool

  /// The value of a raw number, in the unit of the field.
  @inline(__always)
  func value(_ raw: Double) -> Double { isPlain ? raw : raw / scale - bias }
}

/// What a local message number stands for. A class, because every data message refers to one; it
/// never changes, so that reading it needs no check of access.
final class FITPlan {
  /// nil for messages that are skipped.
  let message: FITMessage?
  let isBigEndian: Bool
  let fields: FITFieldList

  init(_ message: FITMessage?, isBigEndian: Bool, fields: FITFieldList = FITFieldList()) {
    (self.message, self.isBigEndian, self.fields) = (message, isBigEndian, fields)
  }
}

/// The fields of a definition, as they are read one after another.
struct FITFieldList {
  /// Bytes of a data message, without its header.
  private(set) var size = 0
  /// Where a timestamp stands; nil without one. Compressed timestamps go on from the last one of
  /// any message, also of one that is skipped.
  private(set) var timestamp: Int?
  private(set) var steps: [FITStep] = []

  /// Adds a field to the end of the message, whatever becomes of it.
  ///
  /// - Parameter field: nil for one that is not read.
  mutating func append(_ field: FITField?, size: Int, code: UInt8, isDeveloper: Bool = false) {
    defer { self.size += size }
    guard let type = FITBaseType(code: code), size > 0, size % type.size == 0, let field else {
      return
    }
    if field.key == .timestamp, type == .uint32, size == 4 { timestamp = self.size }
    // A file may name one field a hundred times; real ones name it once.
    guard steps.count < FITKey.allCases.count else { return }
    steps.append(
      FITStep(
        offset: UInt32(clamping: self.size), count: UInt8(clamping: size / type.size), type: type,
        key: field.key, isDeveloper: isDeveloper, scale: field.scale, bias: field.offset,
        isPlain: field.scale == 1 && field.offset == 0))
  }
}

/// A developer field as the file describes it: which native field it stands for.
struct FITDeveloperField {
  let code: UInt8
  /// nil when it stands for the field of any message.
  let message: UInt16?
  let field: UInt8
  let scale: Double
  let offset: Double

  /// The native field that it stands for in a message; nil for none that is read.
  func native(in message: FITMessage) -> FITField? {
    guard self.message == nil || self.message == message.rawValue,
      let native = FITField.read(field, of: message), native.key != .timestamp
    else { return nil }
    return FITField(native.number, native.key, scale: scale, offset: offset)
  }
}

/// A base type by the low five bits of its code (FIT protocol, "Base Type").
enum FITBaseType: UInt8 {
  case enumeration = 0
  case sint8 = 1
  case uint8 = 2
  case sint16 = 3
  case uint16 = 4
  case sint32 = 5
  case uint32 = 6
  case string = 7
  case float32 = 8
  case float64 = 9
  case uint8z = 10
  case uint16z = 11
  case uint32z = 12
  case byte = 13
  case sint64 = 14
  case uint64 = 15
  case uint64z = 16

  /// - Returns: nil for a code that is no type; such fields are skipped by their size.
  init?(code: UInt8) { self.init(rawValue: code & 0x1F) }

  /// Bytes of one value.
  var size: Int {
    switch self {
    case .enumeration, .sint8, .uint8, .string, .uint8z, .byte: 1
    case .sint16, .uint16, .uint16z: 2
    case .sint32, .uint32, .float32, .uint32z: 4
    case .float64, .sint64, .uint64, .uint64z: 8
    }
  }

  /// Reads one value; nil for the type's invalid value, and for strings.
  @inline(__always)
  func value(_ bytes: UnsafeRawBufferPointer, at offset: Int, isBig: Bool) -> Double? {
    @inline(__always)
    func load<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer {
      let raw = bytes.loadUnaligned(fromByteOffset: offset, as: Integer.self)
      return isBig ? Integer(bigEndian: raw) : Integer(littleEndian: raw)
    }
    @inline(__always)
    func known<Integer: FixedWidthInteger>(_ value: Integer, except invalid: Integer) -> Double? {
      value == invalid ? nil : Double(value)
    }
    switch self {
    case .enumeration, .uint8, .byte: return known(load(UInt8.self), except: .max)
    case .uint8z: return known(load(UInt8.self), except: 0)
    case .sint8: return known(load(Int8.self), except: .max)
    case .uint16: return known(load(UInt16.self), except: .max)
    case .uint16z: return known(load(UInt16.self), except: 0)
    case .sint16: return known(load(Int16.self), except: .max)
    case .uint32: return known(load(UInt32.self), except: .max)
    case .uint32z: return known(load(UInt32.self), except: 0)
    case .sint32: return known(load(Int32.self), except: .max)
    case .uint64: return known(load(UInt64.self), except: .max)
    case .uint64z: return known(load(UInt64.self), except: 0)
    case .sint64: return known(load(Int64.self), except: .max)
    case .float32:
      let value = Double(Float(bitPattern: load(UInt32.self)))
      return value.isFinite ? value : nil
    case .float64:
      let value = Double(bitPattern: load(UInt64.self))
      return value.isFinite ? value : nil
    case .string: return nil
    }
  }
}
