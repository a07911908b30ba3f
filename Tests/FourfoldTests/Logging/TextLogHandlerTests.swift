import Foundation
import Logging
import Testing

@testable import fourfold

final class TextLogHandlerTests: LogTests {
  private func logger(_ log: LogFile, isColored: Bool = false) -> Logger {
    Logger(label: "test") { _ in
      TextLogHandler(isColored: isColored, output: log.output, zone: .gmt) {
        Date(timeIntervalSince1970: 1_772_357_400)
      }
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
