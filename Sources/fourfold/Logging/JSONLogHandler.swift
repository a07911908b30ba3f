import Foundation
import Logging

/// Writes each log event as one JSON object per line, with its members sorted by key.
///
/// The event's metadata take precedence over the provider's, and those over the logger's. A key that is also a field of the event is
/// written as `metadata.<key>`. No text can break the line or control a terminal: see ``JSONLine``.
struct JSONLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  private let label: String
  private let output: LineOutput

  init(
    label: String, metadataProvider: Logger.MetadataProvider? = nil, output: LineOutput = .standardError
  ) {
    self.label = label
    self.metadataProvider = metadataProvider
    self.output = output
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var line: [String: Any] = [
      "time": Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      "level": event.level.rawValue, "message": event.message.description, "logger": label, "source": event.source,
    ]
    if let error = event.error {
      line["error"] = String(describing: error)
      line["errorType"] = String(reflecting: type(of: error))
    }
    for (key, value) in allMetadata(with: event) { line[line[key] == nil ? key : "metadata.\(key)"] = Self.json(value) }
    output.write(line: JSONLine.text(line))
  }

  /// Integers and Bools are written as such, so that logs can be filtered by them; other values as text.
  private static func json(_ value: Logger.MetadataValue) -> Any {
    switch value {
    case .string(let text): text
    case .stringConvertible(let value as any FixedWidthInteger): Int(clamping: value)
    case .stringConvertible(let value as Bool): value
    case .stringConvertible(let value): value.description
    case .array(let values): values.map(json)
    case .dictionary(let values): values.mapValues(json)
    }
  }
}

extension LogHandler {
  /// The metadata of the logger, its provider and an event; the later ones take precedence.
  func allMetadata(with event: LogEvent) -> Logger.Metadata {
    [metadataProvider?.get(), event.metadata].reduce(metadata) { $0.merging($1 ?? [:]) { _, later in later } }
  }
}

/// JSON on one line.
///
/// RFC 8259 requires escapes only up to U+001F. This also escapes everything that breaks lines, controls a terminal or reorders text:
/// control characters (Cc, including DEL and C1), format characters (Cf: bidirectional controls, joiners, tags) and the line and
/// paragraph separators (U+2028, U+2029). Parsing the JSON restores the text.
enum JSONLine {
  static func text(_ value: Any) -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
    let json: Data
    do { json = try JSONSerialization.data(withJSONObject: value, options: options) } catch { return "{}" }
    var text = ""
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 { text += "\\u" + String(format: "%04x", unit) }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
