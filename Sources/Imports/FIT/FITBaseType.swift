// The base types of FIT fields and how their values are read.

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
  func value(_ bytes: UnsafeRawPointer, isBig: Bool) -> Double? {
    @inline(__always)
    func load<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer {
      let raw = bytes.loadUnaligned(as: Integer.self)
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
