import ArgumentParser
import Foundation
import Logging

/// The options of `serve` for the log.
struct LogOptions: ParsableArguments {
  @Option(help: "The lowest level to log, from trace to critical. (default: info)")
  var logLevel: String?
  @Option(help: "The form of the log: text, json, or auto: text on a terminal, else JSON. (default: auto)")
  var logFormat: String?
  @Option(
    help: """
      The requests to log, a line each: none, all, or a share such as 10%; those that fail or take a second are then always among \
      them. (default: none)
      """)
  var logRequests: String?
}

struct LogSettings: Hashable, Sendable {
  enum Format: String, CaseIterable, Hashable, Sendable {
    case auto, text, json
  }

  let level: Logger.Level
  let format: Format
  let requests: AccessLog.Share

  /// The settings from a command's options, with the environment as fallback.
  /// - Throws: `ValidationError` for invalid values.
  init(_ options: LogOptions, _ reader: SettingsReader) throws {
    let level = reader.text("logLevel", options.logLevel, default: "info")
    guard let known = Logger.Level(rawValue: level.lowercased()) else {
      throw ValidationError("There is no log level \(level); the levels are \(Self.levels).")
    }
    self.level = known
    let format = reader.text("logFormat", options.logFormat, default: "auto")
    guard let form = Format(rawValue: format.lowercased()) else {
      throw ValidationError("The form of the log is auto, text or json, and not \(format).")
    }
    self.format = form
    let requests = reader.text("logRequests", options.logRequests, default: "none")
    guard let share = AccessLog.Share(requests) else {
      throw ValidationError("The requests to log are none, all or a share such as 10%, and not \(requests).")
    }
    self.requests = share
  }

  private static let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")

  /// A handler that writes to the standard error.
  func handler(_ label: String) -> any LogHandler {
    let isTerminal = isatty(STDERR_FILENO) == 1
    switch format {
    case .json: return LineLogHandler(form: JSONLog(label: label))
    case .auto where !isTerminal: return LineLogHandler(form: JSONLog(label: label))
    case .auto, .text:
      let isColored = isTerminal && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
      return LineLogHandler(form: TextLog(isColored: isColored))
    }
  }
}
