// Names of files that are being written, so that those of killed runs can be told and swept.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `.NAME.PID-RANDOM.part`: hidden from `*.ndjson`, unique among processes and machines.
package enum TemporaryName {
  /// A new name for writing the file called `name`.
  package static func make(for name: String) -> String {
    let chance = String(UInt64.random(in: .min ... .max), radix: 16)
    // A long name leaves room for the rest within the 255 bytes that file systems allow.
    return ".\(name.prefix(48)).\(getpid())-\(chance).part"
  }

  /// Whether `name` was made by `make`: left behind by a killed run, unless its writer is at work.
  package static func matches(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(".part") else { return false }
    let stem = name.dropFirst().dropLast(5)
    guard let dot = stem.lastIndex(of: ".") else { return false }
    let marks = stem[stem.index(after: dot)...].split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard marks.count == 2, let process = marks.first, let chance = marks.last else { return false }
    return Int32(process) != nil && UInt64(chance, radix: 16) != nil
  }
}
