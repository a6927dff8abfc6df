// The members of objects.

/// One member of an object.
package struct JSONMember: Sendable {
  let document: JSONDocument
  let index: Int

  /// Its name with the escapes resolved.
  package var name: String { nameValue.string ?? "" }

  /// Calls `body` with its name, which must not escape.
  package func withName<R>(_ body: (JSONView) -> R) -> R { nameValue.view(body) }

  /// Its value.
  package var value: JSONValue { JSONValue(document, at: index + 1) }

  /// Its name as written, including quotes and escapes.
  var nameSlice: ArraySlice<UInt8> { nameValue.slice }

  private var nameValue: JSONValue { JSONValue(document, at: index) }
}
