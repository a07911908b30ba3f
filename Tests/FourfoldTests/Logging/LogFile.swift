import Foundation
import Logging
import Testing

@testable import fourfold

/// A log that is written to a file and read back line by line, each as JSON.
final class LogFile: Sendable {
  private let handle: FileHandle
  private let url: URL
  let output: LineOutput

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "fourfold-\(UUID().uuidString).log")
    try Data().write(to: url)
    handle = try FileHandle(forWritingTo: url)
    output = LineOutput(descriptor: handle.fileDescriptor)
  }

  deinit {
    // A temporary file that cannot be removed does no harm.
    do { try FileManager.default.removeItem(at: url) } catch {}
  }

  func logger(provider: Logger.MetadataProvider? = nil) -> Logger {
    Logger(label: "fourfold.test") { label in
      JSONLogHandler(label: label, metadataProvider: provider, output: self.output)
    }
  }

  /// The bytes as written.
  func text() throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  /// The lines, split at any of Unicode's line breaks.
  func lines() throws -> [Substring] { try text().split(whereSeparator: \.isNewline) }

  func objects() throws -> [[String: Any]] {
    try lines().map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
  }
}

/// A suite each of whose tests has a log of its own.
class LogTests {
  let log: LogFile

  init() throws { log = try LogFile() }
}
