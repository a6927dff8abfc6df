// Reads containers to their ends, and keeps what they gave before a fault.

import Model
import Support
import Synchronization

@testable import Imports

/// The bytes that an input gave, and the fault that ended it.
struct Unpacked: Hashable {
  var bytes: [UInt8] = []
  var fault: ImportError?

  /// - Parameter piece: the size of the reader's buffer.
  init(_ input: any ByteInput, piece: Int = 1000) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 1)
    defer { buffer.deallocate() }
    do throws(ImportError) {
      while true {
        let count = try input.read(into: buffer)
        if count == 0 { return }
        bytes += buffer.prefix(count)
      }
    } catch {
      fault = error
    }
  }

  init(bytes: [UInt8], fault: ImportError? = nil) { (self.bytes, self.fault) = (bytes, fault) }
}

/// The members that a stream gave, and the fault that ended it.
struct UnpackedArchive {
  var members: [(name: String, content: Unpacked)] = []
  var fault: ImportError?

  init(_ bytes: [UInt8], piece: Int = 4096) {
    self.init(ZipStream(MemoryInput(bytes, piece: piece), budget: UnpackBudget()), piece: piece)
  }

  init(_ stream: ZipStream, piece: Int = 4096) {
    do throws(ImportError) {
      while let member = try stream.next() {
        members.append((member.name, Unpacked(member, piece: piece)))
      }
    } catch {
      fault = error
    }
  }

  var names: [String] { members.map(\.name) }
}

/// Reads containers within containers, told apart by their first bytes, and keeps the files in
/// them.
struct UnpackedTree {
  /// The files that are no containers, and the fault of each.
  var leaves: [Unpacked] = []
  /// The faults of archives.
  var faults: [ImportError] = []
  private let budget: UnpackBudget

  init(_ input: any ByteInput, budget: UnpackBudget = UnpackBudget()) {
    self.budget = budget
    read(input, levels: 5)
  }

  private mutating func read(_ input: any ByteInput, levels: Int) {
    do throws(ImportError) {
      let input = InputBuffer(input)
      let head = try input.head(4)
      if levels > 0, GzipInput.isMagic(head) {
        read(try GzipInput(input, budget: budget), levels: levels - 1)
      } else if levels > 0, ZipArchive.isArchive(head) {
        let stream = ZipStream(input, budget: budget)
        while let member = try stream.next() { read(member, levels: levels - 1) }
      } else {
        leaves.append(Unpacked(input, piece: 65_536))
      }
    } catch {
      faults.append(error)
    }
  }
}

/// An input that ends with a fault.
final class FaultyInput: ByteInput {
  private let bytes: MemoryInput
  private let fault: ImportError

  init(_ bytes: [UInt8], then fault: ImportError = .damaged(line: nil), piece: Int = 4096) {
    self.bytes = MemoryInput(bytes, piece: piece)
    self.fault = fault
  }

  var consumed: Int64 { bytes.consumed }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    let count = try bytes.read(into: buffer)
    if count == 0, !buffer.isEmpty { throw fault }
    return count
  }
}

/// A file in memory that counts its reads.
final class MemoryFile: InputFile {
  let descriptor: Int32 = -1
  let kind = InputKind.file
  private let bytes: [UInt8]
  private let count = Mutex(0)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var size: Int64 { Int64(bytes.count) }
  var reads: Int { count.withLock(\.self) }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    count.withLock { $0 += 1 }
    guard (0..<size).contains(offset) else { return 0 }
    let found = bytes[Int(offset)...].prefix(buffer.count)
    buffer.copyBytes(from: found)
    return found.count
  }
}

/// Bytes that do not compress well, the same in every run.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var random = SeededRandom(seed: seed)
  return (0..<count).map { _ in UInt8.random(in: 0..<64, using: &random) }
}
