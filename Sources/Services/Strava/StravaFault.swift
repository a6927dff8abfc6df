// Strava's error bodies: `{"message": …, "errors": [{"resource", "field", "code"}]}`.

import Codec
import Model
import Network

enum StravaFault {
  /// How much of a body is searched that is not a list of errors, in bytes.
  private static let reach = 2048
  /// Strava also writes this into pages for people, so any text is searched for it.
  private static let crowd = "limit of connected athletes"

  /// The reason of a refusal, if it is known.
  static func refusal(_ reply: Reply) -> Refusal? {
    let text = String(decoding: reply.body.prefix(reach), as: UTF8.self).lowercased()
    if reply.status == 403, text.place(of: crowd) != nil { return .tooManyAthletes }
    guard let value = try? JSONValue(parsing: reply.body), let errors = value["errors"]?.elements
    else { return nil }
    var missing: [DisplayText] = []
    for error in errors {
      let field = error["field"]?.string ?? ""
      let code = error["code"]?.string?.lowercased()
      if error["resource"]?.string == "Application", field.lowercased() == "status",
        code == "inactive"
      {
        return .inactiveApplication
      }
      // "activity:read_permission": the scope is the part before the last word.
      if code == "missing", let end = field.range(of: "_permission") {
        missing.append(DisplayText(String(field[..<end.lowerBound])))
      }
    }
    return missing.isEmpty ? nil : .missingScopes(missing)
  }
}

extension String {
  fileprivate func range(of suffix: String) -> Range<Index>? {
    guard hasSuffix(suffix) else { return nil }
    return index(endIndex, offsetBy: -suffix.count)..<endIndex
  }
}
