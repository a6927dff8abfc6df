// swift-tools-version: 6.3

import PackageDescription

// The rooms of the house and who may import whom. `Tests/LayerTests` holds the same table against
// the sources themselves, system modules included.

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

// Rooms that go over bytes and records are optimised in debug builds, too: without, the tests take
// twice the processor time. What they assert is still checked. A debugger shows more without.
let optimised: [SwiftSetting] = [
  .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

func room(_ name: String, imports: [Target.Dependency] = [], isOptimised: Bool = false) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: strict + (isOptimised ? optimised : []))
}

func tests(_ name: String, of rooms: [Target.Dependency], data: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: rooms + ["Support", "CLibrary"], exclude: data, swiftSettings: strict)
}

let package = Package(
  name: "velo-sync",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "velo-sync", targets: ["velo-sync"])],
  targets: [
    room("Model"),
    room("Codec", isOptimised: true),
    room("Format", imports: ["Model", "Codec"], isOptimised: true),
    // `.ci/release` says what it builds from, as `1a2b3c4, 2026-11-26`.
    .target(
      name: "CPlatform",
      cSettings: Context.environment["VELO_SYNC_COMMIT"].map {
        [.define("VELO_SYNC_COMMIT", to: "\"\($0)\"")]
      } ?? []),
    room("CLibrary"),
    room("Platform", imports: ["Model", "CLibrary", "CPlatform"]),
    room("Terminal", imports: ["Model", "Platform"]),
    room("Network", imports: ["Model", "Codec", "Platform"]),
    room("Services", imports: ["Model", "Codec", "Format", "Network"]),
    room("Imports", imports: ["Model", "Codec", "Format", "Platform"]),
    room("Storage", imports: ["Model", "Codec", "Format", "Platform"], isOptimised: true),
    room("Training", imports: ["Model", "Platform"]),
    room("Pipeline", imports: ["Model", "Training"]),
    room("Reporting", imports: ["Model", "Codec", "Format", "Terminal"]),
    room("Wrap", imports: ["Model", "Platform", "Terminal"]),
    room("Flags", imports: ["Model", "Codec", "Format"]),
    room(
      "Command",
      imports: [
        "Model", "Codec", "Format", "Platform", "Terminal", "Network", "Services", "Imports",
        "Storage", "Training", "Pipeline", "Reporting", "Wrap", "Flags",
      ]),
    .executableTarget(name: "velo-sync", dependencies: ["Command"]),

    .target(
      name: "Support", dependencies: ["Model", "Codec", "Format", "Platform", "CLibrary"],
      path: "Tests/Support", exclude: ["StravaTitles"],
      swiftSettings: strict + optimised),
    tests("ModelTests", of: ["Model"], data: ["Cases"]),
    tests("CodecTests", of: ["Codec"], data: ["Cases"]),
    tests("FormatTests", of: ["Format", "Model", "Codec"], data: ["Cases"]),
    tests("PlatformTests", of: ["Platform", "Model"], data: ["FileCalls.txt"]),
    // With `ChildProcess` of Wrap: its tests change the signal handlers of the process, too.
    tests("TerminalTests", of: ["Terminal", "Wrap", "Platform", "Model"]),
    tests("NetworkTests", of: ["Network", "Model", "Codec", "Platform"]),
    tests("ServicesTests", of: ["Services", "Network", "Model", "Codec", "Platform"]),
    tests(
      "ImportsTests", of: ["Imports", "Model", "Codec", "Platform"],
      data: ["StravaDates.txt", "Cases"]),
    tests("StorageTests", of: ["Storage", "Pipeline", "Model", "Codec", "Platform"]),
    tests("TrainingTests", of: ["Training", "Model", "Codec"], data: ["Vectors"]),
    tests("PipelineTests", of: ["Pipeline", "Storage", "Model"]),
    tests(
      "ReportingTests",
      of: ["Reporting", "Wrap", "Model", "Codec", "Format", "Platform", "Terminal"],
      data: ["Gallery"]),
    tests(
      "WrapTests", of: ["Wrap", "Model", "Codec", "Terminal"],
      data: ["PrintedOutput"]),
    tests("FlagsTests", of: ["Flags", "Model", "Codec", "Format"], data: ["Pages", "Cases"]),
    tests(
      "CommandTests",
      of: ["Command", "Model", "Platform", "Flags", "Terminal", "Network", "Codec"],
      data: ["Golden"]),
    tests(
      "EndToEndTests", of: ["Model", "Codec"],
      data: ["Transcripts", "Terminals", "Recordings", "RecipeStore", "Libraries"]),
    tests("LayerTests", of: []),
  ],
  swiftLanguageModes: [.v6]
)

// What a plain `swift test` does without: benchmarks, the fuzzer, and a library that makes system
// calls fail, which tests preload into programs.
let environment = Context.environment
if environment["VELO_SYNC_TOOLS"] != nil || environment["VELO_SYNC_TESTS"] == "all" {
  package.products.append(
    .library(name: "FaultInjector", type: .dynamic, targets: ["FaultInjector"]))
  package.targets += [
    .target(name: "FaultInjector", path: "Tests/FaultInjector"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "Model", "Codec", "Format", "Platform", "Imports", "Training", "Terminal", "Reporting",
        "Wrap", "Support", "CLibrary",
      ],
      path: "Tests/Benchmarks", swiftSettings: strict),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "Model", "Codec", "Format", "Platform", "Terminal", "Network", "Services", "Imports",
        "Storage", "Training", "Reporting", "Wrap", "Flags", "Support",
      ],
      path: "Tests/Fuzz", swiftSettings: strict),
  ]
}
