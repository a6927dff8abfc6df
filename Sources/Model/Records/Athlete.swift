// The owner of an account.

/// The owner of an account, as the service describes them.
package struct Athlete: Hashable, Sendable {
  /// The service's own id.
  package let id: String
  package let name: DisplayText?
  /// The rider's settings for cycling, as far as the service knows them.
  package let rider: RiderSettings
  /// The names of bikes and shoes by the ids that activities have.
  package let gear: [String: String]

  package init(
    id: String, name: DisplayText? = nil, rider: RiderSettings = RiderSettings(),
    gear: [String: String] = [:]
  ) {
    self.id = id
    self.name = name
    self.rider = rider
    self.gear = gear
  }
}

extension Athlete {
  /// The name with the id; the id alone if there is no name.
  package var label: DisplayText {
    guard let name, !name.isEmpty else { return DisplayText(id) }
    return name + " (" + DisplayText(id) + ")"
  }
}
