// swift-tools-version: 6.2

import PackageDescription

// The rooms of the house and who may import whom. `Tests/LayerTests` holds the same table against
// the sources themselves, system modules included.

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // A section for each function: the linker drops those that nobody calls.
    .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// What makes a static release build small and quick to start: none of our symbols offered to
/// libraries, one copy of functions that are the same, and the C++ runtime inside (see `Linking`).
let lean: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=safe", "-Xclang-linker",
      "-static-libgcc", "-L", "\(Context.packageDirectory)/Sources/velo-sync/Linking",
    ],
    .when(platforms: [.linux], configuration: .release))
]

func room(_ name: String, imports: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: strict)
}

func tests(_ name: String, of rooms: [Target.Dependency], data: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: rooms + ["Support"], exclude: data, swiftSettings: strict)
}

let package = Package(
  name: "velo-sync",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "velo-sync", targets: ["velo-sync"]),
    // Preloaded by the tests; nothing links it.
    .library(name: "FaultInjector", type: .dynamic, targets: ["FaultInjector"]),
  ],
  targets: [
    room("SyncModel"),
    room("Codec"),
    room("Files", imports: ["SyncModel"]),
    .target(name: "CPlatform"),
    room("Training", imports: ["SyncModel"]),
    room("Services", imports: ["SyncModel", "Codec", "Files", "CPlatform"]),
    room("Storage", imports: ["SyncModel", "Codec", "Files"]),
    room("Pipeline", imports: ["SyncModel", "Training"]),
    room("Terminal", imports: ["SyncModel"]),
    room("Reporting", imports: ["SyncModel", "Codec", "Terminal"]),
    room("Flags", imports: ["SyncModel", "Codec"]),
    room(
      "Command",
      imports: [
        "SyncModel", "Codec", "Files", "Training", "Services", "Storage", "Pipeline", "Terminal",
        "Reporting", "Flags",
      ]),
    .executableTarget(
      name: "velo-sync", dependencies: ["Command"], exclude: ["Linking"], linkerSettings: lean),

    .target(
      name: "Support", dependencies: ["SyncModel", "Codec", "Terminal"], path: "Tests/Support",
      swiftSettings: strict),
    .target(name: "FaultInjector", path: "Tests/FaultInjector"),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["SyncModel", "Codec", "Files", "Services", "Terminal", "Reporting"],
      path: "Tests/Benchmarks", swiftSettings: strict),
    tests("SyncModelTests", of: ["SyncModel"]),
    tests("CodecTests", of: ["Codec"]),
    tests("FilesTests", of: ["Files", "SyncModel"]),
    tests("TrainingTests", of: ["Training", "SyncModel", "Codec"], data: ["Vectors"]),
    tests("ServicesTests", of: ["Services", "SyncModel", "Codec", "Files"]),
    tests("StorageTests", of: ["Storage", "Pipeline", "SyncModel", "Codec", "Files"]),
    tests("PipelineTests", of: ["Pipeline", "SyncModel", "Training"]),
    tests("TerminalTests", of: ["Terminal", "SyncModel"]),
    tests(
      "ReportingTests", of: ["Reporting", "SyncModel", "Codec", "Terminal"], data: ["Gallery"]),
    tests("FlagsTests", of: ["Flags", "SyncModel"]),
    tests(
      "CommandTests",
      of: ["Command", "SyncModel", "Files", "Flags", "Terminal", "Services", "Codec"],
      data: ["Golden"]),
    tests("EndToEndTests", of: ["velo-sync", "SyncModel", "Codec"]),
    tests("LayerTests", of: []),
  ],
  swiftLanguageModes: [.v6]
)
