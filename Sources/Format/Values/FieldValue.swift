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
    at({ $0[keyPath: path] }, { $0[keyPath: path] = $1 })
  }

  /// Of a record that always has one, and keeps it where there is none to read.
  package func at<Record>(_ path: RecordField<Record>.Path<Value>) -> RecordField<Record>.Access {
    at({ $0[keyPath: path] }, { if let value = $1 { $0[keyPath: path] = value } })
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
