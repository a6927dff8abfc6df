// The person behind an account.

/// Who a service says the account belongs to.
package struct Athlete: Hashable, Sendable {
  /// The service's own id.
  package let id: String
  package let name: DisplayText?
  /// What the service knows of the rider, for riding a bicycle.
  package let rider: RiderSettings

  package init(id: String, name: DisplayText? = nil, rider: RiderSettings = RiderSettings()) {
    self.id = id
    self.name = name
    self.rider = rider
  }
}

extension Athlete {
  /// What to call an athlete where two accounts are told apart: the name, with the id where the names
  /// are equal; the id without a name.
  package func label(beside other: Athlete) -> DisplayText {
    guard let name, !name.isEmpty else { return DisplayText(id) }
    return name == other.name ? name + " (" + DisplayText(id) + ")" : name
  }
}
