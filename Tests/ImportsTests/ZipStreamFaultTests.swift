// Reads zip archives as streams that are cut, damaged or hostile.

import Model
import Support
import Testing

@testable import Imports

@Suite(.blocking) struct ZipStreamFaultTests {
  private static let content = noise(700)
  private static let damage = ImportError.damaged(line: nil)

  private static func file(_ name: String, _ change: (inout ZipFile) -> Void = { _ in }) -> ZipFile
  {
    var file = ZipFile(name, content)
    file.hasDescriptor = false
    change(&file)
    return file
  }

  /// Reads a member between two others, which must be intact.
  private func middle(_ change: (inout ZipFile) -> Void) throws -> Unpacked? {
    let files = [Self.file("a"), Self.file("b", change), Self.file("c")]
    let archive = UnpackedArchive(try ZipMaker.archive(files))
    expectEqual(archive.names, ["a", "b", "c"])
    expectEqual(archive.fault, nil)
    expectEqual(archive.members.first?.content, Unpacked(bytes: Self.content))
    expectEqual(archive.members.last?.content, Unpacked(bytes: Self.content))
    return archive.members.dropFirst().first?.content
  }

  /// Reads a member after which the archive cannot be followed.
  private func last(_ change: (inout ZipFile) -> Void) throws -> Unpacked? {
    let files = [Self.file("a"), Self.file("b", change), Self.file("c")]
    let archive = UnpackedArchive(try ZipMaker.archive(files))
    expectEqual(archive.names, ["a", "b"])
    expectEqual(archive.fault, Self.damage)
    expectEqual(archive.members.first?.content, Unpacked(bytes: Self.content))
    return archive.members.last?.content
  }

  @Test func `encrypted members are reported and skipped`() throws {
    let locked = Unpacked(bytes: [], fault: .unsuitable(.encrypted))
    try expectEqual(middle { $0.isEncrypted = true }, locked)
    try expectEqual(
      middle { ($0.isEncrypted, $0.hasDescriptor, $0.headerHasSizes) = (true, true, true) }, locked)
    try expectEqual(last { ($0.isEncrypted, $0.hasDescriptor) = (true, true) }, locked)
  }

  @Test func `members of unknown methods are skipped`() throws {
    let unknown = Unpacked(bytes: [], fault: Self.damage)
    try expectEqual(middle { $0.method = .bzip2 }, unknown)
    // Nothing can be read after a member of unknown size whose data has no end mark.
    for method in [ZipFile.Method.bzip2, .stored] {
      try expectEqual(last { ($0.method, $0.hasDescriptor) = (method, true) }, unknown)
    }
  }

  @Test func `wrong members give their bytes and are skipped`() throws {
    let all = Unpacked(bytes: Self.content, fault: Self.damage)
    let most = Unpacked(bytes: Self.content.dropLast(), fault: Self.damage)
    for method in [ZipFile.Method.stored, .deflated] {
      try expectEqual(middle { ($0.method, $0.toldChecksum) = (method, 1) }, all)
      try expectEqual(middle { ($0.method, $0.toldSize) = (method, 701) }, all)
      try expectEqual(middle { ($0.method, $0.toldSize) = (method, 699) }, most)
    }
    try expectEqual(middle { $0.damage = { $0.append(0) } }, all)
    let cut = try middle { $0.damage = { $0.removeLast(100) } }
    expectEqual(cut?.fault, Self.damage)
    expectEqual(cut?.bytes.isEmpty, false)
    expect(cut.map { Self.content.starts(with: $0.bytes) })
    try expectEqual(middle { $0.damage = { $0 = [] } }, Unpacked(bytes: [], fault: Self.damage))
    try expectEqual(middle { $0.damage = { $0[0] = 7 } }, Unpacked(bytes: [], fault: Self.damage))
  }

  @Test func `wrong descriptors are damage of the member`() throws {
    for (isSigned, isLarge) in [(true, true), (true, false), (false, true), (false, false)] {
      for wrong in [\ZipFile.toldSize, nil] {
        let content = try middle { file in
          (file.hasDescriptor, file.isDescriptorSigned, file.isLarge) = (true, isSigned, isLarge)
          if let wrong { file[keyPath: wrong] = 5 } else { file.toldChecksum = 5 }
        }
        expectEqual(content, Unpacked(bytes: Self.content, fault: Self.damage))
      }
    }
    // Where the data ends is not known.
    let content = try last { ($0.hasDescriptor, $0.damage) = (true, { $0.removeLast(60) }) }
    expectEqual(content?.fault, Self.damage)
  }

  /// Sizes that lie must not overflow, nor allocate.
  @Test(arguments: [UInt64.max, UInt64(Int64.max), UInt64(Int64.max) - 40, 1 << 40, 5000])
  func `implausible sizes are damage`(_ claim: UInt64) throws {
    for (method, isLarge) in [
      (ZipFile.Method.stored, true), (.stored, false), (.deflated, true), (.bzip2, true),
    ] {
      let liar = Self.file("a") {
        ($0.method, $0.hasLargeHeader, $0.toldPackedSize) = (method, isLarge, claim)
      }
      let archive = UnpackedArchive(try ZipMaker.archive([liar, Self.file("b")]))
      expectEqual(archive.fault, Self.damage)
      #expect(archive.members.count <= 1)
      #expect(archive.members.allSatisfy { $0.content.fault == Self.damage })
    }
  }

