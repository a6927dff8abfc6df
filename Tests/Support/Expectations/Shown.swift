// Values as texts for tables of cases.

import Model

package enum Shown {
  /// A value as its cases and members: `connect(strava)`, `output (mode: json)`. Of members with a
  /// name, those that are nil are left out, and one that has this name.
  package static func text(_ value: Any, without hidden: String? = nil) -> String {
    // Its storage is packed.
    if let ride = value as? Activity { return "(\(ride.members))" }
    let mirror = Mirror(reflecting: value)
    let members = mirror.children.compactMap { member -> String? in
      let text = text(member.value, without: hidden)
      guard let label = member.label, label.first?.isLetter == true else { return text }
      return text == "nil" || label == hidden ? nil : "\(label): \(text)"
    }
    let isOrdered = mirror.displayStyle != .dictionary
    let list = (isOrdered ? members : members.sorted()).joined(separator: ", ")
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { text($0.value, without: hidden) } ?? "nil"
    case .collection, .dictionary: return "[\(list)]"
    case .tuple: return list
    case .enum:
      guard let member = mirror.children.first else { return "\(value)" }
      let payload = text(member.value, without: hidden)
      return (member.label ?? "") + (payload.hasPrefix("(") ? payload : "(\(payload))")
    default:
      return (value as? any CustomStringConvertible).map { "\($0)" } ?? "(\(list))"
    }
  }
}
