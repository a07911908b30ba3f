import Foundation
import Logging
import Synchronization

/// Writes each log event as one line.
///
/// The event's metadata take precedence over the provider's, and those over the logger's. No text can break the line or control a
/// terminal: see ``JSONLine``.
struct LineLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  let form: any LogForm
  var output = LineOutput.standardError

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = [metadataProvider?.get(), event.metadata].reduce(metadata) { $0.merging($1 ?? [:]) { _, later in later } }
    output.write(line: form.line(of: event, all))
  }
}

protocol LogForm: Sendable {
  func line(of event: LogEvent, _ metadata: Logger.Metadata) -> String
}

/// A JSON object, with its members sorted by key. A key of the metadata that is also a field of the event is written as
/// `metadata.<key>`.
struct JSONLog: LogForm {
  let label: String

  func line(of event: LogEvent, _ metadata: Logger.Metadata) -> String {
    var line: [String: Any] = [
      "time": Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      "level": event.level.rawValue, "message": event.message.description, "logger": label, "source": event.source,
    ]
    if let error = event.error {
      line["error"] = String(describing: error)
      line["errorType"] = String(reflecting: type(of: error))
    }
    for (key, value) in metadata { line[line[key] == nil ? key : "metadata.\(key)"] = Self.json(value) }
    return JSONLine.text(line)
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

/// A line for people, as on a terminal.
///
///     09:30:00 notice   stopping  connections=3 signal=SIGINT
///
/// The time is local. Values with blanks or signs are quoted as in JSON.
struct TextLog: LogForm {
  let isColored: Bool
  var zone = TimeZone.current
  var now: @Sendable () -> Date = { Date.now }

  func line(of event: LogEvent, _ metadata: Logger.Metadata) -> String {
    var all = metadata
    if let error = event.error { all["error"] = "\(error)" }
    let level = event.level.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
    let pairs = all.sorted { $0.key < $1.key }.map { "\(Self.plain($0.key))=\(Self.value($0.value))" }
    let parts = [
      now().formatted(Date.ISO8601FormatStyle(timeZone: zone).time(includingFractionalSeconds: false)),
      event.level.color.flatMap { isColored ? "\u{1B}[\($0)m\(level)\u{1B}[0m" : nil } ?? level,
      Self.plain(event.message.description),
    ]
    return parts.joined(separator: " ") + (pairs.isEmpty ? "" : "  " + pairs.joined(separator: " "))
  }

  /// The text without quotes, with everything escaped that breaks lines or controls a terminal.
  private static func plain(_ text: String) -> String {
    String(JSONLine.text(text).dropFirst().dropLast()).replacingOccurrences(of: "\\\"", with: "\"")
  }

  private static func value(_ value: Logger.MetadataValue) -> String {
    let text = "\(value)"
    let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.:/{}%+,@".contains($0) }
    return isPlain ? plain(text) : JSONLine.text(text)
  }
}

extension Logger.Level {
  /// The parameter of the SGR control sequence (ECMA-48, section 8.3.117); nil for the color of the text.
  fileprivate var color: Int? {
    switch self {
    case .trace, .debug: 2
    case .info: nil
    case .notice: 36
    case .warning: 33
    case .error, .critical: 31
    }
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

/// Writes whole lines to a file descriptor, from any thread, normally with one `write(2)` each.
///
/// A partial write is continued. A line is abandoned if the descriptor is closed, the disk is full, or the descriptor is not
/// writable for a second.
final class LineOutput: Sendable {
  static let standardError = LineOutput(descriptor: STDERR_FILENO)
  static let standardOutput = LineOutput(descriptor: STDOUT_FILENO)

  private let descriptor: Mutex<Int32>

  init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  /// - Parameter line: the line, without its line break.
  /// - Returns: whether the whole line was written.
  @discardableResult func write(line: String) -> Bool {
    let bytes = Array((line + "\n").utf8)
    return descriptor.withLock { descriptor in
      var written = 0
      while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { rest in
          Foundation.write(descriptor, rest.baseAddress, rest.count)
        }
        if count > 0 { written += count } else if !canTryAgain(descriptor, errno) { return false }
      }
      return true
    }
  }

  private func canTryAgain(_ descriptor: Int32, _ error: Int32) -> Bool {
    switch error {
    case EINTR: return true
    case EAGAIN, EWOULDBLOCK:
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      return poll(&waiting, 1, 1_000) > 0
    default: return false
    }
  }
}
