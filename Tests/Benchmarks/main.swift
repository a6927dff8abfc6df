// Figures of the hot paths beside the bars they have to reach: `swift run -c release benchmarks`.

let groups: [(name: String, measure: () -> [Figure])] = [
  ("gauge", gaugeFigures), ("encode", encodeFigures), ("write", writeFigures),
  ("decode", decodeFigures), ("intake", intakeFigures),
]

let wanted = Set(CommandLine.arguments.dropFirst())
for group in groups where wanted.isEmpty || wanted.contains(group.name) {
  for figure in group.measure() { print(figure) }
}
