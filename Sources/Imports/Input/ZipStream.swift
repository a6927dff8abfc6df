// Reads a zip archive from its first byte to its last, as one inside another archive needs.

import Model

/// A zip archive as a stream. It depends on the header before each member, not on the directory.
final class ZipStream {
  private let source: InputBuffer
  private let budget: UnpackBudget
  private var member: Member?
  private var members = 0
  private var isAtEnd = false

  init(_ input: any ByteInput, budget: UnpackBudget) {
    source = InputBuffer(input)
    self.budget = budget
  }

  /// The next member; nil at the end. What is left of the member before is skipped and verified.
  ///
  /// A damaged member does not end the archive if its end can be found.
  ///
  /// - Throws: `damaged` if the archive is cut or cannot be followed, and the faults of the input.
  func next() throws(ImportError) -> Member? {
    try member?.finish()
    member = isAtEnd ? nil : try begin()
    return member
  }

  private func begin() throws(ImportError) -> Member? {
    guard try source.fill(4), let fields = ZipFields(source.bytes.prefix(4), count: 4) else {
      throw .damaged(line: nil)
    }
    if ZipSignature.isEnding(fields.number32(0)) {
      // An archive that this one is in has a checksum at its end.
      try source.drain()
      isAtEnd = true
      return nil
    }
    members += 1
    guard members <= ImportLimits.archiveMembers else { throw .unsuitable(.tooMuch) }
    return try Member(ZipEntry(from: source), from: source, budget: budget)
  }
}
