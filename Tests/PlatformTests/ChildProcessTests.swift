// Child processes, the commands they run, and how they end.

import Platform
import Support
import Model
import Testing
import CLibrary

@Suite(.blocking) struct ChildProcessTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// What a child wrote to its standard output, and how it ended.
  private func run(
    _ path: String, _ words: [String], _ environment: [String: String] = [:],
    _ change: (inout ProcessLauncher) -> Void = { _ in }
  ) throws -> (output: String, end: ChildEnd) {
    let pipe = try ChildPipe(.output(.standardOutput))
    defer { close(pipe.readEnd) }
    var spawn = ProcessLauncher()
    spawn.descriptors = [(pipe.writeEnd, 1)]
    // The tests' own process may have others.
    spawn.standardSignals = [SIGTERM, SIGINT]
    change(&spawn)
    func start() -> Result<Child, ChildFailure> {
      Result { () throws(ChildFailure) in try spawn.start(path, words, environment) }
    }
    var child = start()
    // A child of another test has the files that this one was writing until it runs its command.
    while case .failure(.notExecutable(ETXTBSY)) = child { child = start() }
    close(pipe.writeEnd)
    var output: [UInt8] = []
    var entries = [pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)]
    let started = try child.get()
    while poll(&entries, 1, -1) >= 0 || errno == EINTR {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(pipe.readEnd, &bytes, bytes.count)
      if count == 0 { break }
      output += bytes.prefix(max(0, count))
    }
    return (String(decoding: output, as: UTF8.self), end(of: started))
  }

  private func end(of child: Child) -> ChildEnd {
    while true {
      if case .ended(let end) = child.takeChange() { return end }
      sched_yield()
    }
  }

  @Test(
    arguments: [
      ("exit 0", .exited(0)), ("exit 7", .exited(7)), ("exit 255", .exited(255)),
      ("kill -KILL $$", .signalled(9)), ("kill -TERM $$", .signalled(15)),
      ("trap 'exit 3' TERM; kill -TERM $$", .exited(3)),
    ] as [(String, ChildEnd)])
  func `children end with a code or a signal`(_ script: String, _ end: ChildEnd) throws {
    try expectEqual(run("/bin/sh", ["sh", "-c", script]).end, end)
  }

  @Test func `arguments and environment arrive`() throws {
    let words = ["sh", "-c", #"printf '%s|' "$@" "$A" "${B-none}""#, "sh", "a b", "", "ü\n"]
    try expectEqual(run("/bin/sh", words, ["A": "x=y"]).output, "a b||ü\n|x=y|none|")
  }

  @Test func `descriptors are only those that were given`() throws {
    let number = ChildPipe.freeNumber(besides: [3, 4])
    #expect(number > 4)
    let script = "echo given >&\(number); (echo closed >&\(number + 1)) 2>/dev/null || echo none"
    let result = try run("/bin/sh", ["sh", "-c", script]) { spawn in
      spawn.descriptors.append((spawn.descriptors[0].own, number))
      if fcntl(number + 1, F_GETFD) >= 0 { spawn.closed = [number + 1] }
    }
    expectEqual(result.output, "given\nnone\n")
    let silent = try run("/bin/sh", ["sh", "-c", "echo x; cat; echo y >&2"]) { spawn in
      spawn.descriptors = []
      spawn.isSilent = true
    }
    expectEqual(silent.output, "")
    expectEqual(silent.end, .exited(0))
  }

  /// A script without a `#!` line runs as in a shell.
  @Test func `what cannot run is named`() throws {
    try folder.write("echo script \"$1\"\n", to: "script", mode: 0o755)
    try expectEqual(run(folder / "script", ["script", "x"]).output, "script x\n")
    try folder.write("", to: "plain", mode: 0o644)
    try folder.write("#!\(folder.path)/none\n", to: "foreign", mode: 0o755)
    for (name, code) in [
      ("plain", EACCES), ("none", ENOENT), ("foreign", ENOENT), ("plain/below", ENOTDIR),
    ] {
      #expect(throws: ChildFailure.notExecutable(code)) { try run(folder / name, [name]) }
    }
    #expect(throws: ChildFailure.notExecutable(EACCES)) { try run(folder.path, ["x"]) }
  }

  @Test func `a signal reaches the child`() throws {
    var spawn = ProcessLauncher()
    (spawn.isSilent, spawn.startsSession) = (true, true)
    spawn.standardSignals = [SIGTERM]
    let child = try spawn.start("/bin/sh", ["sh", "-c", "while :; do sleep 1; done"], [:])
    child.send(SIGTERM)
    expectEqual(end(of: child), .signalled(15))
  }

  /// As a shell finds them: in order, folders and files that cannot run passed over.
  @Test func `commands are found in PATH`() throws {
    try folder.write("", to: "first/plain", mode: 0o644)
    try folder.write("", to: "second/plain", mode: 0o755)
    try folder.write("", to: "second/tool", mode: 0o755)
    try folder.write("", to: "third/tool", mode: 0o755)
    try Disk.makeFolder(folder / "first/tool")
    let path = ["first", "none", "second", "third"].map { folder / $0 }.joined(separator: ":")
    for (name, path, found) in [
      ("tool", path, .success(folder / "second/tool")),
      ("plain", path, .success(folder / "second/plain")),
      ("plain", folder / "first", .failure(.notExecutable(EACCES))),
      ("tool", folder / "first", .failure(.notExecutable(EISDIR))),
      ("other", path, .failure(.notFound)), ("tool", "", .failure(.notFound)),
      ("", path, .failure(.notFound)),
      (folder / "third/tool", "", .success(folder / "third/tool")),
      (folder / "first/plain", path, .failure(.notExecutable(EACCES))),
      (folder / "none/tool", path, .failure(.notFound)),
      (folder / "first/plain/tool", path, .failure(.notFound)),
      ("sh", nil, .success("/usr/bin/sh")),
    ] as [(String, String?, Result<String, ChildFailure>)] {
      var result = Result { () throws(ChildFailure) in
        try CommandPath.find(name, path.map { ["PATH": $0] } ?? [:])
      }
      if case .success("/bin/sh") = result { result = .success("/usr/bin/sh") }
      expectEqual(result, found, "\(name) in \(path ?? "no PATH")")
    }
  }

  @Test func `the process knows itself`() {
    expectEqual(CurrentProcess.id, getpid())
    expectEqual(CurrentProcess.environment["PATH"], getenv("PATH").map { String(cString: $0) })
    #expect(CurrentProcess.workingDirectory?.hasPrefix("/") == true)
  }
}
