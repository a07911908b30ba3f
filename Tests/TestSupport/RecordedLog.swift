public import Logging
import Synchronization

/// A log that a test reads.
public final class RecordedLog: Sendable {
  /// A line of the log.
  public struct Line: Hashable, Sendable {
    /// The level that it was logged at.
    public let level: Logger.Level
    /// The message, then the metadata by key: `signed in account=1 address=192.0.2.1`.
    public let text: String
  }

  private let model = Mutex<[Line]>([])

  /// An empty log.
  public init() {}

  /// The lines so far.
  public var lines: [Line] { model.withLock { $0 } }

  /// The texts of the lines.
  public var texts: [String] { lines.map(\.text) }

  /// A logger that writes here, from a level on.
  public func logger(from level: Logger.Level) -> Logger {
    var logger = Logger(label: "test") { _ in Handler(log: self) }
    logger.logLevel = level
    return logger
  }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }.map { "\($0)=\($1)" }.sorted()
      let line = Line(level: event.level, text: (["\(event.message)"] + all).joined(separator: " "))
      log.model.withLock { $0.append(line) }
    }
  }
}
