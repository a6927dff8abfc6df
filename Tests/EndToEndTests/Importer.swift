// A person with Apple Health exports, and the built velo-sync.

import Codec
import Support
import Testing

/// Writes files into the home folder and imports them.
struct Importer {
  let rider: Rider

  init(_ rider: Rider) { self.rider = rider }

  init() throws { self.init(try Rider()) }

  /// Today in days since 1970-01-01, by the binary's clock in these tests.
  static var today: Int { Rider.now / 86_400 }

  /// Some weeks that end a month ago, so that no test depends on the time of day.
  static var weeks: ExportText.History { ExportText.History(last: today - 30, days: 40) }

  var store: String { rider.store }

  /// Writes a file of the home folder and returns its path.
  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let path = rider.home / name
    try Disk.makeFolders(above: path)
    try Disk.write(Array(bytes), to: path)
    return path
  }

  /// Writes an export as XML.
  @discardableResult
  func write(_ history: ExportText.History, to name: String = "export.xml") throws -> String {
    try write(ExportText(history).description.utf8, to: name)
  }

  /// Imports in JSON and returns the events.
  func events(_ arguments: String...) throws -> Events {
    try rider.events(["import"] + arguments)
  }

  /// Imports to the end.
  @discardableResult
  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> ProgramResult {
    try rider.run(["import"] + arguments, environment: environment)
  }

  func records(_ folder: String) throws -> [JSONValue] { try rider.records(folder) }

  func contents() throws -> [String: [UInt8]] { try rider.contents() }
}

extension Importer {
  /// An export too large to be read before a test has seen that it is.
  static func endless(_ history: ExportText.History) -> String {
    var export = ExportText(history)
    let step =
      "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"iPhone\" value=\"1\"/>"
    let steps = String(repeating: step + "\n", count: 1000)
    for _ in 0..<1500 { export.add(steps) }
    return export.description
  }
}
