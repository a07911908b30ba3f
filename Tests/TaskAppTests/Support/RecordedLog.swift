import Logging
import Synchronization

/// The log of the app.
final class RecordedLog: Sendable {
  private let model = Mutex<[String]>([])

  /// The lines from ``World/logLevel`` on, with their metadata.
  var lines: [String] { model.withLock { $0 } }

  var logger: Logger {
    Logger(label: "test") { [weak self] _ in Handler(log: self) }
  }

  private func write(_ line: String) {
    model.withLock { $0.append(line) }
  }

  private struct Handler: LogHandler {
    let log: RecordedLog?
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.error

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      log?.write("\(event.message) \(all.map { "\($0)=\($1)" }.sorted().joined(separator: " "))")
    }
  }
}
