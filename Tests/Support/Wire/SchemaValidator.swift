// Validates JSON by the part of JSON Schema 2020-12 that our schema uses; rejects other keywords.

import Codec

package struct SchemaValidator: Sendable {
  private let root: JSONValue

  package init(_ text: String) throws { root = try JSONValue(parsing: Array(text.utf8)) }

  /// The faults of a text; `isStrict` rejects members that no schema describes.
  package func faults(in text: some Sequence<UInt8>, isStrict: Bool = false) -> [String] {
    guard let value = try? JSONValue(parsing: Array(text)) else { return ["not JSON"] }
    return faults(of: value, root, "", isStrict)
  }

  /// Those of a value, including members that are not described.
  private func faults(
    of value: JSONValue, _ schema: JSONValue, _ path: String, _ isStrict: Bool
  ) -> [String] {
    let finding = check(value, schema, path, isStrict)
    guard isStrict, let members = value.members else { return finding.faults }
    let strangers = members.map(\.name).filter { !finding.described.contains($0) }
    return finding.faults + strangers.map { "\(path)/\($0) is not described" }
  }

  private struct Finding {
    var faults: [String] = []
    /// The members of the value described by some schema.
    var described: Set<String> = []

    mutating func add(_ other: Finding) {
      faults += other.faults
      described.formUnion(other.described)
    }
  }

  private func check(
    _ value: JSONValue, _ schema: JSONValue, _ path: String, _ isStrict: Bool
  ) -> Finding {
    var finding = Finding()
    func demand(_ isMet: Bool, _ what: String) {
      if !isMet { finding.faults.append("\(path): \(what)") }
    }
    guard let keywords = schema.members else { return finding }
    for keyword in keywords {
      let rule = keyword.value
      switch keyword.name {
      case "$schema", "$id", "$defs", "title", "description", "format", "then": break
      case "type": demand(value.isOf(type: rule.string ?? ""), "is not \(rule.literal)")
      case "const": demand(value.isEqual(rule), "is not \(rule.literal)")
      case "enum": demand(rule.elements?.contains(where: value.isEqual) == true, "no such word")
      case "minimum":
        if let number = value.double { demand(number >= rule.double ?? .infinity, "too small") }
      case "maximum":
        if let number = value.double { demand(number <= rule.double ?? -.infinity, "too large") }
      case "pattern":
        if let text = value.string {
          let pattern = try? Regex(rule.string ?? "")
          demand(pattern.map { text.contains($0) } == true, "wrong form")
        }
      case "required":
        for name in rule.elements ?? [] where value.kind == .object {
          demand(value[name.string ?? ""] != nil, "has no \(name.literal)")
        }
      case "properties":
        for property in rule.members ?? [] {
          guard let member = value[property.name] else { continue }
          finding.described.insert(property.name)
          let path = "\(path)/\(property.name)"
          finding.faults += faults(of: member, property.value, path, isStrict)
        }
      case "items", "prefixItems":
        // One rule for all elements, or one for each.
        let rules = rule.kind == .array ? rule.list : value.list.map { _ in rule }
        for (index, (element, rule)) in zip(value.list, rules).enumerated() {
          let path = "\(path)/\(index)"
          finding.faults += faults(of: element, rule, path, isStrict)
        }
      case "minItems" where value.kind == .array:
        demand(Double(value.list.count) >= rule.double ?? .infinity, "too short")
      case "maxItems" where value.kind == .array:
        demand(Double(value.list.count) <= rule.double ?? -.infinity, "too long")
      case "minItems", "maxItems": break
      case "$ref":
        if let target = definition(rule.string ?? "") {
          finding.add(check(value, target, path, isStrict))
        } else {
          demand(false, "\(rule.literal) leads nowhere")
        }
      case "allOf":
        for part in rule.list { finding.add(check(value, part, path, isStrict)) }
      case "anyOf":
        let matching = rule.list.map { check(value, $0, path, isStrict) }.filter(\.faults.isEmpty)
        demand(!matching.isEmpty, "is none of the alternatives")
        for match in matching { finding.add(match) }
      case "if":
        if check(value, rule, path, false).faults.isEmpty, let then = schema["then"] {
          finding.add(check(value, then, path, isStrict))
        }
      default: demand(false, "this validator does not know the keyword \(keyword.name)")
      }
    }
    return finding
  }

  private func definition(_ reference: String) -> JSONValue? {
    let start = "#/$defs/"
    guard reference.hasPrefix(start) else { return nil }
    return root["$defs"]?[String(reference.dropFirst(start.count))]
  }
}

extension JSONValue {
  /// The elements of an array; none of anything else.
  fileprivate var list: [JSONValue] { elements.map { Array($0) } ?? [] }

  fileprivate func isOf(type: String) -> Bool {
    switch (type, kind) {
    case ("object", .object), ("array", .array), ("string", .string), ("number", .number),
      ("boolean", .bool), ("null", .null):
      true
    case ("integer", .number): integer != nil
    default: false
    }
  }

  fileprivate func isEqual(_ other: JSONValue) -> Bool {
    kind == other.kind && (string ?? literal) == (other.string ?? other.literal)
  }
}
