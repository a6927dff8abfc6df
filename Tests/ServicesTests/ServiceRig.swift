// Helpers shared by the tests of all services.

import Codec
import Format
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
  /// All members that a store writes, but the service's own record: `id="strava:1" duration_s=60`.
  var members: String {
    list { json in
      writeMembers(to: &json)
      writeUncounted(to: &json)
    }
  }

  /// `members` without the id and the start.
  var figures: String {
    let known = ["id=", "source=", "source_id=", "start="]
    return members.split(separator: " ").filter { member in
      !known.contains { member.hasPrefix($0) }
    }.joined(separator: " ")
  }
}

extension WellnessDay {
  /// All members that a store writes, but the service's own record.
  var members: String { list { writeMembers(to: &$0) } }
}

/// The members of an object as `name=value`.
private func list(_ write: (inout JSONWriter) -> Void) -> String {
  var json = JSONWriter()
  json.object { write(&$0) }
  let members = (try? JSONValue(parsing: json.take()))?.members?.map { member in
    "\(member.name)=\(member.value.literal)"
  }
  return members?.joined(separator: " ") ?? ""
}

extension TransportLimits {
  /// Limits in real time that only a failing test reaches, on a busy machine as well.
  static let patient = {
    var limits = TransportLimits()
    (limits.connect, limits.idle, limits.total) = (.seconds(3600), .seconds(3600), .seconds(3600))
    return limits
  }()
}
