// Fuzzes one target with libFuzzer, or replays inputs without it; `.ci/fuzz` builds and calls it.

import Support

#if FUZZER
  /// libFuzzer's entry for programs with a `main` of their own.
  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt
#endif

private let usage = """
  usage: fuzz --list
         fuzz --target=NAME --prepare=FOLDER     write seeds and dictionary
         fuzz --target=NAME [OPTION ...] PATH ...  libFuzzer's options and folders;
                                                 without libFuzzer, replay files and folders
  """

/// The value of an option, or nil.
private func option(_ name: String) -> String? {
  CommandLine.arguments.first { $0.hasPrefix("--\(name)=") }.map {
    String($0.dropFirst(name.utf8.count + 3))
  }
}

private func prepare(_ target: Target, in folder: String) throws {
  try Disk.makeFolder(folder + "/seeds")
  for (index, seed) in try target.seeds().enumerated() {
    try Disk.write(seed, to: "\(folder)/seeds/\(index)")
  }
  try Disk.write(Array(target.dictionary.utf8), to: folder + "/dictionary")
}

private func replay(_ target: Target, _ path: String) throws {
  if Disk.entry(path)?.isFolder == true {
    for name in Disk.names(in: path) { try replay(target, path + "/" + name) }
  } else if let bytes = try Disk.read(path) {
    print("\(target.name): \(path), \(bytes.count) bytes")
    target.run(bytes)
  } else {
    print("no such file: \(path)")
  }
}

if CommandLine.arguments.dropFirst() == ["--list"] {
  for target in Target.all { print(target.name) }
} else if let name = option("target"), let target = Target.all.first(where: { $0.name == name }) {
  Target.chosen = target
  if let folder = option("prepare") {
    try prepare(target, in: folder)
  } else {
    #if FUZZER
      var count = CommandLine.argc
      var arguments = CommandLine.unsafeArgv
      let status = runDriver(&count, &arguments) { bytes, count in
        Target.chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      }
      if status != 0 { fatalError("libFuzzer ended with \(status)") }
    #else
      for path in CommandLine.arguments.dropFirst() where !path.hasPrefix("-") {
        try replay(target, path)
      }
    #endif
  }
} else {
  print(usage)
}
