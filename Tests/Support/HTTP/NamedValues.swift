// An ordered list of names and values: headers, query items, form fields.

import Codec

/// Names and values in order; a name may occur more than once.
package struct NamedValues: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package struct Item: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  package var items: [Item]

  package init(_ items: [Item] = []) { self.items = items }

  package init(dictionaryLiteral elements: (String, String)...) {
    items = elements.map { Item(name: $0.0, value: $0.1) }
  }

  /// The first value of exactly this name; setting replaces all of the name, nil removes them.
  package subscript(name: String) -> String? {
    get { items.first { $0.name == name }?.value }
    set {
      items.removeAll { $0.name == name }
      if let newValue { items.append(Item(name: name, value: newValue)) }
    }
  }

  package func ignoringCase(_ name: String) -> String? {
    let wanted = name.lowercased()
    return items.first { $0.name.lowercased() == wanted }?.value
  }

  /// Reads `a=1&b=two%20words`, the form of queries and of posted forms; empty when it is invalid.
  package init(form text: some StringProtocol) {
    items = FormPairs(parsing: text)?.pairs.map { Item(name: $0.name, value: $0.value) } ?? []
  }

  /// Reads the query of an address; empty when there is none.
  package init(queryOf address: String) { self.init(form: address.drop { $0 != "?" }.dropFirst()) }

  /// As the query of an address.
  var form: String { items.reduce(into: FormPairs()) { $0.append($1.name, $1.value) }.encoded }
}
