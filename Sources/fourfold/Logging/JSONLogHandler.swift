import Foundation
import Logging

/// Writes each log event as one JSON object per line.
///
///     {"time":"2026-03-01T09:30:00.000Z","level":"info","message":"Serving","logger":"fourfold","source":"fourfold","port":8080}
///
/// Metadata are members beside the fields of the event, sorted by key. The event's metadata take precedence over the
/// provider's, and those over the logger's. A key that is also a field of the event is written as `metadata.<key>`. No text can
/// break the line or control a terminal: see ``JSONText``.
struct JSONLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  private let label: String
  private let output: LogOutput
  private let now: @Sendable () -> Date

  init(
    label: String,
    metadataProvider: Logger.MetadataProvider? = nil,
    output: LogOutput = .standardError,
    now: @escaping @Sendable () -> Date = { Date.now }
  ) {
    self.label = label
    self.metadataProvider = metadataProvider
    self.output = output
    self.now = now
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var line = JSONText()
    line.open("{")
    line.member("time", text: Self.timestamp.format(now()))
    line.member("level", text: event.level.rawValue)
    line.member("message", text: event.message.description)
    line.member("logger", text: label)
    line.member("source", text: event.source)
    if let error = event.error {
      line.member("error", text: String(describing: error))
      line.member("errorType", text: String(reflecting: type(of: error)))
    }
    for (key, value) in allMetadata(with: event).sorted(by: { $0.key < $1.key }) {
      line.member(Self.fields.contains(key) ? "metadata.\(key)" : key, metadata: value)
    }
    line.close("}")
    output.write(line: line.text)
  }

  private func allMetadata(with event: LogEvent) -> Logger.Metadata {
    var all = metadata
    for more in [metadataProvider?.get(), event.metadata] {
      all.merge(more ?? [:]) { _, later in later }
    }
    return all
  }

  private static let fields: Set = ["time", "level", "message", "logger", "source", "error", "errorType"]
  /// RFC 3339, UTC, milliseconds.
  static let timestamp = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
