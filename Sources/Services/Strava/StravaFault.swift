// Strava's error bodies: `{"message": …, "errors": [{"resource", "field", "code"}]}`.

import Codec
import Model
import Network

enum StravaFault {
  /// How much of a body that is no list of errors is looked at, in bytes.
  private static let reach = 2048
  /// Strava writes this in pages for people as well, so that it is looked for in any text.
  private static let crowd = "limit of connected athletes"

  /// What a refusal says about permissions; nil when it says nothing that we know.
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
      // "activity:read_permission": the scope is what comes before the last word.
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
