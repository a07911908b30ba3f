import Foundation
import Logging

/// Writes each log event as one line for people, as on a terminal.
///
///     09:30:00 notice   stopping  connections=3 signal=SIGINT
///
/// The time is local. Values with blanks or signs are quoted as in JSON. No text can break the line or control the terminal: see
/// ``JSONLine``.
struct TextLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  private let isColored: Bool
  private let output: LineOutput
  private let zone: TimeZone
  private let now: @Sendable () -> Date

  init(
    isColored: Bool, output: LineOutput = .standardError, zone: TimeZone = .current,
    now: @escaping @Sendable () -> Date = { Date.now }
  ) {
    (self.isColored, self.output, self.zone, self.now) = (isColored, output, zone, now)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var all = allMetadata(with: event)
    if let error = event.error { all["error"] = "\(error)" }
    let level = event.level.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
    let pairs = all.sorted { $0.key < $1.key }.map { "\(Self.plain($0.key))=\(Self.value($0.value))" }
    let parts = [
      time(), event.level.color.flatMap { isColored ? "\u{1B}[\($0)m\(level)\u{1B}[0m" : nil } ?? level,
      Self.plain(event.message.description),
    ]
    output.write(line: parts.joined(separator: " ") + (pairs.isEmpty ? "" : "  " + pairs.joined(separator: " ")))
  }

  private func time() -> String {
    var style = Date.ISO8601FormatStyle(timeZone: zone)
    style = style.time(includingFractionalSeconds: false)
    return style.format(now())
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
