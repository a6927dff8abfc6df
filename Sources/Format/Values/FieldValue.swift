// A kind of value, and the place where a record has it.

import Codec

/// How a value of some kind is described, read and written.
package struct FieldValue<Value: Equatable & Sendable>: Sendable {
  private let kind: @Sendable () -> ValueKind
  private let read: @Sendable (JSONView) -> Reading<Value>
  private let write: @Sendable (Value, StaticString, inout JSONWriter) -> Void

  init(
    _ kind: @autoclosure @escaping @Sendable () -> ValueKind,
    read: @escaping @Sendable (JSONView) -> Reading<Value>,
    write: @escaping @Sendable (Value, StaticString, inout JSONWriter) -> Void
  ) {
    (self.kind, self.read, self.write) = (kind, read, write)
  }

  /// Of a record that may have none.
  package func at<Record>(_ path: RecordField<Record>.Path<Value?>) -> RecordField<Record>.Access {
    let (get, set) = accessors(path)
    return at(get, set)
  }

  /// Of a record that always has one, and keeps it where there is none to read.
  package func at<Record>(_ path: RecordField<Record>.Path<Value>) -> RecordField<Record>.Access {
    let (get, set) = accessors(path)
    return at({ get($0) }, { if let value = $1 { set(&$0, value) } })
  }

  /// Getting or setting nil is for an absent one.
  package func at<Record>(
    _ get: @escaping RecordField<Record>.Getter<Value?>,
    _ set: @escaping RecordField<Record>.Setter<Value?>
  ) -> RecordField<Record>.Access {
    RecordField<Record>.Access(
      kind: kind,
      read: { [read] view, record in
        let reading = read(view)
        if let value = reading.value { set(&record, value) }
        return reading.flaw
      },
      write: { [write] record, key, json in
        if let value = get(record) { write(value, key, &json) }
      },
      isEqual: { get($0) == $1.flatMap(get) }, copy: { set(&$1, get($0)) })
  }
}

/// How a path is followed. What a record stores itself is found at its offset: the path takes several
/// times as long (measured). The tables of most lines have closures, which are faster still.
private func accessors<Record, Value>(
  _ path: RecordField<Record>.Path<Value>
) -> (RecordField<Record>.Getter<Value>, RecordField<Record>.Setter<Value>) {
  guard let offset = MemoryLayout<Record>.offset(of: path) else {
    return ({ $0[keyPath: path] }, { $0[keyPath: path] = $1 })
  }
  return (
    { withUnsafeBytes(of: $0) { $0.load(fromByteOffset: offset, as: Value.self) } },
    { record, value in
      withUnsafeMutablePointer(to: &record) { record in
        let place = UnsafeMutableRawPointer(record) + offset
        place.assumingMemoryBound(to: Value.self).pointee = value
      }
    }
  )
}
