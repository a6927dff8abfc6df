// The person behind an account.

/// Who a service says the account belongs to.
package struct Athlete: Hashable, Sendable {
  /// The service's own id.
  package let id: String
  package let name: DisplayText?
  /// Functional threshold power in watts, where the service knows it.
  package let ftpWatts: Int?
  /// Body mass, where the service knows it.
  package let weightKilograms: Double?

  package init(
    id: String, name: DisplayText? = nil, ftpWatts: Int? = nil, weightKilograms: Double? = nil
  ) {
    self.id = id
    self.name = name
    self.ftpWatts = ftpWatts
    self.weightKilograms = weightKilograms
  }
}
