// How an option's values get into the options of a run, and how they are shown again.

import Model

/// What follows an option's name, and the setting that it reads and stores.
struct Binding: Sendable {
  typealias Path<Setting> = any WritableKeyPath<Options, Setting> & Sendable

  let form: Flag.Form
  /// The setting as it would be typed: yes or no for a switch; nil if it is not set.
  let read: @Sendable (Options) -> String?
  let store: @Sendable (inout Options, Value) throws(ValueFailure) -> Void

  init(
    _ form: Flag.Form, read: @escaping @Sendable (Options) -> String? = { _ in nil },
    store: @escaping @Sendable (inout Options, Value) throws(ValueFailure) -> Void
  ) {
    self.form = form
    self.read = read
    self.store = store
  }

  /// Stores nothing: it is answered before a run.
  static let request = Binding(.request) { _, _ in }

  /// Off by default.
  static func `switch`(_ path: Path<Bool>) -> Binding {
    Binding(.switch, read: { $0[keyPath: path].word }) { $0[keyPath: path] = $1.isOn }
  }

  /// On by default, so that its `--no-` form is the one to explain.
  static func switchedOn(_ path: Path<Bool>) -> Binding {
    Binding(.switchedOn, read: { (!$0[keyPath: path]).word }) { $0[keyPath: path] = $1.isOn }
  }

  /// A value that may be missing.
  ///
  /// - Parameter typed: the value as it would be typed.
  static func value<Setting: Sendable>(
    _ name: String, choices: [String] = [], _ path: Path<Setting?>,
    typed: @escaping @Sendable (Setting) -> String? = { "\($0)" },
    _ parse: @escaping @Sendable (Value) -> () throws(ValueFailure) -> Setting
  ) -> Binding {
    Binding(.value(name, choices: choices), read: { $0[keyPath: path].flatMap(typed) }) {
      (options, value) throws(ValueFailure) in
      options[keyPath: path] = try parse(value)()
    }
  }

  static func number<Number: BinaryInteger & Sendable>(
    _ name: String, _ range: ClosedRange<UInt16>, _ path: Path<Number?>
  ) -> Binding {
    value(name, path) { value in { () throws(ValueFailure) in Number(try value.number(range)) } }
  }

  /// A whole number that may hold from a day on; each use adds to the list of its level.
  static func dated(
    _ name: String, _ range: ClosedRange<UInt16>, _ path: Path<DatedSetting>
  ) -> Binding {
    Binding(
      .value(name), read: { $0[keyPath: path].isEmpty ? nil : $0[keyPath: path].description }
    ) { (options, value) throws(ValueFailure) in
      try value.dated(range, into: &options[keyPath: path], below: value.below[keyPath: path])
    }
  }

  /// A duration of `least` milliseconds to 365 days.
  static func duration(_ path: Path<Duration?>, from least: Int64) -> Binding {
    value("DURATION", path, typed: \.typed) { value in
      { () throws(ValueFailure) in try value.duration(from: least) }
    }
  }

  /// One of the words of an enum.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Choice?>
  ) -> Binding {
    value(name, choices: Choice.words, path, typed: \.rawValue) { value in
      { () throws(ValueFailure) in try value.choice(of: Choice.self) }
    }
  }

  /// `--plain` and `--json` set their mode; `--no-plain` and `--no-json` undo it, at whatever level
  /// it was set, and leave other modes unchanged.
  static func output(_ mode: OutputMode) -> Binding {
    Binding(.switch) { options, value in
      if value.isOn {
        options.output = OutputRequest(mode: mode, level: value.level)
      } else if options.output.mode == mode {
        options.output = OutputRequest(mode: .auto, level: value.level)
      }
    }
  }
}
