// `velo-sync emit TYPE [NAME=VALUE…]`: sends one event to the enclosing wrap.

import Codec
import Flags
import Model
import Platform
import Reporting
import Wrap

struct EmitCommand {
  let start: Start
  let type: String
  let members: [String]

  /// Checks the event, and sends it to the wrap, if there is one: a script works the same without.
  func run() -> ExitStatus {
    do throws(SyncFailure) {
      let line = try line()
      try Self.check(line)
      guard let descriptor = EventsPipe.descriptor(start.world.environment) else { return .ok }
      // A wrap that has ended counts as none.
      return SignalAction.ignoringBrokenPipe {
        Start.write(
          line, to: start.world.writing(to: descriptor), ifClosed: .ok,
          complaint: TroubleLines.unwritableEvent)
      }
    } catch {
      // This error is for the author of the script, not for the wrap.
      return start.fail(error, reportsToWrap: false)
    }
  }

  /// - Throws: `usage` with the fault that the wrap would find in the event.
  private static func check(_ line: [UInt8]) throws(SyncFailure) {
    var reader = EventPipeReader(keepsLines: false)
    reader.feed(line, now: Timestamp(seconds: 0)) { _ in }
    if let fault = reader.faults.first { throw .usage(.invalidEvent(fault: fault.text)) }
  }

  /// - Throws: `usage` for an argument that is not NAME=VALUE.
  private func line() throws(SyncFailure) -> [UInt8] {
    var pairs: [(name: Substring, value: Substring)] = []
    for member in members {
      guard let split = member.firstIndex(of: "="), split != member.startIndex else {
        throw .usage(
          .badValue(option: "emit", value: DisplayText(member), expected: "members like text=Hello")
        )
      }
      pairs.append((member[..<split], member[member.index(after: split)...]))
    }
    var json = JSONWriter()
    json.object { json in
      json.member("type", type)
      for pair in pairs { json.member(named: pair.name, shell: pair.value) }
    }
    json.endLine()
    return json.take()
  }
}

extension JSONWriter {
  /// Writes a value from the command line: numbers, true, false and null as such, all else as text.
  /// Members that are texts by definition stay texts.
  fileprivate mutating func member(named name: Substring, shell value: Substring) {
    key(escaping: String(name))
    let texts: Set<Substring> = [
      "text", "spoken", "title", "message", "hint", "code", "status", "stage", "source", "unit",
    ]
    // Shells and awk write `.5`.
    let sign = value.hasPrefix("-") ? "-" : ""
    let digits = value.dropFirst(sign.count)
    let bytes = Array((digits.hasPrefix(".") ? "\(sign)0\(digits)" : String(value)).utf8)
    if !texts.contains(name), let json = try? JSONValue(parsing: bytes),
      [.number, .bool, .null].contains(json.kind)
    {
      self.value(raw: bytes)
    } else {
      self.value(String(decoding: String(value).pathBytes, as: UTF8.self))
    }
  }
}
