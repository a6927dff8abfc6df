// What the browser shows when it comes back from the service.

/// A small page that needs nothing from anywhere.
enum RedirectPage {
  case signedIn
  case denied
  case refused

  /// The whole HTTP answer.
  var answer: [UInt8] {
    let page = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>velo-sync</title>
      <style>
        body { font: 18px/1.5 system-ui, sans-serif; max-width: 30em; margin: 20vh auto; padding: 0 1em }
        @media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }
      </style>
      <h1>\(title)</h1>
      <p>\(sentence)</p>

      """
    let head = [
      "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8",
      "Content-Length: \(page.utf8.count)", "Cache-Control: no-store",
      "Referrer-Policy: no-referrer", "Connection: close", "", "",
    ]
    return Array((head.joined(separator: "\r\n") + page).utf8)
  }

  private var status: String {
    switch self {
    case .signedIn, .denied: "200 OK"
    case .refused: "400 Bad Request"
    }
  }

  private var title: String {
    switch self {
    case .signedIn: "That went well"
    case .denied: "Nothing was connected"
    case .refused: "This is not for velo-sync"
    }
  }

  private var sentence: String {
    switch self {
    case .signedIn: "velo-sync goes on in your terminal. You can close this page."
    case .denied: "You said no, and that is fine. You can close this page."
    case .refused: "The address does not belong to a sign-in that is under way."
    }
  }
}
