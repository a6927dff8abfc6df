// Benchmarks of the hot paths with their bars: `swift run -c release benchmarks`.

let groups: [(name: String, measure: () -> [Figure])] = [
  ("gauge", gaugeFigures), ("write", writeFigures), ("decode", decodeFigures),
  ("health", healthFigures), ("rides", rideFigures), ("start", startFigures),
  ("sync", syncFigures), ("wrap", wrapFigures), ("chart", chartFigures),
]

// Memory has to be measured in a separate process.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == ExportReading.command {
  ExportReading.run(CommandLine.arguments[2])
}

if CommandLine.arguments.count > 2, CommandLine.arguments[1] == TimedProgram.command {
  TimedProgram.run(Array(CommandLine.arguments.dropFirst(2)))
}

if CommandLine.arguments.count == 4, CommandLine.arguments[1] == StravaServer.command {
  StravaServer.run(Array(CommandLine.arguments.dropFirst(2)))
}

let wanted = Set(CommandLine.arguments.dropFirst())
for group in groups where wanted.isEmpty || wanted.contains(group.name) {
  for figure in group.measure() { print(figure) }
}