  static let lies: [[UInt8]] = [[0, 0], [0xFF, 0xFF], [0x50, 0x4B], [0, 0x80]]

  /// Every two bytes of the headers and of the descriptor replaced.
  @Test(arguments: lies, [true, false])
  func `headers may lie about everything`(_ lie: [UInt8], _ hasDescriptor: Bool) throws {
    let whole = try ZipMaker.archive([
      Self.file("a") { $0.hasDescriptor = hasDescriptor }, Self.file("b"),
    ])
    for at in Tier.cases(0..<whole.count - 1, quick: 300) {
      var bytes = whole
      bytes.replaceSubrange(at..<at + 2, with: lie)
      let archive = UnpackedArchive(bytes)
      for member in archive.members where member.content.fault == nil {
        #expect(member.content.bytes == Self.content || member.content.bytes.isEmpty)
      }
    }
  }

  /// The cuts of each case are so many bytes apart.
  static let cutDistance = 4

  @Test(arguments: [true, false], Tier.cases(0..<cutDistance, quick: 2))
  func `every cut gives the bytes before it`(_ hasDescriptor: Bool, _ first: Int) throws {
    var maker = ZipMaker()
    var ends: [Int] = []
    for name in ["a", "b", "c"] {
      try maker.add(Self.file(name) { $0.hasDescriptor = hasDescriptor })
      ends.append(maker.bytes.count)
    }
    maker.finish()
    for length in stride(from: first, to: maker.bytes.count, by: Self.cutDistance) {
      let archive = UnpackedArchive(Array(maker.bytes[..<length]), piece: 100)
      let whole = ends.filter { $0 <= length }.count
      let isWhole = archive.members.map { $0.content == Unpacked(bytes: Self.content) }
      expectEqual(isWhole.prefix(whole), [true, true, true].prefix(whole))
      // The directory begins after the last member: cut in it, the members are all there.
      expectEqual(archive.fault, (length < ends[2] + 4 ? Self.damage : nil))
      guard archive.members.count > whole, let cut = archive.members.last?.content else { continue }
      expectEqual(archive.members.count, whole + 1)
      expectEqual(cut.fault, Self.damage)
      #expect(Self.content.starts(with: cut.bytes))
      let data = length - (whole > 0 ? ends[whole - 1] : 0) - 31
      if data > 0, !hasDescriptor { #expect(cut.bytes.count >= min(data, 700) - 150) }
    }
  }

  @Test(arguments: [ImportError.stopped, .damaged(line: nil), .unsuitable(.encrypted)])
  func `faults of the file are passed on`(_ fault: ImportError) throws {
    let bytes = try ZipMaker.archive([Self.file("a"), Self.file("b")])
    for length in [2, 20, 300, 700, bytes.count] {
      let input = FaultyInput(Array(bytes[..<length]), then: fault, piece: 99)
      let stream = ZipStream(input, budget: UnpackBudget())
      let archive = UnpackedArchive(stream)
      expectEqual(archive.fault, fault)
      #expect(throws: fault) { _ = try stream.next() }
      #expect(archive.members.allSatisfy { $0.content.fault == nil || $0.content.fault == fault })
    }
  }

  @Test(arguments: [[], [0x50, 0x4B, 3], Array("hello, world".utf8)])
  func `what is no archive is damage`(_ bytes: [UInt8]) {
    let archive = UnpackedArchive(bytes)
    expectEqual(archive.fault, Self.damage)
    #expect(archive.members.isEmpty)
  }

  /// Mutations of zip in zip in zip with gzip inside.
  @Test(arguments: Mutations.seeds) func `mutations are read or refused`(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let contents = [noise(200), noise(150, seed: 2)]
    var whole = try Deflate.gzip(contents[0])
    for level in 0..<3 {
      var inner = ZipFile("inner", whole)
      // Stored levels show the mutations to the innermost readers.
      inner.method = level == seed % 4 ? .deflated : .stored
      (inner.hasDescriptor, inner.headerHasSizes) = ((level + seed) % 2 == 0, true)
      inner.isLarge = seed % 3 == 0
      inner.hasLargeHeader = seed % 5 == 0
      var ride = ZipFile("ride", contents[1])
      ride.isDescriptorSigned = level > 0
      whole = try ZipMaker.archive([inner, ride])
    }
    var (damaged, intact) = (0, 0)
    for _ in 0..<Mutations.count {
      let tree = UnpackedTree(
        MemoryInput(random.mutated(whole), piece: 64), budget: UnpackBudget(most: 1_000_000))
      let faults = tree.faults + tree.leaves.compactMap(\.fault)
      #expect(faults.allSatisfy { $0 == Self.damage || $0 == .unsuitable(.encrypted) })
      damaged += faults.count
      intact += tree.leaves.filter { $0.fault == nil && contents.contains($0.bytes) }.count
    }
    #expect(damaged > 400)
    #expect(intact > 400)
  }
}
