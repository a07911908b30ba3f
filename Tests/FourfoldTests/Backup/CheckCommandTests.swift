import Foundation
import GRDB
import Testing

@testable import fourfold

struct CheckCommandTests {
  private let world: CommandWorld

  init() async throws {
    world = try CommandWorld()
    _ = try await world.account("add", "Ana", input: "correct horse\n")
  }

  private func edit(_ sql: String) async throws {
    let queue = try DatabaseQueue(path: world.database)
    try await queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
    try queue.close()
  }

  private func check(_ arguments: String...) async throws -> (status: Int32, lines: [String], errors: String) {
    let command = try RunningCommand(["check"] + arguments + ["--database", world.database], in: world)
    let status = try await command.ends()
    return (status, try command.said.split(separator: "\n").map(String.init), try command.asked)
  }

  @Test func `a sound database is exit code 0, also beside a running server`() async throws {
    try await world.withStore { _ in
      let result = try await check()
      #expect(result.status == 0)
      #expect(result.lines.count == 1 && result.lines[0].hasSuffix(": nothing is wrong."))
    }
    #expect(try await check("--repair").status == 0)
    #expect(!FileManager.default.fileExists(atPath: world.database + "-wal"))
  }

  @Test func `a damaged file is not written by a repair`() async throws {
    try await edit(
      """
      INSERT INTO lists (id, name, created, open) VALUES (7, 'A', 1, 3);
      INSERT INTO meta VALUES ('ballast', hex(zeroblob(20000)))
      """)
    let url = URL(filePath: world.database)
    var bytes = try Data(contentsOf: url)
    let page = try #require(bytes.firstRange(of: Data("ballast".utf8))).lowerBound / 4096 * 4096
    bytes.replaceSubrange(page..<(page + 4096), with: Data(repeating: 0xFF, count: 4096))
    try bytes.write(to: url)
    let result = try await check("--repair")
    #expect(result.status == 1)
    #expect(result.lines.contains { $0.hasPrefix("damaged: ") })
    #expect(result.lines.last == "The file is damaged, so nothing was repaired. Restore a backup.")
    #expect(try Data(contentsOf: url) == bytes)
  }
}
