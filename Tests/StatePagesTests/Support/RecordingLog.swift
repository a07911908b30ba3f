import Logging
import Synchronization

/// A log handler that records its lines.
final class RecordingLog: Sendable {
  struct Line: Sendable {
    let level: Logger.Level
    let text: String
  }

  private let logged = Mutex<[Line]>([])

  var lines: [Line] { logged.withLock { $0 } }

  /// A logger that logs all levels here.
  var logger: Logger {
    var logger = Logger(label: "test") { _ in Handler(log: self) }
    logger.logLevel = .trace
    return logger
  }

  private struct Handler: LogHandler {
    let log: RecordingLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }.map { "\($0)=\($1)" }.sorted()
      log.logged.withLock {
        $0.append(Line(level: event.level, text: "\(event.message) \(all.joined(separator: " "))"))
      }
    }
  }
}
