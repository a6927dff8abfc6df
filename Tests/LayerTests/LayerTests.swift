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
    "Wrap": (["Model", "Platform", "Terminal"], ["Synchronization"]),
    "Flags": (["Model", "Codec", "Format"], []),
    "Command": (
      [
        "Model", "Codec", "Format", "Platform", "Terminal", "Network", "Services", "Imports",
        "Storage", "Training", "Pipeline", "Reporting", "Wrap", "Flags",
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
    // The same calls that no program inherits the results of are there.
    "pipe(": "CPlatform",
    "socket(AF_": "CPlatform",
    "accept(": "CPlatform",
    "mkstemp(": "CPlatform",
  ]

  /// Names that no module may use.
  static let forbidden = [
    "@MainActor", "MainActor.run", "import Foundation", "fatalError(", "try!", " as! ", "print(",
    "unsafeFlags", "TODO", "FIXME",
    // These link the regular expression engine: a tenth of the binary.
    "firstRange(of", "ranges(of", "trimmingPrefix",
  ]

  @Test func `sources are found`() {
    expectEqual(Set(SourceFile.all.map(\.room)), Set(Self.table.keys))
  }

  @Test func `rooms import only allowed modules`() throws {
    for file in SourceFile.all {
      let allowed = try #require(Self.table[file.room])
      let strangers = Set(file.imports).subtracting(allowed.own).subtracting(allowed.system)
      expectEqual(strangers, [], "\(file.path)")
    }
  }

  @Test func `rooms name nothing of other rooms`() {
    for file in SourceFile.all {
      let named = Self.owners.filter { file.room != $0.value && file.code.names($0.key) }
      expectEqual(named, [:], "\(file.path)")
    }
  }

  @Test func `nobody names what is forbidden`() {
    for file in SourceFile.all {
      expectEqual(Self.forbidden.filter { file.code.names($0) }, [], "\(file.path)")
    }
  }

  @Test func `files are short and begin with their purpose`() {
    for file in SourceFile.all {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      // Linker scripts support only block comments.
      let begins = ["//", "/*"].contains { lines.first?.hasPrefix($0) == true }
      #expect(begins, "\(file.path) does not say what it is for")
      if file.path == "Flags/Table/FlagTable.swift" { continue }
      #expect(lines.count <= 401, "\(file.path) has \(lines.count - 1) lines")
    }
  }
}

@Suite(.blocking) struct FunctionLengthTests {
  private static let mostLines = 70

  @Test func `functions are short`() {
    for file in SourceFile.all where file.path.hasSuffix(".swift") {
      let long = file.functions.filter { $0.lines > Self.mostLines }
      expectEqual(long.map { "\($0.name): \($0.lines) lines" }, [], "\(file.path)")
    }
  }

  @Test func `functions are found`() {
    let text = """
      struct Example {
        var stored = 1
        var computed: Int {
          1
        }
        func short() {}
        package static func wrapped(
          _ value: Int
        ) throws(Failure) -> Int {
          if value > 0 {
            return value
          }
          return 0
        }
        init?() {
          nil
        }
      }
      protocol Port {
        func requirement(
          _ value: Int
        )
      }
      """
    let found = SourceFile(room: "Example", path: "Example.swift", text: text).functions
    expectEqual(found.map { "\($0.name) \($0.lines)" }, ["computed 3", "wrapped 8", "init 3"])
  }
}

@Suite(.blocking) struct RepositoryTests {
  @Test func `top level is complete`() {
    let names = Set(Repository.names(in: "").filter { !$0.hasPrefix(".") })
      .subtracting(["Package.resolved"])
    let always: Set = ["Package.swift", "Sources", "Tests", "README.md"]
    #expect(names.isSuperset(of: always))
    #expect(names.subtracting(always).isSubset(of: ["completions", "man"]))
  }

  @Test(arguments: ["Sources", "Tests"])
  func `folders inside a room are one level deep`(_ place: String) {
    let files = Repository.files(below: place)
    #expect(!files.isEmpty)
    for file in files where file != "\(place)/README.md" {
      let depth = file.split(separator: "/").count
      #expect(depth == 3 || depth == 4, "\(file)")
    }
  }

  @Test func `comments keep the width`() throws {
    let files = ["Sources", "Tests"].flatMap(Repository.files(below:))
    for path in files where path.hasSuffix(".swift") {
      let wide = try #require(Repository.text(of: path)).split(separator: "\n").filter {
        $0.utf8.count > 100 && $0.drop { $0 == " " }.hasPrefix("//") && $0.count > 100
      }
      expectEqual(wide, [], "\(path)")
    }
  }

  @Test func `names of tests are sentences`() throws {
    for path in Repository.files(below: "Tests")
    where path.hasSuffix("Tests.swift") && !path.hasSuffix("/LayerTests.swift") {
      let text = try #require(Repository.text(of: path))
      let tests = text.split(separator: "@Test").dropFirst()
      let names = tests.compactMap { $0.split(separator: "func ").dropFirst().first?.prefix(40) }
      expectEqual(names.filter { !$0.hasPrefix("`") }, [], "\(path)")
    }
  }

  /// Parts of `Support`, and of the tests of the program, that start something or wait for it.
  private static let waiting = [
    "Program", "HTTPServer", "FakeStrava", "FakeIntervals", "FakeWahoo", "Monitor", "onThread",
    "startThread", "Rider", "Importer", "CommandGate", "PseudoTerminal",
  ]

  @Test func `tests that wait are in the queue`() throws {
    for path in Repository.files(below: "Tests") where path.hasSuffix("Tests.swift") {
      let text = try #require(Repository.text(of: path))
      let code = Code(text)
      let used = Self.waiting.filter { code.names($0, notAfter: ".\"`@") }
      if used.isEmpty { continue }
      let outside = text.split(separator: "\n").filter {
        ($0.hasPrefix("@Suite") || $0.hasPrefix("@Test"))
          && !$0.contains(".blocking") && !$0.contains(".alone")
      }
      expectEqual(outside, [], "\(path) uses \(used)")
    }
  }

  /// Sources must be understandable without documents outside the repository.
  @Test(arguments: ["Sources", "Tests", "README.md", "Package.swift"])
  func `names nothing outside the repository`(_ place: String) throws {
    let documents = ["product", "architecture", "training", "terminal", "services", "reliability"]
    // Concatenated, so that this file does not contain the names.
    let strangers =
      documents.map { $0 + ".md" } + ["reference" + "/", "/work" + "/", "/root" + "/"]
    let texts = place.contains(".") ? [place] : Repository.files(below: place)
    for path in texts {
      let text = Code(try #require(Repository.text(of: path)))
      // Part of a longer path or of a URL is none.
      expectEqual(strangers.filter { text.names($0, notAfter: "/-") }, [], "\(path)")
    }
  }
}
