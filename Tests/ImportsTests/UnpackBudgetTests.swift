// Refuses archives that unpack to more than is plausible, at every level.

import Model
import Support
import Synchronization
import Testing

@testable import Imports

@Suite(.blocking) struct UnpackBudgetTests {
  private static let tooMuch = ImportError.unsuitable(.tooMuch)
  /// Its ratio is above 1,000.
  private static let zeros = [UInt8](repeating: 0, count: 12_000_000)

  private static func file(_ name: String, _ bytes: [UInt8]) -> ZipFile {
    var file = ZipFile(name, bytes)
    file.hasDescriptor = false
    // Not computed: a bomb is refused before its end.
    if bytes.count > 1_000_000 { file.toldChecksum = 0 }
    return file
  }

  /// The size at which a bomb is refused, and why.
  private func outcome(_ input: any ByteInput) -> (size: Int, fault: ImportError?) {
    let unpacked = Unpacked(input, piece: 100_000)
    return (unpacked.bytes.count, unpacked.fault)
  }

  @Test func `implausible ratios are refused at every level`() throws {
    let gzip = try GzipFile(content: Self.zeros, toldChecksum: 0).bytes()
    let archive = try ZipMaker.archive([Self.file("bomb", Self.zeros), Self.file("a", [1])])
    let nested = try ZipMaker.archive([Self.file("inner.zip", archive), Self.file("b", [2])])
    let (size, fault) = outcome(try GzipInput(MemoryInput(gzip), budget: UnpackBudget()))
    #expect(size < 10_100_000 && fault == Self.tooMuch)

    let tree = UnpackedTree(MemoryInput(nested))
    expectEqual(tree.leaves.map(\.fault), [Self.tooMuch, nil, nil])
    expect(tree.leaves.first.map { $0.bytes.count < 10_100_000 })
    expectEqual(tree.faults, [])

    let file = try ZipArchive(MemoryFile(archive))
    var outcomes: [(size: Int, fault: ImportError?)] = []
    try file.forEachEntry { entry throws(ImportError) in
      outcomes.append(outcome(try ZipMember(entry, of: file)))
    }
    expectEqual(outcomes.map(\.fault), [Self.tooMuch, nil])
    expect(outcomes.map(\.size).max().map { $0 < 10_100_000 })
  }

  /// Small files may have any ratio.
  @Test func `implausible ratios of small files are accepted`() throws {
    let content = [UInt8](repeating: 0, count: 900_000)
    let input = try GzipInput(MemoryInput(Deflate.gzip(content)), budget: UnpackBudget())
    #expect(outcome(input) == (900_000, nil))
  }

  @Test func `all files of an import share the bytes`() throws {
    let archive = try ZipMaker.archive(["a", "b", "c"].map { Self.file($0, noise(6000)) })
    let budget = UnpackBudget(most: 13_000)
    let members = UnpackedArchive(ZipStream(MemoryInput(archive), budget: budget)).members
    expectEqual(members.map(\.content.fault), [nil, nil, Self.tooMuch])

    // Those of another archive, and in another way, too.
    let file = try ZipArchive(MemoryFile(archive))
    try file.forEachEntry { entry throws(ImportError) in
      let member = try ZipMember(entry, of: file, budget: budget)
      expectEqual(Unpacked(member), Unpacked(bytes: [], fault: Self.tooMuch))
    }
    let gzip = try GzipInput(MemoryInput(Deflate.gzip([1])), budget: budget)
    expectEqual(Unpacked(gzip), Unpacked(bytes: [], fault: Self.tooMuch))
  }

  /// Members of any ratio must not add up to more than a small file can hold.
  @Test func `a small file unpacks to no more than its share`() throws {
    let zeros = [UInt8](repeating: 0, count: 9_000_000)
    let archive = try ZipMaker.archive((0..<10).map { Self.file("\($0).fit", zeros) })
    let budget = UnpackBudget()
    budget.begin(19_000)
    let file = try ZipArchive(MemoryFile(archive))
    var size = 0
    try file.forEachEntry { entry throws(ImportError) in
      size += outcome(try ZipMember(entry, of: file, budget: budget)).size
    }
    expect(size < 64_000_000 + 19_000_000)
    expect(size > 64_000_000)
  }

  /// Two sparse files may be larger than a sum can be.
  @Test func `sizes of sparse files are added up`() {
    var files: [RideFile] = []
    let bytes = Gauge()
    let progress = ReadingProgress(bytes, files: Gauge(), isStopped: { false })
    for name in ["a.fit", "b.fit", "c.fit"] {
      files.append(RideFile(path: name, stamp: FileStamp(size: .max, modified: 0, inode: 1)))
      progress.reach(.max)
      progress.finish(.max)
    }
    progress.expect(files.size)
    expectEqual(bytes.done, bytes.total)
  }

  /// A sparse file may have any size.
  @Test func `a megabyte of NULs ends a document`() {
    let progress = ReadingProgress.unseen { false }
    let unpacked = Unpacked(ReportingInput(EndlessZeros(), progress))
    expectEqual(unpacked.fault, .damaged(line: nil))
    expect(unpacked.bytes.count <= 1 << 20)
  }

  /// Each level counts: 6,000 bytes in two archives and gzip are four times as many, and more.
  @Test func `every level counts`() throws {
    var bytes = try Deflate.gzip(noise(6000))
    for _ in 0..<2 { bytes = try ZipMaker.archive([Self.file("inner", bytes)]) }
    for (most, isEnough) in [(10_000, false), (14_000, false), (20_000, true)] {
      let tree = UnpackedTree(MemoryInput(bytes), budget: UnpackBudget(most: Int64(most)))
      let isWhole = tree.leaves == [Unpacked(bytes: noise(6000))] && tree.faults == []
      expectEqual(isWhole, isEnough)
    }
  }

  @Test(.long) func `an archive of too many members is refused`() throws {
    let members = ImportLimits.archiveMembers + 1
    let gzip = try [[UInt8]](repeating: Deflate.gzip([]), count: members).flatMap(\.self)
    let outcome = outcome(try GzipInput(MemoryInput(gzip), budget: UnpackBudget()))
    #expect(outcome == (0, Self.tooMuch))

    // A directory that names the one file again and again.
    var archive = try ZipMaker.archive([Self.file("a", [1])])
    let end = archive.count - 22
    let start = Int(archive[end + 16])
    let entries = [[UInt8]](repeating: Array(archive[start..<end]), count: members).flatMap(\.self)
    archive.replaceSubrange(start..<end, with: entries)
    let size = UInt32(entries.count).littleEndian
    archive.replaceSubrange(
      archive.count - 10..<archive.count - 6, with: withUnsafeBytes(of: size, Array.init))
    #expect(throws: Self.tooMuch) { try ZipArchive(MemoryFile(archive)).forEachEntry { _ in } }
  }

  @Test func `a cancelled import stops at any level`() throws {
    let isStopped = Mutex(false)
    let budget = UnpackBudget { isStopped.withLock(\.self) }
    let archive = try ZipMaker.archive([Self.file("a", noise(6000)), Self.file("b", noise(6000))])
    let stream = ZipStream(MemoryInput(archive), budget: budget)
    _ = try stream.next()
    isStopped.withLock { $0 = true }
    #expect(throws: ImportError.stopped) { _ = try stream.next() }
    let gzip = try GzipInput(MemoryInput(Deflate.gzip([1])), budget: budget)
    expectEqual(Unpacked(gzip), Unpacked(bytes: [], fault: .stopped))
  }
}

private final class EndlessZeros: ByteInput {
  var consumed: Int64 { 0 }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    return buffer.count
  }
}
