// The completion scripts: up to date, well formed, and working in the shells.

import Command
import Flags
import Support
import Testing

/// A line that ends at the cursor, the completions it must have, and those it must not.
struct Completing: Sendable, CustomTestStringConvertible {
  let line: String
  var offers: Set<String>
  var isAll = false
  var lacks: Set<String> = []

  var testDescription: String { line }

  /// Those of `completions.txt`.
  static let all: [Completing] = {
    let path = Golden.path(of: "Tests/CommandTests/Golden/completions.txt")
    let text = String(decoding: (try? Disk.read(path)) ?? [], as: UTF8.self)
    var all: [Completing] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      switch words[0] {
      case "$":
        all.append(Completing(line: String(line.dropFirst(2).dropLast()), offers: []))
      case "lacks": all[all.count - 1].lacks = Set(words.dropFirst())
      default:
        all[all.count - 1].offers = Set(words.dropFirst())
        all[all.count - 1].isAll = words[0] == "only"
      }
    }
    precondition(!all.isEmpty, path)
    return all
  }()

  /// A store: a name with commas and a time, two rides of one day, a ride without a local time.
  static let store = [
    "activities/strava/2019.ndjson": #"""
    {"id":"strava:1","source":"strava","source_id":"1","name":"A, \"b\", 2011-01-01T",\#
    "start":"2020-01-01T00:30:00Z","start_local":"2019-12-31T23:30:00"}

    """#,
    "activities/strava/2020.ndjson": #"""
    {"id":"strava:33","source":"strava","source_id":"33","start":"2020-05-17T05:30:00Z",\#
    "start_local":"2020-05-17T06:30:00"}
    {"id":"strava:34","source":"strava","source_id":"34","start":"2020-05-17T10:30:00Z",\#
    "start_local":"2020-05-17T11:30:00"}

    """#,
    "activities/wahoo/2021.ndjson": #"""
    {"id":"wahoo:2","source":"wahoo","source_id":"2","start":"2021-07-01T10:30:00Z"}

    """#,
  ]

  /// Checks the completions of a shell; of paths, pairs, lists and ids, the last part counts.
  func check(_ offered: [String]) {
    let words = Set(offered.compactMap { $0.split { "/=,@:".contains($0) }.last.map(String.init) })
    #expect(offers.subtracting(words).isEmpty, "offered: \(words.sorted())")
    #expect(lacks.isDisjoint(with: words), "offered: \(words.sorted())")
    if isAll { expectEqual(words, offers) }
  }
}

@Suite(.blocking) struct CompletionTests {
  private let folder: TemporaryFolder

  /// A folder with the scripts, velo-sync itself, which but for completions prints its arguments, a
  /// file and folders.
  init() throws {
    folder = try TemporaryFolder()
    for shell in Shell.allCases {
      let text = Completions.script(for: shell)
      try Disk.write(Array(text.utf8), to: folder / Self.file(shell))
    }
    let program = try BuiltProgram.path()
    let script = """
      #!/bin/sh
      [ "$1" = __complete ] && exec '\(program)' "$@"
      printf '<%s>' "$@"

      """
    try Disk.write(Array(script.utf8), to: folder / "velo-sync", mode: 0o755)
    for (file, lines) in Completing.store {
      try Disk.makeFolders(above: folder / "rides/\(file)")
      try Disk.write(Array(lines.utf8), to: folder / "rides/\(file)")
    }
    try Disk.write([], to: folder / "somefile")
    try Disk.makeFolders(above: folder / "somefolder/x")
  }

  @Test(arguments: Shell.allCases)
  func `scripts are fresh`(_ shell: Shell) throws {
    let text = Completions.script(for: shell)
    try Golden.compare("completions/" + Self.file(shell), with: text)
  }

  @Test func `the command prints the script`() throws {
    let result = try Program(
      BuiltProgram.path(), ["completions", "zsh"], environment: ["HOME": folder.path]
    ).run()
    expectEqual(result.status, .exited(0))
    expectEqual(result.output, Completions.script(for: .zsh))
  }

  @Test(arguments: [
    ["bash", "-n", "velo-sync.bash"], ["shellcheck", "velo-sync.bash"],
    ["zsh", "-n", "_velo-sync"], ["fish", "--no-execute", "velo-sync.fish"],
  ])
  func `nothing is wrong`(_ command: [String]) throws {
    if Program.find(command[0]) == nil { try Test.cancel("needs \(command[0])") }
    let result = try run(command[0], Array(command.dropFirst()))
    expectEqual("\(result.status) \(result.output)\(result.errors)", "exit 0 ")
  }

  /// As readline calls it: the words cut at its separators.
  @Test(.needs("bash"), arguments: Completing.all)
  func `bash completes`(_ completing: Completing) throws {
    let driver = #"""
      source velo-sync.bash
      COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=() word=''
      for ((k = 0; k < ${#1}; k++)); do
        case ${1:k:1} in
          ' ') [[ -n $word ]] && COMP_WORDS+=("$word"); word= ;;
          [=:@]) [[ -n $word ]] && COMP_WORDS+=("$word"); COMP_WORDS+=("${1:k:1}"); word= ;;
          *) word+=${1:k:1} ;;
        esac
      done
      [[ -n $word || $1 == *' ' ]] && COMP_WORDS+=("$word")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _velo_sync velo-sync "$word"
      printf '%s\n' "${COMPREPLY[@]}"
      """#
    let arguments = ["--norc", "--noprofile", "-c", driver, "bash", completing.line]
    let result = try run("bash", arguments)
    #expect(result.errors.isEmpty, "\(result.errors)")
    completing.check(result.outputLines)
  }

  /// At a prompt, with the Tab key.
  @Test(
    .needs("bash"),
    arguments: [
      ("velo-sync --color=al", "--color=always"), ("velo-sync -s strava,int", "strava,intervals"),
      ("velo-sync --store=somefo", "--store=somefolder/"), ("velo-sync replay somefi", "somefile"),
      ("velo-sync --simulate network@str", "network@strava"),
      ("velo-sync --simulate=network@str", "--simulate=network@strava"),
      ("velo-sync --source=wahoo,int", "--source=wahoo,intervals"),
      ("velo-sync replay 'somefi", "somefile"), ("velo-sync connect 'str", "strava"),
      ("velo-sync --store 'rides' ride strava:33", "strava:33"),
      ("velo-sync --store=rides ride wahoo:", "wahoo:2"),
    ])
  func `bash completes with the tab key`(_ line: String, _ completed: String) throws {
    var bash = try program("bash", ["--norc", "--noprofile", "-i"]).onTerminal(columns: 200)
    bash.environment["INPUTRC"] = "/dev/null"
    let running = try bash.start()
    running.write("bind 'set enable-bracketed-paste off'; source velo-sync.bash; PS1=at'once> '\n")
    try running.wait(for: "atonce> ")
    // The velo-sync of this folder prints its arguments.
    running.write("\(line)\t; echo $((40+3))done\n")
    let seen = String(decoding: try running.wait(for: "43done"), as: UTF8.self)
    #expect(seen.contains("<\(completed)>"), "\(seen)")
    running.write("exit\n")
    _ = try running.wait()
  }

  @Test(.needs("zsh"), arguments: Tier.cases(Completing.all, quick: 4))
  func `zsh completes`(_ completing: Completing) throws {
    let running = try program("zsh", ["-f", "-i"]).onTerminal(columns: 200, rows: 100).start()
    running.write(
      """
      unsetopt promptsp beep listtypes; fpath=($PWD $fpath); autoload -Uz compinit; \
      compinit -u -D; LISTMAX=1000; bindkey '^I' list-choices; bindkey '^U' kill-whole-line; \
      zstyle ':completion:*' list-separator --; PS1=at'once> '\n
      """)
    // A shell that shows its prompt reads keys as they arrive.
    let start = try running.wait(for: "atonce> ").count
    running.write(completing.line + "\t\u{15}print done$((40+3))\n")
    let seen = try running.wait(for: "done43", from: start).dropFirst(start)
    running.write("exit\n")
    _ = try running.wait()
    let text = plain(String(decoding: seen, as: UTF8.self))
    #expect(!text.contains("_velo"), "\(text)")
    completing.check(zshOffers(text, but: completing.line))
  }

  @Test(.needs("fish"), arguments: Tier.cases(Completing.all, quick: 12))
  func `fish completes`(_ completing: Completing) throws {
    let script = "source velo-sync.fish; complete -C \"\(completing.line)\""
    let result = try run("fish", ["-N", "-c", script])
    #expect(result.errors.isEmpty, "\(result.errors)")
    completing.check(
      result.outputLines.compactMap { $0.split(separator: "\t").first.map(String.init) })
  }

  @Test(.needs("fish")) func `fish describes what it offers`() throws {
    let fish = try run("fish", ["-N", "-c", "source velo-sync.fish; complete -C 'velo-sync --be'"])
    expectEqual(fish.outputLines.map { $0.prefix(7) }, ["--bell\t"])
    #expect(fish.output.count > 20)
  }

  @Test func `rides are those of the store in the config file`() throws {
    try Disk.write(Array("--store rides\n".utf8), to: folder / "settings")
    let result = try Program(
      BuiltProgram.path(), ["__complete", "ride", "2020"],
      environment: ["HOME": folder.path, "VELO_SYNC_CONFIG": "settings"], folder: folder.path
    ).run()
    expectEqual(result.outputLines, ["2020-05-17"])
  }

  // MARK: Helpers

  private static func file(_ shell: Shell) -> String {
    switch shell {
    case .bash: "velo-sync.bash"
    case .zsh: "_velo-sync"
    case .fish: "velo-sync.fish"
    }
  }

  private func program(_ tool: String, _ arguments: [String]) throws -> Program {
    let environment = [
      "HOME": folder.path, "PATH": folder.path + ":/usr/bin:/bin", "TERM": "dumb",
      "LC_ALL": "C.UTF-8", "HISTFILE": "/dev/null",
    ]
    return Program(
      try #require(Program.find(tool)), arguments, environment: environment, folder: folder.path)
  }

  private func run(_ tool: String, _ arguments: [String]) throws -> ProgramResult {
    try program(tool, arguments).run()
  }

  /// The words of a list shown by zsh, without descriptions and without the typed line.
  private func zshOffers(_ text: String, but line: String) -> [String] {
    text.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }.flatMap { row -> [String] in
      var words = row.split(separator: " ").map(String.init)
      let typed = ["atonce>", "velo-sync ", "print done", "done43"]
      if typed.contains(where: { row.contains($0) }) { return [] }
      if let end = words.firstIndex(of: "--") { words = Array(words[..<end]) }
      return words
    }
  }

  /// The text without cursor movements.
  private func plain(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        if character != "\u{07}" { result.append(character) }
        continue
      }
      rest = rest.first == "[" ? rest.drop { !$0.isLetter }.dropFirst() : rest.dropFirst()
    }
    return result
  }
}
