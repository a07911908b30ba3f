import Foundation
import Logging
import Testing

@testable import fourfold

final class JSONLogTests: LogTests {
  struct Broken: Error {}

  @Test func `an event is one object on one line`() throws {
    log.logger().info("Serving", metadata: ["port": .stringConvertible(8080), "tls": .stringConvertible(false)])
    let text = try log.text()
    let line =
      #"{"level":"info","logger":"fourfold.test","message":"Serving","port":8080,"source":"FourfoldTests","#
      + #""time":"TIME","tls":false}"#
    #expect(text.replacing(/20[0-9TZ:.-]+/, with: "TIME") == line + "\n")
  }

  @Test(arguments: [
    "\n{\"level\":\"critical\",\"message\":\"forged\"}\n", "a\r\nb", "a\rb", "\u{0B}\u{0C}", "\u{85}",
    "\u{2028}", "\u{2029}", "\u{0}\u{1}\u{1F}\u{7F}\u{9F}", "\u{1B}[2J\u{9B}2J", "\u{202E}txt.exe\u{2066}",
    "\"},{\"a\":\"\\", "\\u000a", "\u{E0041}", "👩‍👩‍👧", "سلام", "",
  ])
  func `no text begins a new line or controls a terminal, and all text is read back unchanged`(text: String) throws {
    log.logger().warning("\(text)", metadata: ["key": "\(text)", "k\(text)": ["\(text)", ["in\(text)": "\(text)"]]])
    log.logger().info("next")

    let objects = try log.objects()
    try #require(objects.count == 2)
    #expect(objects[0]["message"] as? String == text)
    #expect(objects[0]["level"] as? String == "warning")
    #expect(objects[0]["key"] as? String == text)
    let nested = try #require(objects[0]["k\(text)"] as? [Any])
    #expect(nested[0] as? String == text)
    #expect((nested[1] as? [String: String]) == ["in\(text)": text])
    #expect(objects[1]["message"] as? String == "next")

    let unseen = try log.text().unicodeScalars.filter { scalar in
      [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    #expect(String(String.UnicodeScalarView(unseen)) == "\n\n", "one for each event")
  }

  @Test func `metadata of the event override the provider's, and those override the logger's`() throws {
    var logger = log.logger(provider: .init { ["a": "provider", "b": "provider"] })
    for key in ["a", "b", "c"] { logger[metadataKey: key] = "logger" }
    logger.info("x", metadata: ["a": "event"])
    logger[metadataKey: "c"] = nil
    logger.info("y")
    let objects = try log.objects()
    #expect(["a", "b", "c"].map { objects[0][$0] as? String } == ["event", "provider", "logger"])
    #expect(["a", "b", "c"].map { objects[1][$0] as? String } == ["provider", "provider", nil])
  }

  @Test func `metadata cannot replace a field of the event`() throws {
    log.logger().info("x", metadata: ["level": "critical", "time": "never"])
    let object = try #require(try log.objects().first)
    #expect(object["level"] as? String == "info")
    #expect(object["metadata.level"] as? String == "critical")
    #expect(object["metadata.time"] as? String == "never")
  }

  @Test func `an error is logged with its type`() throws {
    log.logger().error("x", error: Broken())
    let object = try #require(try log.objects().first)
    #expect(object["error"] as? String == "Broken()")
    #expect((object["errorType"] as? String)?.hasSuffix("JSONLogTests.Broken") == true)
  }

  @Test func `loggers are values, and write nothing below their level`() throws {
    let quiet = log.logger()
    var talkative = quiet
    talkative.logLevel = .trace
    talkative[metadataKey: "who"] = "talkative"
    quiet.debug("no")
    talkative.debug("yes")
    quiet.info("plain")
    #expect(try log.objects().map { $0["who"] as? String } == ["talkative", nil])
  }
}

final class TextLogTests: LogTests {
  private func logger(_ log: LogFile, isColored: Bool = false) -> Logger {
    Logger(label: "test") { _ in
      let form = TextLog(isColored: isColored, zone: .gmt) { Date(timeIntervalSince1970: 1_772_357_400) }
      return LineLogHandler(form: form, output: log.output)
    }
  }

  @Test func `a line has the time, the level, the message and what belongs to it`() throws {
    logger(log).notice("stopping", metadata: ["signal": "SIGINT", "connections": "3", "why": "it was asked to"])
    #expect(try log.text() == "09:30:00 notice   stopping  connections=3 signal=SIGINT why=\"it was asked to\"\n")
  }

  @Test func `only levels have a color`() throws {
    logger(log, isColored: true).error("x")
    logger(log, isColored: true).info("y")
    #expect(try log.text() == "09:30:00 \u{1B}[31merror   \u{1B}[0m x\n09:30:00 info     y\n")
  }

  @Test(arguments: [
    "\n09:30:00 critical forged", "a\r\nb", "\u{85}", "\u{2028}", "\u{0}\u{1B}[2J\u{9B}", "\u{202E}txt", "a=b c=d", "",
  ])
  func `no text begins a new line, controls the terminal or looks like another value`(text: String) throws {
    logger(log).warning("\(text)", metadata: ["key": "\(text)", "k\(text)": "v"])
    let lines = try log.text()
    let unseen = lines.unicodeScalars.filter { scalar in
      [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    #expect(String(String.UnicodeScalarView(unseen)) == "\n")
    #expect(lines.contains("key=\"") || text.isEmpty)
  }
}

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
      LineLogHandler(metadataProvider: provider, form: JSONLog(label: label), output: self.output)
    }
  }

  /// The bytes as written.
  func text() throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }

  /// The lines, split at any of Unicode's line breaks.
  func lines() throws -> [Substring] { try text().split(whereSeparator: \.isNewline) }

  func objects() throws -> [[String: Any]] {
    try lines().map { line in try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:] }
  }
}

/// A suite each of whose tests has a log of its own.
class LogTests {
  let log: LogFile

  init() throws { log = try LogFile() }
}
