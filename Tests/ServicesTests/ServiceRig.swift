// Helpers shared by the tests of all services.

import Codec
import Network
import Services
import Support
import Model

/// A signed-in account of a service against its fake, with real files and real sockets.
protocol ServiceRig {
  /// The service as a run would create it.
  func service(patience: Duration, deadline: Moment?) throws -> any ActivityService
}

extension ServiceRig {
  /// All pages of a listing.
  func pages(
    _ range: ListRange = ListRange(), patience: Duration = .seconds(60)
  ) async throws -> [ActivityPage] {
    var pages: [ActivityPage] = []
    try await service(patience: patience, deadline: nil).list(range) { pages.append($0) }
    return pages
  }

  /// The failure of the contact; nil for success.
  func failure(patience: Duration = .seconds(60), deadline: Moment? = nil) async throws
    -> SyncFailure?
  {
    let service = try service(patience: patience, deadline: deadline)
    do {
      _ = try await service.contact()
      return nil
    } catch {
      return error
    }
  }
}

/// The value of this name in the query of an address.
func queryValue(_ name: String, of url: String) -> String? {
  url.firstIndex(of: "?").flatMap { NamedValues(form: url[url.index(after: $0)...])[name] }
}

extension Activity {
  /// `members` without the id and the start.
  var figures: String {
    let known = ["id=", "source=", "source_id=", "start="]
    return members.split(separator: " ").filter { member in
      !known.contains { member.hasPrefix($0) }
    }.joined(separator: " ")
  }
}

extension TransportLimits {
  /// Limits in real time that only a failing test reaches, on a busy machine as well.
  static let patient = {
    var limits = TransportLimits()
    (limits.connect, limits.idle, limits.total) = (.seconds(3600), .seconds(3600), .seconds(3600))
    return limits
  }()
}
