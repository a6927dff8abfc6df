// Checks the allowed imports of each module, and names reserved to one module.

import Support
import Testing

@Suite(.blocking) struct LayerTests {
  /// The modules of this package and of the system that each module may import.
  static let table: [String: (own: Set<String>, system: Set<String>)] = [
    "Model": ([], ["Synchronization"]),
    "Codec": ([], []),
    "Format": (["Model", "Codec"], []),
    "CPlatform": ([], []),
    "CLibrary": ([], ["Glibc", "Musl", "Darwin"]),
    "Platform": (["Model", "CLibrary", "CPlatform"], ["Synchronization"]),
    "Terminal": (["Model", "Platform"], ["Synchronization"]),
    "Network": (["Model", "Codec", "Platform"], ["Synchronization"]),
    "Services": (["Model", "Codec", "Format", "Network"], ["Synchronization"]),
    "Imports": (["Model", "Codec", "Format", "Platform"], ["Synchronization"]),
    "Storage": (["Model", "Codec", "Format", "Platform"], ["Synchronization"]),
    // Uses only the mathematical functions.
    "Training": (["Model", "Platform"], []),
    "Pipeline": (["Model", "Training"], []),
    "Reporting": (["Model", "Codec", "Format", "Terminal"], ["Synchronization"]),
    "Flags": (["Model", "Codec", "Format"], []),
    "Command": (
      [
        "Model", "Codec", "Format", "Platform", "Terminal", "Network", "Services", "Imports",
        "Storage", "Training", "Pipeline", "Reporting", "Flags",
      ], ["Synchronization"]
    ),
    "velo-sync": ([], []),
  ]

  /// Names that only one module may use.
  static let owners: [String: String] = [
    "clock_gettime": "Platform",
    "gettimeofday": "Platform",
    "localtime_r": "Platform",
    "ContinuousClock": "Platform",
    "SuspendingClock": "Platform",
    "Task.sleep": "Platform",
    "isatty": "Platform",
    "getenv": "Platform",
    "environ": "Platform",
    "import CPlatform": "Platform",
    "exit(": "velo-sync",
    "dlopen": "CPlatform",
  ]

  /// Names that no module may use.
  static let forbidden = [
    "@MainActor", "MainActor.run", "import Foundation", "fatalError(", "try!", " as! ", "print(",
    "unsafeFlags", "TODO", "FIXME",
    // These link the regular expression engine: a tenth of the binary.
    "firstRange(of", "ranges(of", "trimmingPrefix",
  ]

  @Test func sourcesAreFound() {
    expectEqual(Set(SourceFile.all.map(\.room)), Set(Self.table.keys))
  }

  @Test(arguments: SourceFile.all)
  func importsOnlyAllowedModules(_ file: SourceFile) throws {
    let allowed = try #require(Self.table[file.room])
    let strangers = Set(file.imports).subtracting(allowed.own).subtracting(allowed.system)
    #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted())")
  }

  @Test(arguments: SourceFile.all)
  func namesNothingOfOtherRooms(_ file: SourceFile) {
    for (name, owner) in Self.owners where file.room != owner {
      #expect(!file.names(name), "\(file.path) names \(name), which belongs to \(owner)")
    }
  }

  @Test(arguments: SourceFile.all)
  func namesNothingForbidden(_ file: SourceFile) {
    for name in Self.forbidden {
      #expect(!file.names(name), "\(file.path) says \(name)")
    }
  }

  @Test(arguments: SourceFile.all)
  func isShortAndStartsWithItsPurpose(_ file: SourceFile) {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    if file.path != "Flags/Table/FlagTable.swift" {
      #expect(lines.count <= 401, "\(file.path) has \(lines.count - 1) lines")
    }
    // Linker scripts support only block comments.
    let begins = ["//", "/*"].contains { lines.first?.hasPrefix($0) == true }
    #expect(begins, "\(file.path) does not say what it is for")
  }
}

@Suite(.blocking) struct RepositoryTests {
  @Test func topLevelIsComplete() {
    let names = Set(Repository.names(in: "").filter { !$0.hasPrefix(".") })
      .subtracting(["Package.resolved"])
    let always: Set = ["Package.swift", "Sources", "Tests", "README.md"]
    #expect(names.isSuperset(of: always))
    #expect(names.subtracting(always).isSubset(of: ["completions", "man"]))
  }

  @Test(arguments: ["Sources", "Tests"])
  func foldersInsideARoomAreOneLevelDeep(_ place: String) {
    let files = Repository.files(below: place)
    #expect(!files.isEmpty)
    for file in files {
      let depth = file.split(separator: "/").count
      #expect(depth == 3 || depth == 4, "\(file)")
    }
  }

  /// Sources must be understandable without documents outside the repository.
  @Test(arguments: ["Sources", "Tests", "README.md", "Package.swift"])
  func namesNothingOutsideTheRepository(_ place: String) throws {
    let documents = ["product", "architecture", "training", "terminal", "services", "reliability"]
    // Concatenated, so that this file does not contain the names.
    let strangers =
      documents.map { $0 + ".md" } + ["reference" + "/", "/work" + "/", "/root" + "/"]
    let texts = place.contains(".") ? [place] : Repository.files(below: place)
    for path in texts {
      let text = try #require(Repository.text(of: path))
      for name in strangers {
        let isNamed = text.utf8.ranges(of: name.utf8).contains { range in
          // Part of a longer path or of a URL.
          let before = text.utf8[..<range.lowerBound].last
          return before.map { isOfPath($0) } != true
        }
        #expect(!isNamed, "\(path) names \(name)")
      }
    }
  }

  private func isOfPath(_ byte: UInt8) -> Bool {
    isOfWord(Character(Unicode.Scalar(byte))) || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "-")
  }
}

extension SourceFile: CustomTestStringConvertible {
  var testDescription: String { path }

  /// Whether the code contains `name` as a whole word.
  func names(_ name: String) -> Bool {
    code.contains { line in
      line.ranges(of: name).contains { range in
        let before = line[..<range.lowerBound].last
        let after = name.last.map(isOfWord) == true ? line[range.upperBound...].first : nil
        return before.map { isOfWord($0) || $0 == "." } != true && after.map(isOfWord) != true
      }
    }
  }
}

private func isOfWord(_ character: Character) -> Bool {
  character.isLetter || character.isNumber || character == "_"
}
