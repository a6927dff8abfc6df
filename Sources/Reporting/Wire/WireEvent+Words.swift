// What is said besides: sources, remarks, errors, requests, sign-ins and another command's output.

package import Model

extension WireEvent {
  /// How a source stands.
  package struct SourceState: Hashable, Sendable {
    package let source: OpenEnum<Source>
    package let state: OpenEnum<SourceReport.State>
    package let lastSync: Timestamp?
    /// The code of the last failure.
    package let lastError: DisplayText?
    package let activities: Int?
    package let days: Int?

    init(_ fields: inout WireFields) throws(WireError) {
      source = try fields.word(.source, WireLists.sources).required(.source, of: .source)
      state = try fields.word(.state, WireLists.sourceStates).required(.state, of: .source)
      lastSync = try fields.time(.lastSync)
      lastError = try fields.text(.lastError)
      activities = try fields.count(.activities)
      days = try fields.count(.days)
    }
  }

  /// A notice or a warning.
  package struct ExternalMessage: Hashable, Sendable {
    package let code: DisplayText?
    package let message: DisplayText
    package let hint: DisplayText?
    package let source: OpenEnum<Source>?

    init(_ fields: inout WireFields, _ type: WireType) throws(WireError) {
      code = try fields.text(.code)
      message = try fields.text(.message).required(.message, of: type)
      hint = try fields.text(.hint)
      source = try fields.word(.source, WireLists.sources)
    }
  }

  /// An error.
  package struct Failure: Hashable, Sendable {
    /// `unknown` for every code that is none of ours.
    package let code: WireCode
    /// Whether it was given a code that is none of ours.
    package let hasForeignCode: Bool
    package let title: DisplayText?
    package let message: DisplayText?
    package let hint: DisplayText?
    package let source: OpenEnum<Source>?
    package let retryable: Bool?
    package let retryAt: Timestamp?
    package let exitCode: Int?

    init(_ fields: inout WireFields) throws(WireError) {
      let code = try fields.word(.code, WireLists.codes)
      self.code = code?.known ?? .unknown
      hasForeignCode = code != nil && code?.known == nil
      title = try fields.text(.title)
      message = try fields.text(.message)
      hint = try fields.text(.hint)
      source = try fields.word(.source, WireLists.sources)
      retryable = try fields.flag(.retryable)
      retryAt = try fields.time(.retryAt)
      exitCode = try fields.count(.exitCode)
      if code == nil, title == nil, message == nil { throw .missing(.message, of: .error) }
    }
  }

  /// Where a person has to go to sign in.
  package struct SignIn: Hashable, Sendable {
    package let source: OpenEnum<Source>
    package let url: DisplayText
    package let until: Timestamp?

    init(_ fields: inout WireFields) throws(WireError) {
      source = try fields.word(.source, WireLists.sources).required(.source, of: .signIn)
      url = try fields.text(.url).required(.url, of: .signIn)
      until = try fields.time(.until)
    }
  }

  /// What went over the network.
  package struct Request: Hashable, Sendable {
    package let source: OpenEnum<Source>?
    package let method: DisplayText
    package let url: DisplayText
    /// nil when no answer came.
    package let status: Int?
    package let bytes: Int?
    /// From 1.
    package let attempt: Int?
    package let duration: Duration?

    init(_ fields: inout WireFields) throws(WireError) {
      source = try fields.word(.source, WireLists.sources)
      method = try fields.text(.method).required(.method, of: .request)
      url = try fields.text(.url).required(.url, of: .request)
      status = try fields.count(.status)
      bytes = try fields.count(.bytes)
      attempt = try fields.count(.attempt)
      duration = try fields.milliseconds(.durationMS)
    }
  }

  /// A line of a wrapped command's own output.
  package struct Log: Hashable, Sendable {
    package let stream: WireStream
    package let text: DisplayText

    init(_ fields: inout WireFields) throws(WireError) {
      stream = try fields.word(.stream, WireLists.streams)?.known ?? .stdout
      text = try fields.text(.text).required(.text, of: .log)
    }
  }
}
