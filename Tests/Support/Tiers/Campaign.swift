// The campaigns that only the whole of the tests runs in full.

/// Many cases of one kind. The quick tier runs a sample of them, or none.
package enum Campaign: String, CaseIterable, Sendable {
  case killPoints = "kill points: a run dies or loses its power at each change of the disk"
  case failingCalls = "failing calls: each system call of a run fails once"
  case signalPoints = "signals: Ctrl-C at many moments of a run"
  case damagedInput = "damaged input: each byte of a file, an archive or a store changed or cut off"
  case extremes = "extremes: each number of a record or an event at its largest and smallest"
  case randomInput = "random input: decoders, arguments, screens and charts by the ten thousand"
  case serviceFailures = "service failures: each reply of each service, in each of its odd forms"
  case largeAmounts = "large amounts: long listings, endless lines, full pipes"
}
